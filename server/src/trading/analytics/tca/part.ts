import { bpsOf, pctOf, Sum, WeightedMean } from '../sum.ts';
import type { ReportFill } from '../types.ts';
import type { MeasuredFill } from './measure.ts';
import { type MarkoutHorizon, markoutHorizons, type PartReport } from './types.ts';

export interface Part {
  /** Measured is undefined for a fill whose worth is not known: that fill is only counted. */
  add(fill: ReportFill, measured: MeasuredFill | undefined): void;
  report(): PartReport;
}

/** Sums up the fills of one symbol, algorithm or day by the formulas of the whole report. */
export function createPart(horizon: MarkoutHorizon): Part {
  const place = markoutHorizons.indexOf(horizon);
  const [turnover, slippageUsd, fees] = [new Sum(), new Sum(), new Sum()];
  const [slippage, markout] = [new WeightedMean(), new WeightedMean()];
  let fillsCount = 0;
  let makerCount = 0;
  return {
    add({ liquidity }, measured) {
      fillsCount += 1;
      if (liquidity === 'maker') makerCount += 1;
      if (!measured) return;
      const { valueUsd, slippageBps } = measured;
      const markoutBps = measured.markoutsBps[place];
      turnover.add(valueUsd);
      fees.add(measured.feeUsd);
      slippageUsd.add(measured.slippageUsd);
      if (slippageBps !== undefined) slippage.add(slippageBps, valueUsd);
      if (markoutBps !== undefined) markout.add(markoutBps, valueUsd);
    },
    report: () => ({
      fillsCount,
      turnoverUsd: turnover.value,
      slippageBps: slippage.value,
      slippageUsd: slippageUsd.value,
      markoutBps: markout.value,
      makerPct: pctOf(makerCount, fillsCount),
      feesUsd: fees.value,
      feesBps: bpsOf(fees.value, turnover.value),
    }),
  };
}
