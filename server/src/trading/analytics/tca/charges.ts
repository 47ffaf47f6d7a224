import { bpsOf, pctOf, Sum } from '../sum.ts';
import type { MeasuredFill } from './measure.ts';
import type { CapturePct, CostDrag, FeesReport, TcaTerms } from './types.ts';

type Liquidity = MeasuredFill['fill']['liquidity'];

/** Adds up the value and the fees of makers and takers. */
export function createCharges(terms: TcaTerms) {
  const counts = { maker: 0, taker: 0 };
  const values = { maker: new Sum(), taker: new Sum() };
  const fees = { maker: new Sum(), taker: new Sum() };
  let isFeeGuessed = false;
  const turnoverUsd = () => values.maker.value + values.taker.value;
  const feesUsd = () => fees.maker.value + fees.taker.value;
  return {
    /** Counts every fill, even one whose worth is not known. */
    count(liquidity: Liquidity): void {
      counts[liquidity] += 1;
    },
    add(measured: MeasuredFill): void {
      const { liquidity } = measured.fill;
      values[liquidity].add(measured.valueUsd);
      fees[liquidity].add(measured.feeUsd);
      isFeeGuessed ||= measured.isFeeGuessed;
    },
    turnoverUsd,
    capture: (): CapturePct => captureOf(counts.maker, counts.taker),
    captureByValue: (): CapturePct => captureOf(values.maker.value, values.taker.value),
    fees: (): FeesReport => ({
      totalUsd: feesUsd(),
      effectiveBps: bpsOf(feesUsd(), turnoverUsd()),
      isEstimated: terms.isEstimated || isFeeGuessed,
    }),
    /** Slippage and fees; fees alone for spot, whose slippage is not known. */
    costDrag(slippageUsd: number): CostDrag {
      const costUsd = slippageUsd + feesUsd();
      return {
        turnoverBps: bpsOf(costUsd, turnoverUsd()),
        navPct: pctOf(costUsd, terms.navUsd ?? 0),
      };
    },
    /** (fees of makers − rebates) / value of makers, less the tier's maker fee. */
    rebateGapBps(): number | undefined {
      const paidBps = bpsOf(fees.maker.value - terms.rebatesUsd, values.maker.value);
      if (paidBps === undefined) return undefined;
      const gap = paidBps - terms.tier.makerBps;
      // The difference of equal fees is zero, not the rounding error of floats.
      return Math.abs(gap) < Math.abs(paidBps) * 1e-12 ? 0 : gap;
    },
    /**
     * Making earns its markout less its fee, and saves the tier's taker fee, which taking at the
     * mark price costs.
     */
    makerNetEdgeBps(makerMarkoutBps: number | undefined): number | undefined {
      const feeBps = bpsOf(fees.maker.value, values.maker.value);
      if (makerMarkoutBps === undefined || feeBps === undefined) return undefined;
      return makerMarkoutBps - feeBps + terms.tier.takerBps;
    },
  };
}

function captureOf(maker: number, taker: number): CapturePct {
  return { makerPct: pctOf(maker, maker + taker), takerPct: pctOf(taker, maker + taker) };
}
