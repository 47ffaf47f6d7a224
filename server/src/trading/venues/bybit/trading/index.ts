import type { VenueTrading } from '../../defineVenue.ts';
import { bybitDialect } from './dialect.ts';

export const trading: VenueTrading = {
  dialects: [bybitDialect],
};
