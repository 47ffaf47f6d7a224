import type { VenueMarketData } from '../defineVenue.ts';
import { krakenCollector } from './collector.ts';
import { krakenFuturesListing, krakenSpotListing } from './listing.ts';

export const marketData: VenueMarketData = {
  collector: krakenCollector,
  listings: [krakenSpotListing, krakenFuturesListing],
};
