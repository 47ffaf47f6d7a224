import { costConfidence } from './confidence.ts';
import { costFigures } from './costFigures.ts';
import { type Expectation, expectFills } from './expectation.ts';
import { orderLiquidity } from './orderLiquidity.ts';
import { orderSummary } from './orderSummary.ts';
import { scenariosOf } from './scenarios.ts';
import { depthUsd, type SidedMarket, sidedMarket } from './sidedMarket.ts';
import type { AnalysedOrder, MarketAnalysis, MarketView } from './types.ts';
import { type BeyondDepth, estimateWarnings } from './warnings.ts';

export { failedSummary } from './failedSummary.ts';

/** Estimates the cost of an order in a market as it is displayed (Trading §2.7, §4.5). */
export function analyse(
  view: MarketView,
  order: AnalysedOrder,
  withScenarios: boolean,
): MarketAnalysis {
  const market = sidedMarket(withMeasuredAdv(view), order.side);
  const expectation = expectFills(market, order);
  const liquidity = orderLiquidity(market, order);
  const figures = costFigures(market, expectation);
  const { confidence, factors } = confidenceIn(market, expectation, liquidity.pctOfTop20Depth);
  const warnings = estimateWarnings({
    pctOfTop20Depth: liquidity.pctOfTop20Depth,
    beyond: beyondOf(market, expectation),
    pctOfAdv: liquidity.pctOfAdv,
    stalenessMs: stalenessMs(expectation),
    spreadBps: market.spreadBps,
    impactBps: figures.impactBps,
    confidence,
  });
  const cost = { ...figures, confidence };
  return {
    liquidity,
    cost,
    scenarios: withScenarios ? scenariosOf(market, order) : undefined,
    summary: orderSummary({ market, order, expectation, liquidity, cost, warnings, factors }),
  };
}

function beyondOf(
  market: SidedMarket,
  { beyondDepth, quantity }: Expectation,
): BeyondDepth | undefined {
  if (beyondDepth === 0) return undefined;
  return { quantity, shown: market.quantity, shownUsd: depthUsd(market) };
}

/** A volume of zero gives no share to calculate with: it counts as unknown. */
function withMeasuredAdv(view: MarketView): MarketView {
  return view.advUsd !== undefined && view.advUsd > 0 ? view : { ...view, advUsd: undefined };
}

function confidenceIn(market: SidedMarket, expectation: Expectation, pctOfTop20Depth: number) {
  return costConfidence({
    stalenessMs: stalenessMs(expectation),
    pctOfTop20Depth,
    beyondShare: expectation.beyondDepth / expectation.quantity,
    spreadBps: market.spreadBps,
    isAdvKnown: market.view.advUsd !== undefined,
    isAdvComplete: market.view.isAdvComplete,
  });
}

/** Returns the age of the oldest book that fills a part of the order: others do not matter. */
function stalenessMs({ parts }: Expectation): number {
  return Math.max(...parts.map(({ book }) => book.stalenessMs));
}
