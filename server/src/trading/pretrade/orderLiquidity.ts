import { levelsToFill } from './expectation.ts';
import { makerFillSec, takerFillSec } from './fillTime.ts';
import { depthUsd, type SidedMarket } from './sidedMarket.ts';
import type { AnalysedOrder, OrderLiquidity } from './types.ts';

/**
 * Compares the order with the displayed depth, as if all of it was taken at once, whatever its
 * type; only `levelsToFill` ends at the price of a limit order. A venue's percentage is its share
 * of all depth.
 */
export function orderLiquidity(market: SidedMarket, order: AnalysedOrder): OrderLiquidity {
  const { view } = market;
  const { quantity, urgency } = order;
  const orderValueUsd = quantity * view.mid * view.quoteUsd;
  const depthAvailableUsd = depthUsd(market);
  return {
    orderValueUsd,
    pctOfTop10Depth: (orderValueUsd / depthUsd(market, 10)) * 100,
    pctOfTop20Depth: (orderValueUsd / depthUsd(market, 20)) * 100,
    levelsToFill: levelsToFill(market, order),
    depthAvailableUsd,
    pctOfAdv: view.advUsd === undefined ? undefined : (orderValueUsd / view.advUsd) * 100,
    fillTimeTakerSec: takerFillSec(market, quantity, urgency),
    fillTimeMakerSec: makerFillSec(market, quantity, urgency),
    venues: view.books.map(({ venue, levels, confidence }) => {
      const shown = levels.reduce((sum, [price, each]) => sum + price * each, 0) * view.quoteUsd;
      return {
        venue,
        pctOfDepth: (shown / depthAvailableUsd) * 100,
        depthUsd: shown,
        confidence,
      };
    }),
  };
}
