import { type VenueId, venueFacts } from '@windlass/contract';

/** Identifiers of exchanges, lowercase. Texts become one by `parseVenueId`, at a door. */
export { orderbookVenues as orderbookVenueIds, type VenueId, venueIds } from '@windlass/contract';

/** Returns the name as the exchange writes it. */
export function venueNameOf(venue: VenueId): string {
  return venueFacts[venue].name;
}
