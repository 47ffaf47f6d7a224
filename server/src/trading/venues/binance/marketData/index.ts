import type { VenueMarketData } from '../../defineVenue.ts';
import { binanceCollector } from './collector.ts';
import { binanceListing } from './listing.ts';

export const marketData: VenueMarketData = {
  collector: binanceCollector,
  listings: [binanceListing],
};
