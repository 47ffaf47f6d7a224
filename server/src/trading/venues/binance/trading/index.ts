import type { VenueTrading } from '../../defineVenue.ts';
import { binanceDialect } from './dialect.ts';
import { binancePortfolioDialect } from './portfolio/dialect.ts';

export const trading: VenueTrading = {
  dialects: [binanceDialect],
  portfolioDialects: [binancePortfolioDialect],
};
