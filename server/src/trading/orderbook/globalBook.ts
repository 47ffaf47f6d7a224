import type { InstrumentSymbol } from '../model/symbol.ts';
import type { BestQuote, GlobalBook, VenueBook } from './types.ts';

/**
 * Merges the tops of several venues' books (Orderbook §2.2). Best quotes come from venues that are
 * not UNAVAILABLE; every venue with data is listed. At equal prices the larger quantity wins, then
 * the earlier venue, so that the answer is deterministic.
 */
export function mergeBooks(
  symbol: InstrumentSymbol,
  books: readonly VenueBook[],
  atMs: number,
): GlobalBook {
  let bestBid: BestQuote | undefined;
  let bestAsk: BestQuote | undefined;
  const venues = books.map((book) => {
    const bid = book.bestBid();
    const ask = book.bestAsk();
    const { confidence, quality } = book.health();
    if (quality !== 'UNAVAILABLE') {
      if (bid && improves(bid, bestBid, 1)) bestBid = quote(bid, book);
      if (ask && improves(ask, bestAsk, -1)) bestAsk = quote(ask, book);
    }
    return { venue: book.venue, bid: bid?.[0], ask: ask?.[0], confidence };
  });
  return { symbol, atMs, bestBid, bestAsk, venues };
}

/** @param sign 1 when higher prices are better (bids), −1 when lower ones are. */
function improves(
  [price, quantity]: readonly [number, number],
  best: BestQuote | undefined,
  sign: 1 | -1,
): boolean {
  if (!best) return true;
  if (price === best.price) return quantity > best.quantity;
  return price * sign > best.price * sign;
}

function quote([price, quantity]: readonly [number, number], book: VenueBook): BestQuote {
  return { price, quantity, venue: book.venue };
}
