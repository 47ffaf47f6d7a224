import { pctOf, WeightedMean } from '../sum.ts';
import type { MeasuredFill } from './measure.ts';
import { type MarkoutHorizon, type MarkoutReport, markoutHorizons } from './types.ts';

/**
 * Markout: the mark price some seconds after the fill against the price of the fill, in bps,
 * weighted by value; positive is favourable. Adverse selection is the same at the horizon of the
 * report, for makers and takers separately. Fills whose later mark price is not known are left out.
 */
export function createMarkout(horizon: MarkoutHorizon) {
  const curve = markoutHorizons.map((seconds) => ({ seconds, mean: new WeightedMean() }));
  const place = markoutHorizons.indexOf(horizon);
  const all = new WeightedMean();
  const by = { maker: new WeightedMean(), taker: new WeightedMean() };
  let toxic = 0;
  return {
    add({ fill, valueUsd, markoutsBps }: MeasuredFill): void {
      curve.forEach(({ mean }, i) => {
        const bps = markoutsBps[i];
        if (bps !== undefined) mean.add(bps, valueUsd);
      });
      const bps = markoutsBps[place];
      if (bps === undefined) return;
      all.add(bps, valueUsd);
      by[fill.liquidity].add(bps, valueUsd);
      if (bps < 0) toxic += 1;
    },
    report: (): MarkoutReport => ({
      bps: all.value,
      fillsCount: all.count,
      curve: curve.map(({ seconds, mean }) => ({
        seconds,
        bps: mean.value,
        fillsCount: mean.count,
      })),
      makerBps: by.maker.value,
      takerBps: by.taker.value,
      toxicPct: pctOf(toxic, all.count),
    }),
  };
}
