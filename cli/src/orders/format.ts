import type {
  ExecutionResultWire,
  OrderPreviewWire,
  OrderStatusWire,
  PerpFillWire,
} from '@windlass/contract';
import { formatAmount, formatKnown, formatUsd } from '../figures.ts';
import { renderPairs, withHeader } from '../table.ts';
import { type Paint, printable } from '../text.ts';

/** Returns the result of sending an order. */
export function renderResult(result: ExecutionResultWire): string {
  const { quantity_filled: filled, avg_fill_price: price } = result;
  return renderPairs([
    ['id', result.order_id],
    ['client id', result.client_order_id],
    ['exchange', result.exchange],
    ['symbol', result.market],
    ['type', result.order_type],
    ['side', result.order_side],
    ['status', result.order_status],
    ['quantity', formatAmount(result.quantity)],
    [
      'filled',
      price === null ? 'nothing yet' : `${formatAmount(filled)} at ${formatAmount(price)}`,
    ],
    ['fee', feeOf({ cost: result.order_fee, currency: result.fee_currency })],
    ['took', `${result.execution_time.toFixed(3)} s`],
    ['time', result.execution_date],
  ]);
}

/** Returns every field of an order, one per line. */
export function renderOrder(order: OrderStatusWire): string {
  const { filled, average, remaining, last_traded_timestamp: tradedMs } = order;
  const at = average === null ? '' : ` at ${formatAmount(average)}`;
  return renderPairs([
    ['id', order.order_id],
    ['client id', order.client_order_id],
    ['symbol', order.symbol],
    ['market', order.market_type],
    ['type', order.type],
    ['side', order.side],
    ['status', order.status],
    ['reason', order.reason],
    ['quantity', formatAmount(order.amount)],
    ['price', order.price === null ? null : formatAmount(order.price)],
    ['stop price', order.stop_price === null ? null : formatAmount(order.stop_price)],
    ['filled', `${formatAmount(filled)}${at}, ${formatAmount(remaining)} remaining`],
    ['cost', formatAmount(order.cost)],
    ['fee', feeOf(order.fee)],
    ['made', order.datetime],
    ['last fill', tradedMs === null ? null : new Date(tradedMs).toISOString()],
  ]);
}

/** Returns orders as a table. */
export function renderOrders(orders: readonly OrderStatusWire[], paint: Paint): string {
  const header = ['ID', 'CLIENT ID', 'SYMBOL', 'TYPE', 'SIDE', 'QUANTITY', 'FILLED', 'PRICE'];
  const rows = orders.map((order) => [
    order.order_id,
    order.client_order_id ?? '',
    order.symbol,
    order.type,
    order.side,
    formatAmount(order.amount),
    formatAmount(order.filled),
    formatKnown(order.price),
    formatKnown(order.stop_price),
    order.status,
    order.datetime,
  ]);
  return withHeader([...header, 'STOP', 'STATUS', 'MADE'], rows, paint);
}

/** Returns fills as a table. */
export function renderFills(fills: readonly PerpFillWire[], paint: Paint): string {
  const header = ['TIME', 'ACCOUNT', 'SYMBOL', 'SIDE', 'QUANTITY', 'PRICE', 'COST', 'FEE'];
  const rows = fills.map((fill) => [
    fill.datetime,
    fill.exchange_account_id,
    fill.market,
    fill.side,
    formatAmount(fill.amount),
    formatAmount(fill.price),
    formatAmount(fill.cost),
    feeOf({ cost: fill.fee, currency: fill.fee_currency }),
    fill.order_id,
  ]);
  return withHeader([...header, 'ORDER'], rows, paint);
}

/** Returns an order as it would be sent to the exchange, and what was changed for that. */
export function renderPreview(
  preview: OrderPreviewWire,
  warnings: readonly string[],
  paint: Paint,
): string {
  const { changes } = preview;
  const fields = renderPairs([
    ['account', `${preview.exchange_account_id} (${preview.exchange})`],
    ['symbol', preview.symbol],
    ['market', preview.market_type],
    ['side', preview.side],
    ['type', preview.order_type],
    ['quantity', preview.quantity],
    ['price', preview.price],
    ['stop price', preview.stop_price],
    ['trails by', preview.trailing_delta === null ? null : `${preview.trailing_delta} %`],
    ['in force', preview.time_in_force],
    ['reduce only', preview.reduce_only ? 'yes' : 'no'],
    ['worth', formatUsd(preview.order_value_usd)],
    ['daily limit', `${formatUsd(preview.remaining_usd)} left before it`],
  ]);
  const rows = changes.map(({ field, from, to, reason }) => [
    field,
    formatAmount(from),
    formatAmount(to),
    reason,
  ]);
  const table = withHeader(['CHANGED', 'FROM', 'TO', 'WHY'], rows, paint);
  const notes = warnings.map((warning) => `${paint.yellow('note')}  ${printable(warning)}\n`);
  return [fields, changes.length === 0 ? '' : `\n${table}`, ...notes].join('');
}

/** Returns a cost with its currency, if that is known. */
export function feeOf({ cost, currency }: { cost: number; currency: string | null }): string {
  return currency === null ? formatAmount(cost) : `${formatAmount(cost)} ${currency}`;
}
