import { symbolParts } from '../../model/symbol.ts';
import { feeRateAt, type UsdNow } from '../feeRate.ts';
import { Sum } from '../sum.ts';
import type { ReportFill, ShortfallOrder } from '../types.ts';
import { markAt, signOf } from './measure.ts';
import type { OrderShortfall } from './types.ts';

export interface ShortfallTally {
  add(fill: ReportFill): void;
  /** Undefined when the account had no share in it, or its quote's worth in USD is not known. */
  report(): OrderShortfall | undefined;
}

/**
 * Implementation shortfall: the cost of an order compared with a fill of all of it at its arrival
 * price, A. Its parts sum up to the whole (Perold 1988; the split is that of Kissell and Glantz,
 * "Optimal Trading Strategies", 2003). For a buy (a sell is the mirror image), with m the market's
 * price at a fill of x at p, and m₁ that of the first fill:
 *
 *   delay        (m₁ − A) x
 *   timing       (m − m₁) x
 *   spread       (p − m) x for a maker, half the book's spread × x for a taker
 *   impact       the rest of (p − m) x
 *   fees         as charged
 *   opportunity  (E − A) × the unfilled quantity, E the market's last price
 *
 * If m is not known for a fill, p is used for m: its whole cost is delay or timing.
 */
export function createShortfallTally(order: ShortfallOrder, usdNow: UsdNow): ShortfallTally {
  const symbol = symbolParts(order.symbol);
  const sign = signOf(order.side);
  const sums = createSums();
  let firstMark: number | undefined;
  let firstUsd: number | undefined;
  let isUnvalued = false;
  let unmarkedFills = 0;

  function add(fill: ReportFill): void {
    const quoteUsd = fill.quoteUsd ?? usdNow(symbol.quote);
    const mark = markAt(fill, 0);
    sums.filled.add(fill.quantity);
    if (mark === undefined) unmarkedFills += 1;
    if (quoteUsd === undefined) {
      isUnvalued = true;
      return;
    }
    firstUsd ??= quoteUsd;
    firstMark ??= mark ?? fill.price;
    const usd = fill.quantity * quoteUsd;
    sums.delay.add(sign * (firstMark - order.arrivalPrice) * usd);
    sums.timing.add(sign * ((mark ?? fill.price) - firstMark) * usd);
    sums.fees.add(fill.fee * (feeRateAt(fill, symbol) ?? usdNow(fill.feeAsset) ?? 0));
    if (mark !== undefined) split(fill, sign * (fill.price - mark), usd);
    sums.whole.add(sign * (fill.price - order.arrivalPrice) * usd);
  }

  /** Splits the difference between the price and the market's price into spread and impact. */
  function split({ liquidity, halfSpread }: ReportFill, worse: number, usd: number): void {
    const spread = liquidity === 'maker' ? worse : (halfSpread ?? worse);
    sums.spread.add(spread * usd);
    sums.impact.add((worse - spread) * usd);
  }

  return {
    add,
    report() {
      const quoteUsd = firstUsd ?? usdNow(symbol.quote);
      const share = shareOf(order, sums.filled.value);
      if (quoteUsd === undefined || isUnvalued || share.quantity <= 0) return undefined;
      return { order, unmarkedFills, ...costOf({ order, sums, share, quoteUsd }) };
    },
  };
}

type Sums = ReturnType<typeof createSums>;

function createSums() {
  return {
    filled: new Sum(),
    delay: new Sum(),
    timing: new Sum(),
    spread: new Sum(),
    impact: new Sum(),
    fees: new Sum(),
    whole: new Sum(),
  };
}

interface Share {
  /** The account's part of the order, and what nobody filled of that part. */
  readonly quantity: number;
  readonly unfilled: number;
}

/**
 * Returns an account's share of an order: in proportion to what it filled; if nobody filled
 * anything, an equal part.
 */
function shareOf(order: ShortfallOrder, filled: number): Share {
  const allFilled = Math.max(order.filled, filled);
  const share = allFilled > 0 ? filled / allFilled : 1 / Math.max(1, order.accounts);
  const unfilled = Math.max(0, order.quantity - allFilled) * share;
  return { quantity: filled + unfilled, unfilled };
}

interface Execution {
  readonly order: ShortfallOrder;
  readonly sums: Sums;
  readonly share: Share;
  readonly quoteUsd: number;
}

function costOf({ order, sums, share, quoteUsd }: Execution) {
  const drift = signOf(order.side) * (order.endPrice - order.arrivalPrice);
  const opportunityUsd = drift * share.unfilled * quoteUsd;
  return {
    quantity: share.quantity,
    filled: sums.filled.value,
    orderedUsd: order.arrivalPrice * share.quantity * quoteUsd,
    delayUsd: sums.delay.value,
    spreadUsd: sums.spread.value,
    impactUsd: sums.impact.value,
    timingUsd: sums.timing.value,
    feesUsd: sums.fees.value,
    opportunityUsd,
    // It is not the sum of the parts: that the two are equal proves the parts.
    totalUsd: sums.whole.value + sums.fees.value + opportunityUsd,
  };
}
