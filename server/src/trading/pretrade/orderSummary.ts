import { unreachable } from '../../kit/assert.ts';
import { confidenceLabel } from './confidence.ts';
import type { Expectation } from './expectation.ts';
import { makerFillSec } from './fillTime.ts';
import { recommend } from './recommendation.ts';
import type { SidedMarket } from './sidedMarket.ts';
import { durationText, percentText, sentenceStart, sizeText } from './texts.ts';
import type { AnalysedOrder, OrderCost, OrderLiquidity, Summary, Warning } from './types.ts';

interface Estimate {
  readonly market: SidedMarket;
  readonly order: AnalysedOrder;
  readonly expectation: Expectation;
  readonly liquidity: OrderLiquidity;
  readonly cost: OrderCost;
  readonly warnings: readonly Warning[];
  /** The reasons for lower confidence. */
  readonly factors: readonly string[];
}

/** Describes an estimate in a trader's words (Trading §2.7). */
export function orderSummary(estimate: Estimate): Summary {
  const { cost, liquidity, order, warnings } = estimate;
  const primary = cost.venues.reduce<OrderCost['venues'][number] | undefined>(
    (most, each) => (most && most.quantity >= each.quantity ? most : each),
    undefined,
  );
  return {
    costBps: cost.totalBps,
    costUsd: cost.totalUsd,
    recommendation: recommend(warnings, order),
    primaryVenue: primary?.venue,
    primaryVenuePct: primary && (primary.quantity / order.quantity) * 100,
    timeToFill: timeToFill(estimate),
    sizeContext: sizeText(liquidity.pctOfAdv, liquidity.pctOfTop20Depth),
    breakdown: breakdown(cost),
    warnings,
    confidence: cost.confidence,
    confidenceLabel: confidenceLabel(cost.confidence),
    confidenceFactors: [...estimate.factors, ...expectationFactors(estimate.expectation)],
  };
}

/** Returns the parts of the total, largest first, so that they sum up to it. */
function breakdown(cost: OrderCost): Summary['breakdown'] {
  return [
    { label: 'Exchange fees', bps: cost.feeBps, usd: cost.feeUsd },
    { label: 'Spread and slippage', bps: cost.slippageBps, usd: cost.slippageUsd },
    { label: 'Market impact', bps: cost.impactBps, usd: cost.impactUsd },
  ].sort((a, b) => b.bps - a.bps);
}

/** Returns reasons that make an estimate less certain but do not lower its confidence. */
function expectationFactors({ quantity, resting }: Expectation): readonly string[] {
  if (resting === 0) return [];
  const part = sentenceStart(percentText((resting / quantity) * 100));
  return [`${part} of the order rests at its limit price and may not fill.`];
}

/** Depends on how the order trades: at once, resting, or worked. Undefined without ADV. */
function timeToFill(estimate: Estimate): string | undefined {
  const { liquidity, order } = estimate;
  switch (order.type) {
    case 'market':
      return durationOf(liquidity.fillTimeTakerSec);
    case 'algo':
      return durationOf(liquidity.fillTimeMakerSec);
    case 'limit':
      return limitTimeToFill(estimate);
    default:
      return unreachable(order.type);
  }
}

/** Volume fills a resting order only once the market is at its price, at an unknown time. */
function limitTimeToFill({ market, order, expectation }: Estimate): string | undefined {
  const { limitPrice, quantity, resting } = expectation;
  const text = durationOf(makerFillSec(market, resting, order.urgency));
  // An order that takes a part is at the market already.
  if (text === undefined || limitPrice === undefined || resting < quantity) return text;
  const { bestJoined, side } = market;
  const isAway = side === 'buy' ? limitPrice < bestJoined : limitPrice > bestJoined;
  return isAway ? `${text} once the market is at the limit price` : text;
}

function durationOf(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : durationText(seconds);
}
