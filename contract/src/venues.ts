/** Ids of every exchange, in the order the documents name them. */
export const venueIds = ['binance', 'bybit', 'gateio', 'kraken', 'okx', 'hyperliquid'] as const;
export type VenueId = (typeof venueIds)[number];

/** The exchanges whose books are offered, in the same order. */
export const orderbookVenues = ['binance', 'bybit', 'gateio', 'kraken'] as const;
export type OrderbookVenue = (typeof orderbookVenues)[number];
