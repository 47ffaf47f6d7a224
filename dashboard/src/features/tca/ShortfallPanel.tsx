import { shortfallParts, type TcaReportWire } from '@windlass/contract';
import { binsOf, quantileOf } from '../../shared/charts/bins.ts';
import { Histogram } from '../../shared/charts/Histogram.tsx';
import { Scatter } from '../../shared/charts/Scatter.tsx';
import { SignedBars } from '../../shared/charts/SignedBars.tsx';
import {
  formatBps,
  formatMany,
  formatQuantity,
  formatShortUsd,
  formatUsd,
  formatWord,
} from '../../shared/format.ts';
import { Panel } from '../../shared/ui/Panel.tsx';
import { ofCount } from './counts.ts';
import { OrdersTable } from './OrdersTable.tsx';

type Shortfall = NonNullable<TcaReportWire['implementation_shortfall']>;

const partNotes: Readonly<Record<(typeof shortfallParts)[number], string>> = {
  delay: 'until the first fill',
  spread: 'crossing, or being crossed',
  impact: 'beyond the best price',
  timing: 'the market meanwhile',
  fees: 'less rebates',
  opportunity: 'what was not filled',
};

/** Shows what algorithm orders cost against their arrival price, and why (Perold 1988). */
export function ShortfallPanel({ shortfall }: { shortfall: Shortfall }) {
  const { orders_count, ordered_usd, total_usd, total_bps, orders } = shortfall;
  const count = ofCount(orders_count, 'algorithm order');
  return (
    <Panel
      title="Implementation shortfall"
      aside={
        <span className="small muted">
          {formatBps(total_bps)} of {formatUsd(ordered_usd)}, {count}
        </span>
      }
    >
      <div className="stack">
        <div className="tca-plots">
          <div>
            <h3>Where it came from</h3>
            <SignedBars
              caption="Implementation shortfall by part, dollars; above zero is a cost"
              above="cost"
              below="gain"
              bars={[
                ...shortfallParts.map((part) => ({
                  name: formatWord(part),
                  value: shortfall[`${part}_usd`],
                  text: formatUsd(shortfall[`${part}_usd`]),
                  note: partNotes[part],
                })),
                { name: 'Total', value: total_usd, text: formatUsd(total_usd), isTotal: true },
              ]}
            />
          </div>
          <CostPlots orders={orders} />
        </div>
        <OrdersTable orders={orders} />
      </div>
    </Panel>
  );
}

function CostPlots({ orders }: Pick<Shortfall, 'orders'>) {
  const known = orders.flatMap(({ total_bps, ...order }) =>
    total_bps === null || order.ordered_usd <= 0 ? [] : [{ ...order, bps: total_bps }],
  );
  if (known.length === 0) return null;
  const costs = known.map(({ bps }) => bps);
  const median = quantileOf(costs, 50) ?? 0;
  const high = quantileOf(costs, 95) ?? 0;
  const count = ofCount(known.length, 'order');
  const quantiles = `median ${formatBps(median)}, 19 of 20 no more than ${formatBps(high)}`;
  return (
    <>
      <div>
        <h3>Orders by cost</h3>
        <Histogram
          label={`Histogram of orders by their cost in bps; ${quantiles}; ${count}.`}
          counted="orders"
          unit="cost, bps"
          bins={binsOf(costs)}
          marks={[
            { name: 'median', value: median },
            { name: '95 %', value: high },
          ]}
          format={formatQuantity}
        />
        <p className="small muted">
          Median {formatBps(median)}; 19 of 20 cost no more than {formatBps(high)}; {count}.
        </p>
      </div>
      <div>
        <h3>Cost by size</h3>
        <Scatter
          label={`Cost in bps against size in dollars, a point for each order; ${count}.`}
          size={{ title: 'ordered, dollars', format: formatShortUsd }}
          value={{ title: 'cost, bps', format: formatQuantity }}
          points={known.map(({ order_id, ordered_usd, bps, symbol, side }) => ({
            key: order_id,
            size: ordered_usd,
            value: bps,
            kind: bps > 0 ? 'cost' : 'gain',
            title: `${side} ${symbol}: ${formatBps(bps)} of ${formatUsd(ordered_usd)}`,
          }))}
        />
        <p className="small muted">
          {formatMany(known.length, 'order')}, a point for each; the table below has them all.
        </p>
      </div>
    </>
  );
}
