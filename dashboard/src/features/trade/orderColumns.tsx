import {
  formatAgo,
  formatExact,
  formatPrice,
  formatShare,
  formatTime,
  formatWord,
} from '../../shared/format.ts';
import { ConfirmButton } from '../../shared/ui/ConfirmButton.tsx';
import type { Column } from '../../shared/ui/DataTable.tsx';
import { ProgressBar } from '../../shared/ui/Figures.tsx';
import type { Order } from './liveOrders.ts';
import { StatusTag } from './StatusTag.tsx';
import { describeOrder } from './words.ts';

/** Returns an existing order in words. */
export function wordsOf(order: Order): string {
  const { side, type, amount: quantity, symbol, price, stop_price: stopPrice } = order;
  return describeOrder({ side, type, quantity, symbol, price, stopPrice });
}

const what: readonly Column<Order>[] = [
  { title: 'Symbol', cell: ({ symbol }) => symbol },
  {
    title: 'Order',
    cell: ({ side, type }) => (
      <>
        <strong className={side}>{formatWord(side)}</strong>{' '}
        {type === 'oco' ? 'OCO' : formatWord(type).toLowerCase()}
      </>
    ),
  },
  { title: 'Price', isNumber: true, cell: (order) => <Prices order={order} /> },
  { title: 'Quantity', isNumber: true, cell: ({ amount }) => formatExact(amount) },
];

function Prices({ order: { price, stop_price: stop } }: { order: Order }) {
  if (stop === null) return formatPrice(price);
  const at = <span className="muted">stop {formatPrice(stop)}</span>;
  if (price === null) return at;
  return (
    <>
      {formatPrice(price)} <br />
      {at}
    </>
  );
}

interface OpenColumnsOptions {
  readonly accountId: string;
  readonly nowMs: number;
  readonly canTrade: boolean;
  readonly cancel: (order: Order) => Promise<void>;
}

export function openColumns(options: OpenColumnsOptions): readonly Column<Order>[] {
  const { accountId, nowMs, canTrade, cancel } = options;
  return [
    ...what,
    { title: 'Filled', cell: (order) => <Filled order={order} /> },
    { title: 'Status', cell: ({ status }) => <StatusTag status={status} /> },
    { title: 'Sent', isNumber: true, cell: ({ timestamp }) => formatAgo(timestamp, nowMs) },
    {
      title: 'Action',
      isKept: true,
      cell: (order) => (
        <ConfirmButton
          isSmall
          label="Cancel"
          accessibleLabel={`Cancel: ${wordsOf(order)}`}
          title="Cancel this order?"
          action="Cancel the order"
          disabled={!canTrade}
          onConfirm={() => cancel(order)}
        >
          {wordsOf(order)} on {accountId}, {formatExact(order.filled)} of it filled.
        </ConfirmButton>
      ),
    },
  ];
}

function Filled({ order }: { order: Order }) {
  const { filled, amount } = order;
  const share = amount > 0 ? filled / amount : 0;
  return (
    <div className="trade-filled">
      <ProgressBar pct={share * 100} label={`Filled: ${wordsOf(order)}`} />
      <span>{formatShare(share)}</span>
    </div>
  );
}

/** Returns the columns of orders that have ended. */
export function endedColumns(nowMs: number): readonly Column<Order>[] {
  return [
    { title: 'Ended', cell: (order) => formatTime(endOf(order), nowMs) },
    ...what,
    {
      title: 'Filled',
      isNumber: true,
      cell: ({ filled, amount }) => `${formatExact(filled)} of ${formatExact(amount)}`,
    },
    { title: 'Average', isNumber: true, cell: ({ average }) => formatPrice(average) },
    { title: 'Status', cell: ({ status }) => <StatusTag status={status} /> },
    { title: 'Reason', cell: ({ reason }) => reason },
  ];
}

function endOf({ last_traded_timestamp: traded, timestamp }: Order): number {
  return traded ?? timestamp;
}
