import type { VenueMarketData } from '../../defineVenue.ts';
import { krakenCollector } from './collector.ts';
import { krakenFuturesListing } from './futures/listing.ts';
import { krakenSpotListing } from './spot/listing.ts';

export const marketData: VenueMarketData = {
  collector: krakenCollector,
  listings: [krakenSpotListing, krakenFuturesListing],
};
