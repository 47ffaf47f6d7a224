import { AppError } from '../../kit/errors.ts';
import type { VenueId } from '../model/venue.ts';
import type { ListedMarket } from '../venues/marketPort.ts';
import type { NamedMarket } from './terms.ts';

/** The rules of exchanges for orders. */
export interface OrderMarkets {
  /**
   * Returns the rules of a market; undefined while the list is unknown, or when it has no such
   * market.
   */
  rulesOf(exchange: VenueId, symbol: NamedMarket['symbol']): ListedMarket | undefined;
  /** Returns true when the list of an exchange is known. */
  knows(exchange: VenueId): boolean;
  /** Loads unknown lists and waits for them for a while; with a venue, loads only its list. */
  prepare(venue?: VenueId): Promise<void>;
}

/** Returns the market as its exchange lists it. Throws MARKETS_UNAVAILABLE or SYMBOL_NOT_FOUND. */
export async function findListed(
  markets: OrderMarkets,
  venue: VenueId,
  { symbol, marketType }: NamedMarket,
): Promise<ListedMarket> {
  // Only this list is loaded: an unreachable exchange must not delay orders at another.
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
