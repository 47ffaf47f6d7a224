import type { Quote, TopOfBook } from '../../shared/books/quotes.ts';

/** A simultaneous buy at one venue and sale at another, before fees. */
export interface Arbitrage {
  readonly buy: Quote;
  readonly sell: Quote;
  /** Quantity that both quotes have. */
  readonly quantity: number;
  readonly grossBps: number;
}

/** Returns the arbitrage when one venue's best bid is above another's best ask (Orderbook §2.2). */
export function arbitrageOf({ bid, ask }: TopOfBook): Arbitrage | undefined {
  if (!bid || !ask || bid.price <= ask.price || bid.venue === ask.venue) return undefined;
  return {
    buy: ask,
    sell: bid,
    quantity: Math.min(bid.quantity, ask.quantity),
    grossBps: ((bid.price - ask.price) / ask.price) * 10_000,
  };
}
