import type { VenueMarketData } from '../defineVenue.ts';
import { gateCollector } from './collector.ts';
import { gateListing } from './listing.ts';

export const marketData: VenueMarketData = {
  collector: gateCollector,
  listings: [gateListing],
};
