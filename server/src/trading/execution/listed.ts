import { AppError } from '../../kit/errors.ts';
import type { VenueId } from '../model/venue.ts';
import type { ListedMarket } from '../venues/marketPort.ts';
import type { NamedMarket } from './terms.ts';

/** What an exchange demands of orders. */
export interface OrderMarkets {
  /** Undefined while the list is not known, or when it has no such market. */
  rulesOf(exchange: VenueId, symbol: NamedMarket['symbol']): ListedMarket | undefined;
  /** Whether the list of an exchange is known. */
  knows(exchange: VenueId): boolean;
  /**
   * Has lists that are not known loaded, and waits for them for a while; where a venue is named,
   * for its list alone.
   */
  prepare(venue?: VenueId): Promise<void>;
}

/** The market as its exchange lists it. MARKETS_UNAVAILABLE, SYMBOL_NOT_FOUND. */
export async function findListed(
  markets: OrderMarkets,
  venue: VenueId,
  { symbol, marketType }: NamedMarket,
): Promise<ListedMarket> {
  // An exchange that cannot be reached must not hold up the orders at another.
  if (!markets.knows(venue)) await markets.prepare(venue);
  const data = { exchange: venue, symbol, market_type: marketType };
  if (!markets.knows(venue)) {
    const message = `The markets of ${venue} are not known yet. Try again shortly.`;
    throw new AppError('MARKETS_UNAVAILABLE', { message, data });
  }
  const market = markets.rulesOf(venue, symbol);
  if (market?.kind === marketType) return market;
  const message = `${venue} lists no ${marketType} market ${symbol}.`;
  throw new AppError('SYMBOL_NOT_FOUND', { message, data });
}
