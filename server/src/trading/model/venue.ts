/** An exchange's identifier, lowercase. Texts become one by `parseVenueId`, at a door. */
export type { VenueId } from '@windlass/contract';
