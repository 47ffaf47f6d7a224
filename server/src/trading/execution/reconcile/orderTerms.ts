import { compareExact, exactly, formatExact } from '../../../kit/exact.ts';
import type { VenueOrderState } from '../../venues/venuePort.ts';
import type { StoredOrder } from '../orderStore.ts';
import type { Finding } from './types.ts';

/**
 * Returns true when the venue reports more than is stored. Fills only grow and an order ends once,
 * so an update that is stored later never makes this true.
 */
export function isBehind(stored: StoredOrder, said: VenueOrderState): boolean {
  const growth = compareExact(exactly(said.filled), exactly(stored.filled));
  return growth > 0 || (stored.status === 'open' && said.status !== 'open');
}

/**
 * Returns true when somebody changed the order's terms at the venue. Venues shrink reduce-only
 * orders and OCOs themselves, and move the stop of a trailing order.
 */
export function hasOtherTerms(stored: StoredOrder, said: VenueOrderState): boolean {
  if (stored.type === 'oco') return false;
  const isResized =
    !stored.reduceOnly && compareExact(exactly(said.quantity), exactly(stored.quantity)) !== 0;
  const isTrailing = stored.type === 'trailing_stop';
  return (
    isResized ||
    isOther(stored.price, said.price) ||
    (!isTrailing && isOther(stored.stopPrice, said.stopPrice))
  );
}

/** Compares only when both have a value: a venue may not repeat what it no longer needs. */
function isOther(stored: string | undefined, said: number | undefined): boolean {
  return stored !== undefined && said !== undefined && Number(stored) !== said;
}

/** Describes an order in a few words, for people. */
export function describeOrder(order: {
  readonly status: string;
  readonly filled: string;
  readonly quantity: string;
  readonly price: string | number | undefined;
  readonly stopPrice: string | number | undefined;
}): string {
  const { status, filled, quantity, price, stopPrice } = order;
  const at = price === undefined ? '' : ` at ${Number(price)}`;
  const stop = stopPrice === undefined ? '' : ` stop ${Number(stopPrice)}`;
  const [done, whole] = [formatExact(exactly(filled)), formatExact(exactly(quantity))];
  return `${status}, ${done} of ${whole} filled${at}${stop}`;
}

/** Returns the fields of a finding that name the order. */
export function about(order: StoredOrder) {
  const { id, marketType, symbol } = order;
  return { identity: id, orderId: id, marketType, symbol };
}

/** Returns the finding of a change that no update reported, and that is recorded now. */
export function changedOrder(
  stored: StoredOrder,
  found: Parameters<typeof describeOrder>[0],
  reason: string,
): Finding {
  return {
    ...about(stored),
    kind: 'order_changed',
    expected: describeOrder(stored),
    found: describeOrder(found),
    reason,
    isMended: true,
  };
}
