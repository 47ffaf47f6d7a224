import {
  addExact,
  exactly,
  formatExact,
  meanPrice,
  multiplyExact,
  subtractExact,
  zeroExact,
} from '../../../kit/exact.ts';
import type { StoredOrder } from '../../execution/types.ts';
import { type InstrumentSymbol, symbolParts } from '../../model/symbol.ts';
import type { Plan } from './types.ts';

const bps = 10_000;

/** Returns the exact sum of what its slices filled, base units. */
export function executedOf({ slices }: Pick<Plan, 'slices'>): string {
  return formatExact(slices.map(({ filled }) => exactly(filled)).reduce(addExact, zeroExact));
}

/** Returns the exact rest of the quantity: with `executedOf` it is the whole to the last digit. */
export function unfilledOf(plan: Pick<Plan, 'quantity' | 'slices'>): string {
  return formatExact(subtractExact(exactly(plan.quantity), exactly(executedOf(plan))));
}

/** Returns the mean price of the fills; undefined before a fill. */
export function actualVwap({ slices }: Pick<Plan, 'slices'>): number | undefined {
  let [cost, quantity] = [zeroExact, zeroExact];
  for (const { filled, avgFillPrice } of slices) {
    if (avgFillPrice === undefined) continue;
    cost = addExact(cost, multiplyExact(exactly(filled), exactly(avgFillPrice)));
    quantity = addExact(quantity, exactly(filled));
  }
  return meanPrice(cost, quantity);
}

/**
 * Returns the cost of the fills in bps: slippage of their mean price against the plan's mid, a cost
 * when positive, and the fees weighted by quantity. Undefined before a fill, and without a mid.
 */
export function actualCostBps(
  plan: Pick<Plan, 'slices' | 'side' | 'midPrice'>,
): number | undefined {
  const vwap = actualVwap(plan);
  const { midPrice } = plan;
  if (vwap === undefined || midPrice === undefined) return undefined;
  const beyond = plan.side === 'buy' ? vwap - midPrice : midPrice - vwap;
  return (beyond / midPrice) * bps + (paidFeesBps(plan) ?? 0);
}

function paidFeesBps({ slices }: Pick<Plan, 'slices'>): number | undefined {
  return weightedMean(
    slices.map(({ filled, paidFeeBps, feeBps }) => ({
      weight: Number(filled),
      value: paidFeeBps ?? feeBps,
    })),
  );
}

/**
 * Returns the fees of an order, in bps of the filled value; undefined before a fill. A fee in the
 * quote is compared with the value, one in the base with the quantity. A fee in any other asset has
 * no price here, and a fee that the venue has not reported yet is not known: the estimate is used
 * for both, and for a result that is not a number.
 */
export function paidFeeBps(
  order: Pick<StoredOrder, 'filled' | 'average' | 'fee' | 'feeAsset'>,
  symbol: InstrumentSymbol,
  estimatedBps: number,
): number | undefined {
  const { average, feeAsset } = order;
  const filled = Number(order.filled);
  if (filled <= 0) return undefined;
  const fee = Number(order.fee);
  const { base, quote } = symbolParts(symbol);
  const worth = feeAsset === base ? filled : feeAsset === quote ? filled * (average ?? 0) : 0;
  const paidBps = (fee / worth) * bps;
  return Number.isFinite(paidBps) ? paidBps : estimatedBps;
}

function weightedMean(
  values: readonly { readonly weight: number; readonly value: number }[],
): number | undefined {
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  if (total <= 0) return undefined;
  return values.reduce((sum, { weight, value }) => sum + weight * value, 0) / total;
}
