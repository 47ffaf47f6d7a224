import type { InstrumentSymbol } from '../../../src/trading/model/symbol.ts';
import type { VenueId } from '../../../src/trading/model/venue.ts';
import type {
  AnalysedOrder,
  EligibleBook,
  MarketView,
} from '../../../src/trading/pretrade/types.ts';

/** Fixtures of the cost model's tests: books, a market and an order with a test's changes. */

type BookChanges = Partial<Omit<EligibleBook, 'venue'>> & { readonly venue?: VenueId };

/** Returns a fresh book of asks: 10 at 100.02; its bid is 99.98. */
export function bookOf(changes: BookChanges = {}): EligibleBook {
  const { venue = 'binance', ...rest } = changes;
  return {
    levels: [[100.02, 10]],
    bestBid: 99.98,
    bestAsk: 100.02,
    stalenessMs: 0,
    confidence: 1,
    makerBps: 1,
    takerBps: 4,
    ...rest,
    venue,
  };
}

/** Returns a market around 100 with a daily volume of a million USD. */
export function viewOf(
  books: readonly EligibleBook[],
  changes: Partial<MarketView> = {},
): MarketView {
  return {
    symbol: 'BTC/USDT' as InstrumentSymbol,
    books,
    mid: 100,
    quoteUsd: 1,
    advUsd: 1_000_000,
    isAdvComplete: true,
    dailyVolatilityBps: undefined,
    ...changes,
  };
}

/** Returns a market order that buys 1. */
export function orderOf(changes: Partial<AnalysedOrder> = {}): AnalysedOrder {
  return {
    side: 'buy',
    quantity: 1,
    type: 'market',
    limitPrice: undefined,
    urgency: 'normal',
    ...changes,
  };
}
