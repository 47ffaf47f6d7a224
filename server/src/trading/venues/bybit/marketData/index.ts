import type { VenueMarketData } from '../../defineVenue.ts';
import { bybitCollector } from './collector.ts';
import { bybitListing } from './listing.ts';

export const marketData: VenueMarketData = {
  collector: bybitCollector,
  listings: [bybitListing],
};
