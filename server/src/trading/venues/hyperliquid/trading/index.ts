import type { VenueTrading } from '../../defineVenue.ts';
import { hyperliquidDialect } from './dialect.ts';

export const trading: VenueTrading = {
  dialects: [hyperliquidDialect],
};
