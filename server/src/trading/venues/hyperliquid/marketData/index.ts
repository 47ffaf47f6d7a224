import type { VenueMarketData } from '../../defineVenue.ts';
import { hyperliquidCollector } from './collector.ts';
import { hyperliquidListing } from './listing.ts';

export const marketData: VenueMarketData = {
  collector: hyperliquidCollector,
  listings: [hyperliquidListing],
};
