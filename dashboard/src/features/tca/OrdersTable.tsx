import type { TcaReportWire } from '@windlass/contract';
import { useState } from 'react';
import {
  formatBps,
  formatCount,
  formatPrice,
  formatShare,
  formatUsd,
  formatWord,
  shortId,
} from '../../shared/format.ts';
import { hashOf } from '../../shared/location.ts';
import { type Column, DataTable } from '../../shared/ui/DataTable.tsx';

type Order = NonNullable<TcaReportWire['implementation_shortfall']>['orders'][number];

/** The most expensive orders come first, the rest on request. */
const shownFirst = 10;

export function OrdersTable({ orders }: { orders: readonly Order[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const sorted = [...orders].sort((left, right) => right.total_usd - left.total_usd);
  const rows = isWhole ? sorted : sorted.slice(0, shownFirst);
  return (
    <div>
      <h3>Orders by cost</h3>
      <DataTable
        caption="Algorithm orders by cost"
        columns={columns}
        rows={rows}
        keyOf={({ order_id }) => order_id}
        empty="No algorithm order ended in this time."
      />
      {orders.length > shownFirst && (
        <button type="button" className="button small" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? `Only the first ${shownFirst}` : `All ${formatCount(orders.length)} orders`}
        </button>
      )}
    </div>
  );
}

const columns: readonly Column<Order>[] = [
  {
    title: 'Order',
    cell: ({ order_id, algorithm_type }) => (
      <a href={hashOf('algorithms', { id: order_id })} title={order_id}>
        {formatWord(algorithm_type)} {shortId(order_id)}
      </a>
    ),
  },
  {
    title: 'Market',
    cell: ({ side, symbol }) => (
      <>
        <span className={side}>{formatWord(side)}</span> {symbol}
      </>
    ),
  },
  { title: 'Ordered', isNumber: true, cell: (order) => formatUsd(order.ordered_usd) },
  {
    title: 'Filled',
    isNumber: true,
    cell: (order) => formatShare(order.filled_quantity / order.quantity),
  },
  { title: 'Arrival', isNumber: true, cell: (order) => formatPrice(order.arrival_price) },
  { title: 'Delay', isNumber: true, cell: (order) => formatUsd(order.delay_usd) },
  { title: 'Spread', isNumber: true, cell: (order) => formatUsd(order.spread_usd) },
  { title: 'Impact', isNumber: true, cell: (order) => formatUsd(order.impact_usd) },
  { title: 'Timing', isNumber: true, cell: (order) => formatUsd(order.timing_usd) },
  { title: 'Fees', isNumber: true, cell: (order) => formatUsd(order.fees_usd) },
  { title: 'Missed', isNumber: true, cell: (order) => formatUsd(order.opportunity_usd) },
  {
    title: 'Total',
    isNumber: true,
    cell: ({ total_usd }) => <strong>{formatUsd(total_usd)}</strong>,
  },
  { title: 'Of ordered', isNumber: true, cell: ({ total_bps }) => formatBps(total_bps) },
];
