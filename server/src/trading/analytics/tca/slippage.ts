import { Sum, WeightedMean } from '../sum.ts';
import type { MeasuredFill } from './measure.ts';
import { createSamples } from './samples.ts';
import type { SlippageCost, SlippageReport } from './types.ts';

/**
 * Slippage against the mark price at the time of the fill, in bps; positive is a cost. The mean is
 * weighted by value; median and 95th percentile count each fill once. Fills without a mark price
 * are left out.
 */
export function createSlippage() {
  const all = createCosts();
  const sides = { buy: createCosts(), sell: createCosts() };
  const samples = createSamples();
  return {
    add({ fill, valueUsd, slippageBps, slippageUsd }: MeasuredFill): void {
      if (slippageBps === undefined) return;
      const side = sides[fill.side];
      samples.add(slippageBps);
      side.mean.add(slippageBps, valueUsd);
      side.usd.add(slippageUsd);
      all.mean.add(slippageBps, valueUsd);
      all.usd.add(slippageUsd);
    },
    report: (): SlippageReport => ({
      ...costOf(all),
      medianBps: samples.median(),
      p95Bps: samples.percentile(95),
      bySide: { buy: costOf(sides.buy), sell: costOf(sides.sell) },
    }),
  };
}

interface Costs {
  readonly mean: WeightedMean;
  readonly usd: Sum;
}

function createCosts(): Costs {
  return { mean: new WeightedMean(), usd: new Sum() };
}

function costOf({ mean, usd }: Costs): SlippageCost {
  return { bps: mean.value, fillsCount: mean.count, costUsd: usd.value };
}
