import { costFigures } from './costFigures.ts';
import { expectFills, expectMaker } from './expectation.ts';
import { makerFillSec, takerFillSec } from './fillTime.ts';
import { withoutNoise } from './noise.ts';
import type { SidedMarket } from './sidedMarket.ts';
import type { AnalysedOrder, Scenarios } from './types.ts';

const smallerBy = 0.8;
const largerBy = 1.2;

/**
 * Returns the costs of the order a fifth smaller and larger, of all of it taken at once, and of all
 * of it resting at the best price of its own side. The last two ignore the price of a limit order;
 * resting makes no impact.
 */
export function scenariosOf(market: SidedMarket, order: AnalysedOrder): Scenarios {
  const { quantity, urgency } = order;
  const resized = (factor: number) => {
    const size = withoutNoise(quantity * factor);
    return { quantity: size, totalBps: totalBps(market, { ...order, quantity: size }) };
  };
  return {
    baseBps: totalBps(market, order),
    smaller: resized(smallerBy),
    larger: resized(largerBy),
    taker: {
      totalBps: totalBps(market, { ...order, type: 'market' }),
      fillTimeSec: takerFillSec(market, quantity, urgency),
    },
    maker: {
      totalBps: costFigures(market, expectMaker(market, quantity)).totalBps,
      fillTimeSec: makerFillSec(market, quantity, urgency),
    },
  };
}

function totalBps(market: SidedMarket, order: AnalysedOrder): number {
  return costFigures(market, expectFills(market, order)).totalBps;
}
