import type { VenueTrading } from '../../defineVenue.ts';
import { okxDialect } from './dialect.ts';

export const trading: VenueTrading = {
  dialects: [okxDialect],
};
