import type { TcaReportWire } from '@windlass/contract';
import { SignedBars } from '../../shared/charts/SignedBars.tsx';
import { formatBps, formatUsd } from '../../shared/format.ts';
import { Pairs } from '../../shared/ui/Figures.tsx';
import { Panel } from '../../shared/ui/Panel.tsx';
import { ofCount } from './counts.ts';

type Slippage = NonNullable<TcaReportWire['slippage']>;

/** Shows the slippage against the mark price at the time of each fill. */
export function SlippagePanel({ slippage }: { slippage: Slippage }) {
  const { avg_bps, median_bps, p95_bps, cost_usd, fills_count, by_side } = slippage;
  const count = ofCount(fills_count, 'fill');
  const sides = [
    ['Buys', by_side.buy],
    ['Sells', by_side.sell],
  ] as const;
  return (
    <Panel title="Slippage" aside={<span className="small muted">{count}</span>}>
      <div className="stack">
        <SignedBars
          caption="Slippage against the mark price, bps; above zero is a cost"
          above="cost"
          below="gain"
          bars={[
            bar('Average', avg_bps, 'by turnover'),
            bar('Median', median_bps, 'of fills'),
            bar('95 %', p95_bps, '19 of 20 fills cost no more'),
            ...sides.map(([name, side]) =>
              bar(name, side.avg_bps, `average, ${ofCount(side.fills_count, 'fill')}`),
            ),
          ]}
        />
        <Pairs
          of={[
            ['Cost', formatUsd(cost_usd)],
            ...sides.map(([name, side]) => [`${name}`, formatUsd(side.cost_usd)] as const),
          ]}
        />
        <p className="small muted">Price of each fill against the mark price of its moment.</p>
      </div>
    </Panel>
  );
}

function bar(name: string, value: number | null, note: string) {
  return { name, value, text: formatBps(value), note };
}
