/** Identifiers of exchanges, lowercase. Texts become one by `parseVenueId`, at a door. */
export { orderbookVenues as orderbookVenueIds, type VenueId, venueIds } from '@windlass/contract';
