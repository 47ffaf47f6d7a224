import type { VenueTrading } from '../../defineVenue.ts';
import { gateioDialect } from './dialect.ts';

export const trading: VenueTrading = {
  dialects: [gateioDialect],
};
