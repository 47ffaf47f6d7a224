import { formatBps, formatDuration } from '../../shared/format.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';
import type { Analysis } from './queries.ts';
import type { Side } from './ticket.ts';

interface Row {
  readonly name: string;
  readonly bps: number;
  readonly seconds: number | null | undefined;
}

const columns: readonly Column<Row>[] = [
  { title: 'Otherwise', cell: ({ name }) => name },
  { title: 'Cost', isNumber: true, cell: ({ bps }) => formatBps(bps) },
  {
    title: 'Time to fill',
    isNumber: true,
    cell: ({ seconds }) => formatDuration(seconds == null ? seconds : seconds * 1_000),
  },
];

/** Shows what other ways to execute the order would cost. */
export function ScenarioPart({ analysis, side }: { analysis: Analysis; side: Side }) {
  const { scenarios, cost } = analysis;
  if (!scenarios) return null;
  const { taker_estimate: taker, maker_estimate: maker } = scenarios;
  const { size_minus_20pct: smaller, size_plus_20pct: larger } = scenarios;
  const rows: readonly Row[] = [
    { name: 'Taker now', bps: taker.total_cost_bps, seconds: taker.fill_time_sec },
    {
      name: `Maker at best ${side === 'buy' ? 'bid' : 'ask'}`,
      bps: maker.total_cost_bps,
      seconds: maker.fill_time_sec,
    },
    ...(cost?.fee_type === 'maker'
      ? []
      : [row('A fifth less', smaller), row('A fifth more', larger)]),
  ];
  return (
    <div className="trade-scenarios">
      <DataTable
        caption="What it would cost otherwise"
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
        empty="Nothing to compare with."
      />
    </div>
  );
}

function row(name: string, { total_cost_bps: bps }: { total_cost_bps: number }): Row {
  return { name, bps, seconds: undefined };
}
