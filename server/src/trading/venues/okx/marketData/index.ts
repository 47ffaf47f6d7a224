import type { VenueMarketData } from '../../defineVenue.ts';
import { okxCollector } from './collector.ts';
import { okxListing } from './listing.ts';

export const marketData: VenueMarketData = {
  collector: okxCollector,
  listings: [okxListing],
};
