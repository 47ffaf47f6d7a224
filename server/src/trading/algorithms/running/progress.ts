import { exactly, formatExact, meanPrice, subtractExact } from '../../../kit/exact.ts';
import { roundTo } from '../../../kit/numbers.ts';
import type { Side } from '../../model/order.ts';
import type { AlgorithmProgress, AlgorithmRecord, AlgorithmTca } from '../types.ts';
import { withinLimit } from './guards.ts';

const bps = 10_000;

/** Returns exactly the rest of the quantity: together with the filled part it is the whole. */
export function remainingOf({ quantity, run }: Pick<AlgorithmRecord, 'quantity' | 'run'>): number {
  return Number(formatExact(subtractExact(exactly(quantity), exactly(run.filled))));
}

/** Returns the progress (Orderbook §2.5). */
export function progressOf(record: AlgorithmRecord): AlgorithmProgress {
  const { run, quantity } = record;
  const filled = Number(run.filled);
  const share = filled / Number(quantity);
  return {
    filled,
    remaining: remainingOf(record),
    // Orderbook §3: a rest that nobody could trade is no shortfall.
    fillPct: run.isDust ? 100 : roundTo(share * 100, 8),
    vwap: vwapOf(record),
    childrenFilled: run.childrenFilled,
    children: run.nextChild - 1,
    feesQuote: Number(run.feesQuote),
    fees: run.fees.map(({ asset, amount }) => ({ asset, amount: Number(amount) })),
  };
}

/** Returns costs against the arrival price, and against the time-weighted mid while it ran. */
export function tcaOf(record: AlgorithmRecord): AlgorithmTca {
  const { arrivalPrice, run } = record;
  const vwap = vwapOf(record);
  const intervalTwap = run.midTimeMs > 0 ? run.midSum / run.midTimeMs : undefined;
  const slippageBps = costAgainst(record, vwap, arrivalPrice);
  const cost = Number(run.cost);
  const feesBps = cost > 0 ? (Number(run.feesQuote) / cost) * bps : undefined;
  return {
    arrivalPrice,
    vwap,
    slippageBps,
    intervalTwap,
    feesBps,
    twapSlippageBps: costAgainst(record, vwap, intervalTwap),
    costBps: slippageBps === undefined || feesBps === undefined ? undefined : slippageBps + feesBps,
  };
}

/** Returns how much worse the mean price is than a benchmark, in bps of it. Positive is a cost. */
function costAgainst(
  { side }: AlgorithmRecord,
  vwap: number | undefined,
  benchmark: number | undefined,
): number | undefined {
  if (vwap === undefined || benchmark === undefined) return undefined;
  const beyond = side === 'buy' ? vwap - benchmark : benchmark - vwap;
  return (beyond / benchmark) * bps;
}

function vwapOf({ run, side, limitPrice }: AlgorithmRecord): number | undefined {
  const mean = meanPrice(exactly(run.cost), exactly(run.filled));
  return mean === undefined ? undefined : notBeyond(side, mean, limitPrice);
}

/** Venues round the cost of an order, so its mean price may be a trace beyond its limit. */
const costTrace = 1e-8;

/** Returns a mean price, capped at its limit if only the rounding of its cost is beyond it. */
export function notBeyond(side: Side, mean: number, limitPrice: number | undefined): number {
  const held = withinLimit(side, mean, limitPrice);
  return Math.abs(mean - held) <= held * costTrace ? held : mean;
}
