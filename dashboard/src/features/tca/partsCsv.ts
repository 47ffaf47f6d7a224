import type { TcaReportWire } from '@windlass/contract';

const columns = [
  'fills_count',
  'turnover_usd',
  'slippage_bps',
  'slippage_usd',
  'markout_bps',
  'maker_pct',
  'fees_usd',
  'fees_bps',
] as const;

/** The parts of a report for a spreadsheet; what is not known is an empty cell. */
export function partsCsv({ by_symbol, by_algorithm, by_day }: TcaReportWire): string {
  const rows = [
    ...by_symbol.map((part) => ['symbol', part.symbol, part] as const),
    ...by_algorithm.map((part) => ['algorithm', part.algorithm, part] as const),
    ...by_day.map((part) => ['day', new Date(part.date).toISOString(), part] as const),
  ];
  const lines = rows.map(([group, name, part]) => {
    return [group, quoted(name), ...columns.map((column) => part[column] ?? '')].join(',');
  });
  return [['by', 'name', ...columns].join(','), ...lines, ''].join('\r\n');
}

/** RFC 4180; a name that begins like a formula is made a text for spreadsheets. */
function quoted(text: string): string {
  const plain = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
