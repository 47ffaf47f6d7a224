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

/** Returns the parts of a report for a spreadsheet. Unknown values are empty cells. */
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

/**
 * Quotes a cell (RFC 4180). A name that looks like a formula is marked as text for spreadsheets.
 */
function quoted(text: string): string {
  const plain = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
