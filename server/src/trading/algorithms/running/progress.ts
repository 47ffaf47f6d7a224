import { exactly, formatExact, subtractExact } from '../../../kit/exact.ts';
import { roundTo } from '../../../kit/numbers.ts';
import type { AlgorithmProgress, AlgorithmRecord, AlgorithmTca } from '../types.ts';

const bps = 10_000;

/** Exactly what is left of the quantity: with what is filled it is the whole to the last digit. */
export function remainingOf({ quantity, run }: Pick<AlgorithmRecord, 'quantity' | 'run'>): number {
  return Number(formatExact(subtractExact(exactly(quantity), exactly(run.filled))));
}

/** Orderbook §2.5. */
export function progressOf(record: AlgorithmRecord): AlgorithmProgress {
  const { run, quantity } = record;
  const filled = Number(run.filled);
  const share = filled / Number(quantity);
  return {
    filled,
    remaining: remainingOf(record),
    // Orderbook §3: what nobody could trade is no shortfall.
    fillPct: run.isDust ? 100 : roundTo(share * 100, 8),
    vwap: vwapOf(record),
    childrenFilled: run.childrenFilled,
    children: run.nextChild - 1,
    feesQuote: Number(run.feesQuote),
    fees: run.fees.map(({ asset, amount }) => ({ asset, amount: Number(amount) })),
  };
}

/** Costs against the arrival price and against the time-weighted mid while it ran. */
export function tcaOf(record: AlgorithmRecord): AlgorithmTca {
  const { arrivalPrice, run } = record;
  const vwap = vwapOf(record);
  const intervalTwap = run.midTimeMs > 0 ? run.midSum / run.midTimeMs : undefined;
  const slippageBps = costAgainst(record, vwap, arrivalPrice);
  const cost = Number(run.cost);
  const feesBps = cost > 0 ? (Number(run.feesQuote) / cost) * bps : undefined;
  return {
    ...{ arrivalPrice, vwap, slippageBps, intervalTwap, feesBps },
    twapSlippageBps: costAgainst(record, vwap, intervalTwap),
    costBps: slippageBps === undefined || feesBps === undefined ? undefined : slippageBps + feesBps,
  };
}

/** How much worse the mean price is than a benchmark, in bps of it; positive is a cost. */
function costAgainst(
  { side }: AlgorithmRecord,
  vwap: number | undefined,
  benchmark: number | undefined,
): number | undefined {
  if (vwap === undefined || benchmark === undefined) return undefined;
  const beyond = side === 'buy' ? vwap - benchmark : benchmark - vwap;
  return (beyond / benchmark) * bps;
}

function vwapOf({ run }: AlgorithmRecord): number | undefined {
  const filled = Number(run.filled);
  return filled > 0 ? Number(run.cost) / filled : undefined;
}
