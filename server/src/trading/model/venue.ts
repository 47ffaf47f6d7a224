declare const brand: unique symbol;

/** An exchange's identifier, lowercase. Made by `parseVenueId` in routes and by venue folders. */
export type VenueId = string & { readonly [brand]: 'VenueId' };
