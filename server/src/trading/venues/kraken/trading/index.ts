import type { VenueTrading } from '../../defineVenue.ts';
import { krakenFuturesDialect } from './futures/dialect.ts';
import { krakenSpotDialect } from './spot/dialect.ts';

export const trading: VenueTrading = {
  dialects: [krakenSpotDialect, krakenFuturesDialect],
};
