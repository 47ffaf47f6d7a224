import { marketClassOf } from '../../model/order.ts';
import type { SymbolParts } from '../../model/symbol.ts';
import { feeRateAt, type UsdNow } from '../feeRate.ts';
import { markHorizons, type ReportFill } from '../types.ts';
import { markoutHorizons } from './types.ts';

/** The value and the cost of one fill; positive is a cost unless it says otherwise. */
export interface MeasuredFill {
  readonly fill: ReportFill;
  /** Price × quantity. */
  readonly valueUsd: number;
  readonly feeUsd: number;
  /** True when today's rate is used for the fee, or none is known and it counts as nothing. */
  readonly isFeeGuessed: boolean;
  /** side × (price − mark) / mark; undefined when no mark price is known, or for spot. */
  readonly slippageBps: number | undefined;
  /** side × (price − mark) × quantity. */
  readonly slippageUsd: number;
  /** side × (mark later − price) / price by `markoutHorizons`; positive is favourable. */
  readonly markoutsBps: readonly (number | undefined)[];
}

const markPlaces = markoutHorizons.map((seconds) => markHorizons.indexOf(seconds));
const noMarkouts = markoutHorizons.map(() => undefined);

/** Returns +1 for a buy and −1 for a sell: the direction in which a higher price costs it. */
export function signOf(side: ReportFill['side']): 1 | -1 {
  return side === 'buy' ? 1 : -1;
}

/** Returns a mark above zero, which can be divided by; undefined when it is not known. */
export function markAt(fill: ReportFill, place: number): number | undefined {
  const mark = fill.marks[place];
  return mark !== undefined && mark > 0 ? mark : undefined;
}

/** Returns undefined for a fill whose worth in USD is not known. */
export function measure(
  fill: ReportFill,
  parts: SymbolParts,
  usdNow: UsdNow,
): MeasuredFill | undefined {
  const { quoteUsd } = fill;
  if (quoteUsd === undefined) return undefined;
  const rate = feeRateAt(fill, parts);
  // Trading §4.4: spot has no mark price.
  const isSpot = marketClassOf(fill.marketType) === 'spot';
  const mark = isSpot ? undefined : markAt(fill, 0);
  const worse = mark === undefined ? 0 : signOf(fill.side) * (fill.price - mark);
  return {
    fill,
    valueUsd: fill.price * fill.quantity * quoteUsd,
    feeUsd: fill.fee * (rate ?? usdNow(fill.feeAsset) ?? 0),
    isFeeGuessed: rate === undefined && fill.fee !== 0,
    slippageBps: mark === undefined ? undefined : (worse / mark) * 10_000,
    slippageUsd: worse * fill.quantity * quoteUsd,
    markoutsBps: isSpot ? noMarkouts : markoutsOf(fill),
  };
}

function markoutsOf(fill: ReportFill): (number | undefined)[] {
  const bpsPerPrice = (signOf(fill.side) / fill.price) * 10_000;
  const markouts: (number | undefined)[] = [];
  for (const place of markPlaces) {
    const later = markAt(fill, place);
    markouts.push(later === undefined ? undefined : bpsPerPrice * (later - fill.price));
  }
  return markouts;
}
