import type { VenueMarketData } from '../../defineVenue.ts';
import { binanceCollector } from './collector.ts';
import { binanceListing } from './listing.ts';
import { readWirePrices } from './wirePrices.ts';

export const marketData: VenueMarketData = {
  collector: binanceCollector,
  listings: [binanceListing],
  readPrices: readWirePrices,
};
