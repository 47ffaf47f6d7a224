import type { TcaReportWire } from '@windlass/contract';
import { Columns } from '../../shared/charts/Columns.tsx';
import { formatBps, formatCount, formatPct, formatQuantity } from '../../shared/format.ts';
import { Pairs } from '../../shared/ui/Figures.tsx';
import { Empty } from '../../shared/ui/Notes.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { ofCount } from './counts.ts';

type Markout = NonNullable<TcaReportWire['markout']>;

interface MarkoutPanelProps {
  readonly markout: Markout;
  readonly adverse: TcaReportWire['adverse_selection'];
  readonly report: Pick<TcaReportWire, 'rebate_gap_bps' | 'maker_net_edge_bps'>;
}

/** Shows where the market went after the fills. */
export function MarkoutPanel({ markout, adverse, report }: MarkoutPanelProps) {
  const { horizon_seconds: horizon, avg_bps, fills_count } = markout;
  return (
    <Panel
      title="Markout"
      aside={
        <span className="small muted">
          {ofCount(fills_count, `fill`)} at {horizon} s
        </span>
      }
    >
      <div className="stack">
        <Curve curve={markout.curve} />
        <Pairs
          of={[
            [`Average at ${horizon} s`, formatBps(avg_bps)],
            ['Maker', formatBps(adverse?.maker_markout_bps)],
            ['Taker', formatBps(adverse?.taker_markout_bps)],
            ['Adverse fills', formatPct(adverse?.toxic_fill_pct)],
            ['Maker net edge', formatBps(report.maker_net_edge_bps)],
            ['Rebates below the tier', formatBps(report.rebate_gap_bps)],
          ]}
        />
        <p className="small muted">
          Positive: the price moved your way after the fill. Maker fills below zero were hit just
          before the price moved against them.
        </p>
      </div>
    </Panel>
  );
}

function Curve({ curve }: Pick<Markout, 'curve'>) {
  if (curve.every(({ bps }) => bps === null)) {
    return (
      <Empty>No fill is old enough, or its later mark price was not seen: up to 300 s after.</Empty>
    );
  }
  const said = curve.map(({ seconds, bps }) => `after ${seconds} s ${formatBps(bps)}`).join(', ');
  return (
    <Columns
      label={`Markout in bps: ${said}.`}
      unit="bps; above zero is favourable"
      series={[{ name: 'Markout', kind: 'first' }]}
      groups={curve.map(({ seconds, bps, fills_count }) => ({
        name: `${seconds} s`,
        note: `n = ${formatCount(fills_count)}`,
        values: [bps],
      }))}
      format={formatQuantity}
    />
  );
}
