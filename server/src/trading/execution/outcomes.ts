import { addExact, exactly, formatExact, zeroExact } from '../../kit/exact.ts';
import type { AccountId } from '../model/account.ts';
import type { VenueFill, VenueOrderState } from '../venues/venuePort.ts';
import type { OrderOutcome, StoredFill } from './orderStore.ts';

/** Returns a venue's report of an order in the form in which it is stored. */
export function toOutcome(state: VenueOrderState): OrderOutcome {
  // A stored order has fees in one asset; when a venue reports several, the first is stored here
  // and the fills contain the rest.
  const [feeAsset, fee] = Object.entries(state.fees)[0] ?? [];
  const isFilled = Number(state.filled) > 0;
  return {
    status: state.status,
    venueOrderId: state.venueOrderId,
    filled: state.filled,
    ...(isFilled && { average: state.average, cost: state.cost }),
    ...(feeAsset !== undefined && { fee, feeAsset }),
    reason: state.reason,
    lastTradeAtMs: state.lastTradeAtMs,
    atMs: state.updatedAtMs,
  };
}

export function toStoredFill(
  accountId: AccountId,
  { clientId: _clientId, ...fill }: VenueFill,
  orderId: string | undefined,
): StoredFill {
  return { ...fill, accountId, orderId };
}

/**
 * Returns our id without its dashes: the venue's reports then lead to the order without a search.
 */
export function toVenueClientId(id: string): string {
  return id.replaceAll('-', '');
}

/** Returns our id from a client id; undefined for a client id that we did not create. */
export function fromVenueClientId(clientId: string | undefined): string | undefined {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(
    clientId ?? '',
  );
  return match ? match.slice(1).join('-') : undefined;
}

/** Returns the exact sum of the quantities of fills. */
export function filledBy(fills: readonly { readonly quantity: string }[]): string {
  return sumText(fills.map(({ quantity }) => quantity));
}

/** Returns the exact sum of decimal texts. */
export function sumText(texts: readonly string[]): string {
  return formatExact(texts.map(exactly).reduce(addExact, zeroExact));
}
