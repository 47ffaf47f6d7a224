import type { Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueBook } from '../orderbook/types.ts';
import type { AccountFacts } from './facts.ts';
import { isUsable, takenLevels } from './levels.ts';
import type { EligibleBook, MarketView } from './types.ts';
import { mergedQuote } from './worth.ts';

/**
 * Returns the books that an order could take from. Old ones and those of low confidence are
 * included: an analysis warns about them, the router leaves them out.
 */
export function eligibleBooks(
  books: readonly VenueBook[],
  facts: readonly AccountFacts[],
  side: Side,
): EligibleBook[] {
  return books.filter(isUsable).flatMap((book) => {
    const { stalenessMs, confidence } = book.health();
    const bestBid = book.bestBid()?.[0];
    const bestAsk = book.bestAsk()?.[0];
    if (bestBid === undefined || bestAsk === undefined) return [];
    const own = facts.filter(({ account }) => account.venue === book.venue);
    return {
      venue: book.venue,
      levels: takenLevels(book, side),
      bestBid,
      bestAsk,
      stalenessMs,
      confidence,
      makerBps: Math.min(...own.map(({ makerBps }) => makerBps)),
      takerBps: Math.min(...own.map(({ takerBps }) => takerBps)),
    };
  });
}

/** Returns the view of a market; needs at least one book. */
export function viewOf(
  symbol: InstrumentSymbol,
  books: readonly EligibleBook[],
  known: Pick<MarketView, 'quoteUsd' | 'advUsd' | 'isAdvComplete' | 'dailyVolatilityBps'>,
): MarketView {
  return { symbol, books, mid: mergedQuote(books).mid, ...known };
}
