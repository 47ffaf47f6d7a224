import type { Clock } from '../../kit/clock.ts';
import { midPrice, spreadBps } from '../model/book.ts';
import type { Side } from '../model/order.ts';
import { type InstrumentSymbol, symbolParts } from '../model/symbol.ts';
import { venueIds } from '../model/venue.ts';
import type { Orderbook, VenueBook } from '../orderbook/types.ts';
import { isUsable, mergeLevels, takenLevels, worthOf } from './levels.ts';
import type { SymbolLiquidity } from './types.ts';

export interface LiquidityDeps {
  readonly orderbook: Pick<Orderbook, 'book'>;
  readonly markets: {
    prepare(): Promise<void>;
    advUsd(symbol: InstrumentSymbol): { readonly usd: number } | undefined;
  };
  /** Returns the USD price of an asset. Throws PRICES_UNAVAILABLE when it is not known. */
  readonly usd: (asset: string) => Promise<number>;
  readonly clock: Clock;
}

/** Returns the liquidity of a symbol in the books that are open already (Trading §4.5). */
export async function liquidityOf(
  { orderbook, markets, usd, clock }: LiquidityDeps,
  symbol: InstrumentSymbol,
): Promise<SymbolLiquidity> {
  const readUsable = () =>
    venueIds.flatMap((venue) => orderbook.book(symbol, venue) ?? []).filter(isUsable);
  if (readUsable().length === 0) return noLiquidity(symbol, clock.now());
  const [quoteUsd] = await Promise.all([usd(symbolParts(symbol).quote), markets.prepare()]);
  // Read again after the wait, so that the books are current.
  const books = readUsable();
  if (books.length === 0) return noLiquidity(symbol, clock.now());
  const bid = Math.max(...books.map((book) => book.bestBid()?.[0] ?? -Infinity));
  const ask = Math.min(...books.map((book) => book.bestAsk()?.[0] ?? Infinity));
  return {
    symbol,
    isAvailable: true,
    atMs: clock.now(),
    mid: midPrice(bid, ask),
    spreadBps: spreadBps(bid, ask),
    advUsd: markets.advUsd(symbol)?.usd,
    depthUsd: { top10: depthOf(books, 10) * quoteUsd, top20: depthOf(books, 20) * quoteUsd },
    venues: books.map((book) => ({
      venue: book.venue,
      bidDepthUsd: worthOf(takenLevels(book, 'sell')) * quoteUsd,
      askDepthUsd: worthOf(takenLevels(book, 'buy')) * quoteUsd,
      spreadBps: book.spreadBps(),
      confidence: book.health().confidence,
    })),
  };
}

/**
 * Returns the depth of bids and asks together, in the quote currency: the best `count` price levels
 * of each side, merged over all books.
 */
function depthOf(books: readonly VenueBook[], count: number): number {
  const sideDepth = (side: Side) => {
    // Deeper levels of a book cannot be among the best of all.
    const merged = mergeLevels(
      books.map((book) => takenLevels(book, side, count)),
      side,
    );
    return worthOf(merged.slice(0, count));
  };
  return sideDepth('sell') + sideDepth('buy');
}

function noLiquidity(symbol: InstrumentSymbol, atMs: number): SymbolLiquidity {
  return {
    symbol,
    isAvailable: false,
    atMs,
    mid: undefined,
    spreadBps: undefined,
    advUsd: undefined,
    depthUsd: { top10: 0, top20: 0 },
    venues: [],
  };
}
