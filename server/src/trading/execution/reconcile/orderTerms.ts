import { compareExact, exactly, formatExact } from '../../../kit/exact.ts';
import type { VenueOrderState } from '../../venues/venuePort.ts';
import type { StoredOrder } from '../orderStore.ts';

/**
 * Whether the store has not heard yet what the venue says. Fills only grow and an order ends once,
 * so this never turns true by what comes later.
 */
export function isBehind(stored: StoredOrder, said: VenueOrderState): boolean {
  const growth = compareExact(exactly(said.filled), exactly(stored.filled));
  return growth > 0 || (stored.status === 'open' && said.status !== 'open');
}

/**
 * Whether somebody changed at the venue what the order asks for. A venue cuts reduce-only orders
 * and pairs by itself, and moves the stop of one that trails.
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

/** Only where both say one: a venue may not repeat what it does not need any more. */
function isOther(stored: string | undefined, said: number | undefined): boolean {
  return stored !== undefined && said !== undefined && Number(stored) !== said;
}

/** An order in a few words, for people. */
export function words(order: {
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
