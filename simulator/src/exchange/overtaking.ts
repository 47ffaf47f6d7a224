import type { Core } from './core.ts';
import type { MarketMaker } from './marketMaker.ts';
import { isOpen, isWaiting, type OrderRecord } from './records.ts';

/** Lets the market maker fill an order that is about to be cancelled. */
export interface Overtaking {
  /** Returns whether an order rests alone, near the best price of its side. */
  canOvertake(order: OrderRecord): boolean;
  /** Fills the order. */
  overtake(order: OrderRecord): void;
}

/** Half a percent: a fill farther away would mean a crash of the price. */
const reachPpm = 5_000;

export function createOvertaking(core: Core, marketMaker: MarketMaker): Overtaking {
  return {
    canOvertake(order) {
      const { market, state } = order;
      // A fill would also end the other leg of a pair, which this fault is not about.
      if (!isOpen(order) || isWaiting(order) || order.pairId !== undefined) return false;
      const { bids, asks } = core.engine.depth(market.name, 1) ?? { bids: [], asks: [] };
      const [best] = (state.side === 'buy' ? bids : asks)[0] ?? [];
      const { price } = state;
      if (best === undefined || price === undefined) return false;
      return Math.abs(best - price) * 1_000_000 <= best * reachPpm;
    },
    overtake: ({ market, state }) => core.follow(marketMaker.take(market, state, core.now())),
  };
}
