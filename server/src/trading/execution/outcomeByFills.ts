import {
  addExact,
  compareExact,
  exactly,
  formatExact,
  meanPrice,
  multiplyExact,
  zeroExact,
} from '../../kit/exact.ts';
import type { VenueFill } from '../venues/venuePort.ts';
import type { OrderOutcome, StoredOrder } from './orderStore.ts';
import { filledBy, sumText } from './outcomes.ts';

/** The parts of a fill that make up an order, reported or stored. */
type Fill = Pick<VenueFill, 'atMs' | 'fee' | 'feeAsset' | 'price' | 'quantity' | 'venueOrderId'>;

/** Returns true when the fills of an order sum up to more than its filled quantity. */
export function isShortOf(order: StoredOrder, fills: readonly Fill[]): boolean {
  return compareExact(exactly(filledBy(fills)), exactly(order.filled)) > 0;
}

/** Returns the order's end according to its fills: all of them, oldest first, at least one. */
export function outcomeByFills(
  order: StoredOrder,
  fills: readonly Fill[],
  { reason, atMs }: { readonly reason: string | undefined; readonly atMs: number },
): OrderOutcome {
  const filled = filledBy(fills);
  const costs = fills.map(({ price, quantity }) =>
    multiplyExact(exactly(quantity), exactly(price)),
  );
  // Exact to the last digit, as the venue would report it.
  const cost = formatExact(costs.reduce(addExact, zeroExact));
  const last = fills.at(-1);
  // An order contains fees in one asset only; its fills contain those in others.
  const paid = fills.filter(({ feeAsset }) => feeAsset === last?.feeAsset);
  const isWhole = compareExact(exactly(filled), exactly(order.quantity)) >= 0;
  return {
    status: isWhole ? 'closed' : 'canceled',
    venueOrderId: last?.venueOrderId,
    filled,
    average: meanPrice(exactly(cost), exactly(filled)),
    cost,
    fee: sumText(paid.map(({ fee }) => fee)),
    feeAsset: last?.feeAsset,
    reason,
    lastTradeAtMs: last?.atMs,
    atMs,
  };
}
