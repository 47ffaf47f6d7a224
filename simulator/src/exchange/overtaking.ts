import type { Core } from './core.ts';
import type { MarketMaker } from './marketMaker.ts';
import { isOpen, isWaiting, type OrderRecord } from './records.ts';

/** The market maker coming first to an order that is about to be cancelled. */
export interface Overtaking {
  /** Whether an order rests by itself near the best price of its side. */
  canOvertake(order: OrderRecord): boolean;
  /** Fills it. */
  overtake(order: OrderRecord): void;
}

/** Half a percent: farther from the market, a fill would be a crash of the price. */
const reachPpm = 5_000;

export function createOvertaking(core: Core, marketMaker: MarketMaker): Overtaking {
  return {
    canOvertake(order) {
      const { market, state } = order;
      // The other leg of a pair ends with it, which is another story than this.
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
