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

/** The parts of a fill that an order is made of, as it was told or as it is stored. */
type Fill = Pick<VenueFill, 'atMs' | 'fee' | 'feeAsset' | 'price' | 'quantity' | 'venueOrderId'>;

/** Returns true while the fills of an order sum up to more than it says is filled. */
export function isShortOf(order: StoredOrder, fills: readonly Fill[]): boolean {
  return compareExact(exactly(filledBy(fills)), exactly(order.filled)) > 0;
}

/** Returns the order's end as its fills prove it: all of them, oldest first, one at least. */
export function outcomeByFills(
  order: StoredOrder,
  fills: readonly Fill[],
  { reason, atMs }: { readonly reason: string; readonly atMs: number },
): OrderOutcome {
  const filled = filledBy(fills);
  const costs = fills.map(({ price, quantity }) =>
    multiplyExact(exactly(quantity), exactly(price)),
  );
  // To the last digit, as the venue would have said it.
  const cost = formatExact(costs.reduce(addExact, zeroExact));
  const last = fills.at(-1);
  // An order names one asset that it paid in; what it paid in others its fills tell.
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
