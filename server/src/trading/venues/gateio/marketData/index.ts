import type { VenueMarketData } from '../../defineVenue.ts';
import { gateioCollector } from './collector.ts';
import { gateioListing } from './listing.ts';

export const marketData: VenueMarketData = {
  collector: gateioCollector,
  listings: [gateioListing],
};
