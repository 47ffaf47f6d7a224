import { addExact, exactly, formatExact, zeroExact } from '../../kit/exact.ts';
import type { AccountId } from '../model/account.ts';
import type { VenueFill, VenueOrderState } from '../venues/venuePort.ts';
import type { OrderOutcome, StoredFill } from './orderStore.ts';

/** What a venue says of an order, as it is stored. */
export function toOutcome(state: VenueOrderState): OrderOutcome {
  // An order pays in one asset; of a venue that says several, the first stands here and the fills
  // tell the rest.
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

/** The venue is given our id without its dashes, so that its word leads back without a search. */
export function toVenueClientId(id: string): string {
  return id.replaceAll('-', '');
}

/** Our id again; undefined for a client id that is not of our making. */
export function fromVenueClientId(clientId: string | undefined): string | undefined {
  const match = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(
    clientId ?? '',
  );
  return match ? match.slice(1).join('-') : undefined;
}

/** Exact sum of the quantities of fills. */
export function filledBy(fills: readonly { readonly quantity: string }[]): string {
  return sumText(fills.map(({ quantity }) => quantity));
}

/** Exact sum of decimal texts. */
export function sumText(texts: readonly string[]): string {
  return formatExact(texts.map(exactly).reduce(addExact, zeroExact));
}
