import type { Quote, TopOfBook } from '../../shared/books/quotes.ts';

/** Buying at one venue and selling at another at once, before fees. */
export interface Arbitrage {
  readonly buy: Quote;
  readonly sell: Quote;
  /** What both of the quotes hold. */
  readonly quantity: number;
  readonly grossBps: number;
}

/** The best bid of one venue above the best ask of another (Orderbook §2.2). */
export function arbitrageOf({ bid, ask }: TopOfBook): Arbitrage | undefined {
  if (!bid || !ask || bid.price <= ask.price || bid.venue === ask.venue) return undefined;
  return {
    buy: ask,
    sell: bid,
    quantity: Math.min(bid.quantity, ask.quantity),
    grossBps: ((bid.price - ask.price) / ask.price) * 10_000,
  };
}
