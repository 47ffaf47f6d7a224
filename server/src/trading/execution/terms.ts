import { AppError } from '../../kit/errors.ts';
import { unreachedReason } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import { type MarketType, marketTypeOf } from '../model/order.ts';
import { type InstrumentSymbol, inverseRefusal, parseSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';

/** A market as a caller names it. */
export interface NamedMarket {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
}

/**
 * Returns the market that is meant (Trading §4.1): swap when no market type is given and the symbol
 * has a settle asset, else spot. Throws VALIDATION_FAILED when symbol and market type contradict
 * each other.
 */
export function namedMarket(text: string, said: MarketType | undefined): NamedMarket {
  const symbol = parseSymbol(text);
  if (!symbol) {
    const message = `symbol must be like BTC/USDT, or BTC/USDT:USDT for a derivative, not ${text}`;
    throw invalid('symbol', message, text);
  }
  const named = marketTypeOf(symbol);
  const marketType = said ?? (named === 'spot' ? 'spot' : 'swap');
  if (named === marketType) return { symbol, marketType };
  throw invalid('market_type', contradiction(text, marketType, named === 'future'), marketType);
}

/**
 * Throws NOT_SUPPORTED for an inverse contract. Everything that trades or prepares trading calls
 * this first; cancels and reads do not.
 */
export function requireNotInverse(venues: readonly VenueId[], symbol: InstrumentSymbol): void {
  const message = inverseRefusal(venues, symbol);
  if (message === undefined) return;
  const exchange = [...new Set(venues)].join(', ');
  throw new AppError('NOT_SUPPORTED', { message, data: { exchange, symbol } });
}

/** Throws NOT_SUPPORTED for markets of a kind that the account does not trade. */
export function requireReached(account: Account, marketType: MarketType): void {
  const why = unreachedReason(account, marketType);
  if (why === undefined) return;
  const data = { exchange: account.venue, market_type: marketType };
  throw new AppError('NOT_SUPPORTED', { message: `Error - ${why}.`, data });
}

/** Returns the market type of a query that may name a symbol: spot when neither is given. */
export function queriedMarketType(
  symbol: string | undefined,
  said: MarketType | undefined,
): MarketType {
  if (said !== undefined) return said;
  return symbol?.includes(':') ? 'swap' : 'spot';
}

/** Returns the symbol of a query, if it names one. */
export function queriedSymbol(text: string | undefined): InstrumentSymbol | undefined {
  if (text === undefined) return undefined;
  const symbol = parseSymbol(text);
  if (symbol) return symbol;
  throw invalid('symbol', 'symbol must be like BTC/USDT or BTC/USDT:USDT', text);
}

function contradiction(symbol: string, marketType: MarketType, isDated: boolean): string {
  if (isDated) return `${symbol} is a dated future: its market_type is 'future'`;
  const own = symbol.includes(':') ? 'swap' : 'spot';
  return `${symbol} is a ${own} market, not ${marketType}`;
}

function invalid(field: string, message: string, value: unknown): AppError {
  return new AppError('VALIDATION_FAILED', { issues: [{ field, message, value }] });
}
