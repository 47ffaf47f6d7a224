import type { TcaReportWire } from '@windlass/contract';
import { Columns } from '../../shared/charts/Columns.tsx';
import {
  formatBps,
  formatCount,
  formatPct,
  formatShortUsd,
  formatUsd,
  formatWord,
} from '../../shared/format.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';

type Part = Omit<TcaReportWire['by_day'][number], 'date'>;

interface NamedPart extends Part {
  readonly name: string;
}

/** Shows the same costs by day, by algorithm and by symbol. */
export function PartsPanels({ report }: { report: TcaReportWire }) {
  const days = report.by_day.map((part) => ({ ...part, name: dayText(part.date) }));
  const algorithms = report.by_algorithm.map((part) => ({
    ...part,
    name: formatWord(part.algorithm),
  }));
  const symbols = report.by_symbol.map((part) => ({ ...part, name: part.symbol }));
  const hasMarks = report.market_type === 'swap';
  return (
    <>
      <Panel title="By day (UTC)" flush>
        <div className="tca-part">
          <CostColumns parts={days} hasMarks={hasMarks} what="day" />
          <Parts of={days} title="Day" hasMarks={hasMarks} />
        </div>
      </Panel>
      <Panel title="By algorithm" flush>
        <div className="tca-part">
          <CostColumns parts={algorithms} hasMarks={hasMarks} what="algorithm" />
          <Parts of={algorithms} title="Traded by" hasMarks={hasMarks} />
        </div>
      </Panel>
      <Panel title="By symbol" flush>
        <Parts of={symbols} title="Symbol" hasMarks={hasMarks} />
      </Panel>
    </>
  );
}

function dayText(ms: number): string {
  return new Date(ms).toISOString().slice('YYYY-'.length, 'YYYY-MM-DD'.length);
}

interface CostColumnsProps {
  readonly parts: readonly NamedPart[];
  readonly hasMarks: boolean;
  readonly what: string;
}

function CostColumns({ parts, hasMarks, what }: CostColumnsProps) {
  const fees = { name: 'Fees', kind: 'second' } as const;
  const series = hasMarks ? [{ name: 'Slippage', kind: 'first' } as const, fees] : [fees];
  return (
    <Columns
      label={`Cost by ${what} in dollars, ${hasMarks ? 'slippage and fees' : 'fees'}.`}
      unit={`${hasMarks ? 'cost' : 'fees'}, dollars`}
      series={series}
      groups={parts.map(({ name, fills_count, slippage_usd, fees_usd }) => ({
        name,
        note: `n = ${formatCount(fills_count)}`,
        values: hasMarks ? [slippage_usd, fees_usd] : [fees_usd],
      }))}
      format={formatShortUsd}
    />
  );
}

interface PartsProps {
  readonly of: readonly NamedPart[];
  readonly title: string;
  readonly hasMarks: boolean;
}

function Parts({ of, title, hasMarks }: PartsProps) {
  return (
    <DataTable
      caption={`Costs by ${title.toLowerCase()}`}
      columns={columnsOf(title, hasMarks)}
      rows={of}
      keyOf={({ name }) => name}
      empty="Nothing in this time."
    />
  );
}

function columnsOf(title: string, hasMarks: boolean): readonly Column<NamedPart>[] {
  const marked: readonly Column<NamedPart>[] = [
    { title: 'Slippage', isNumber: true, cell: (part) => formatBps(part.slippage_bps) },
    { title: 'Slippage cost', isNumber: true, cell: (part) => formatUsd(part.slippage_usd) },
    { title: 'Markout', isNumber: true, cell: (part) => formatBps(part.markout_bps) },
  ];
  return [
    { title, cell: ({ name }) => <strong>{name}</strong> },
    { title: 'Fills (n)', isNumber: true, cell: (part) => formatCount(part.fills_count) },
    { title: 'Turnover', isNumber: true, cell: (part) => formatUsd(part.turnover_usd) },
    ...(hasMarks ? marked : []),
    { title: 'Maker', isNumber: true, cell: (part) => formatPct(part.maker_pct) },
    { title: 'Fees', isNumber: true, cell: (part) => formatUsd(part.fees_usd) },
    { title: 'Fee rate', isNumber: true, cell: (part) => formatBps(part.fees_bps) },
  ];
}
