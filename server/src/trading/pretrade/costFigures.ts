import { assert } from '../../kit/assert.ts';
import { slippageBps } from '../model/walk.ts';
import type { Expectation, ExpectedPart } from './expectation.ts';
import { calibratedImpactBps, impactBps } from './impact.ts';
import { withoutNoise } from './noise.ts';
import type { SidedMarket } from './sidedMarket.ts';
import type { OrderCost } from './types.ts';

type CostFigures = Omit<OrderCost, 'confidence'>;

/**
 * Returns the costs of an expectation (Trading §4.5), in bps of the order's value at the mid. Fees
 * are weighted by the quantity that each venue fills. The total is fee + slippage + impact, in this
 * order to the last digit; a venue's total has no impact, which belongs to the whole order.
 */
export function costFigures(market: SidedMarket, expectation: Expectation): CostFigures {
  const { side, bestTaken, view } = market;
  const { quantity, parts } = expectation;
  const whole = partFigures(market, parts);
  const impact = impactFigures(market, expectation);
  const totalBps = whole.feeBps + whole.slippageBps + impact.impactBps;
  const toUsd = (bps: number) => (quantity * view.mid * view.quoteUsd * bps) / 10_000;
  return {
    totalBps,
    totalUsd: toUsd(totalBps),
    executionPrice: executionPrice(market, expectation, {
      vwap: whole.vwap,
      impactBps: impact.impactBps,
    }),
    feeBps: whole.feeBps,
    feeUsd: toUsd(whole.feeBps),
    feeType: feeType(parts),
    slippageBps: whole.slippageBps,
    slippageUsd: toUsd(whole.slippageBps),
    impactBps: impact.impactBps,
    impactUsd: toUsd(impact.impactBps),
    impactCalibratedBps: impact.calibratedBps,
    arrivalPrice: bestTaken,
    vwap: whole.vwap,
    vsMidBps: whole.slippageBps,
    vsArrivalBps: slippageBps(side, whole.vwap, bestTaken),
    venues: venueCosts(market, parts),
  };
}

/** Returns quantity, mean price and mean fee of parts of an order. */
function partFigures(market: SidedMarket, parts: readonly ExpectedPart[]) {
  const vwap = meanOf(parts, ({ price }) => price);
  return {
    quantity: withoutNoise(parts.reduce((sum, { quantity }) => sum + quantity, 0)),
    vwap,
    feeBps: meanOf(parts, ({ book, isTaker }) => (isTaker ? book.takerBps : book.makerBps)),
    slippageBps: slippageBps(market.side, vwap, market.view.mid),
  };
}

/** Weighted by quantity. Relative to the first, so that equal figures have exactly that mean. */
function meanOf(parts: readonly ExpectedPart[], figureOf: (part: ExpectedPart) => number): number {
  const [first] = parts;
  assert(first !== undefined, 'an order has parts');
  const origin = figureOf(first);
  let quantity = 0;
  let beyond = 0;
  for (const part of parts) {
    quantity += part.quantity;
    beyond += part.quantity * (figureOf(part) - origin);
  }
  return origin + beyond / quantity;
}

/** Zero without ADV (Trading §4.5 lowers confidence instead). */
function impactFigures({ view }: SidedMarket, { impactQuantity }: Expectation) {
  const { advUsd, dailyVolatilityBps } = view;
  if (advUsd === undefined) return { impactBps: 0, calibratedBps: undefined };
  const valueUsd = impactQuantity * view.mid * view.quoteUsd;
  return {
    impactBps: impactBps((valueUsd / advUsd) * 100),
    calibratedBps:
      dailyVolatilityBps === undefined
        ? undefined
        : calibratedImpactBps(valueUsd, advUsd, dailyVolatilityBps),
  };
}

/** Returns the mean price including the impact, never beyond the limit price. */
function executionPrice(
  { side, view }: SidedMarket,
  { limitPrice }: Expectation,
  figures: { readonly vwap: number; readonly impactBps: number },
): number {
  const moved = (view.mid * figures.impactBps) / 10_000;
  if (side === 'buy') return Math.min(figures.vwap + moved, limitPrice ?? Infinity);
  return Math.max(figures.vwap - moved, limitPrice ?? 0);
}

function feeType(parts: readonly ExpectedPart[]): OrderCost['feeType'] {
  if (parts.every(({ isTaker }) => isTaker)) return 'taker';
  return parts.some(({ isTaker }) => isTaker) ? 'mixed' : 'maker';
}

function venueCosts(market: SidedMarket, parts: readonly ExpectedPart[]): OrderCost['venues'] {
  return market.view.books.flatMap((book) => {
    const own = parts.filter((part) => part.book === book);
    if (own.length === 0) return [];
    const { quantity, feeBps, slippageBps: slippage } = partFigures(market, own);
    return {
      venue: book.venue,
      quantity,
      feeBps,
      slippageBps: slippage,
      totalBps: feeBps + slippage,
      confidence: book.confidence,
    };
  });
}
