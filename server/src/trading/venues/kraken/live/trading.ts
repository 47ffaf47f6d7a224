import type { VenueTrading } from '../../defineVenue.ts';
import { krakenFuturesDialect } from './futuresDialect.ts';
import { krakenSpotDialect } from './spotDialect.ts';

export const trading: VenueTrading = {
  dialects: [krakenSpotDialect, krakenFuturesDialect],
};
