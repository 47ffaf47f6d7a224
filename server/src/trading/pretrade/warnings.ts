import { isAbove } from './noise.ts';
import { amountText } from './notes.ts';
import type { Warning } from './types.ts';

/** A market order for more than the books show. */
export interface BeyondDepth {
  /** Quantity of the order and of all books, base units. */
  readonly quantity: number;
  readonly shown: number;
  readonly shownUsd: number;
}

/** The figures that raise warnings. */
export interface WarningInput {
  readonly pctOfTop20Depth: number;
  readonly beyond: BeyondDepth | undefined;
  /** Undefined without ADV. */
  readonly pctOfAdv: number | undefined;
  readonly stalenessMs: number;
  readonly spreadBps: number;
  readonly impactBps: number;
  readonly confidence: number;
}

// Trading §4.5: each is raised strictly above its threshold, confidence strictly below.
const lowLiquidityPct = 20;
const veryLowLiquidityPct = 50;
const largeOrderPct = 5;
const veryLargeOrderPct = 10;
const staleFeedMs = 1_000;
const wideSpreadBps = 10;
const highImpactBps = 10;
const lowConfidence = 0.5;

/**
 * Returns the warnings of an estimate, the critical ones first. Each trigger is independent: an
 * order of 60 % of the depth raises LOW_LIQUIDITY beside VERY_LOW_LIQUIDITY. An order beyond the
 * displayed depth always raises the latter, whatever the levels shown cost.
 */
export function estimateWarnings(input: WarningInput): readonly Warning[] {
  const { pctOfTop20Depth: depthPct, beyond, pctOfAdv = 0 } = input;
  const ofDepth = `${depthPct.toFixed(1)} % of the depth within 20 levels`;
  const ofVolume = `The order is ${pctOfAdv.toFixed(1)} % of the daily volume`;
  const isVeryLow = beyond !== undefined || isAbove(depthPct, veryLowLiquidityPct);
  const candidates: readonly (false | Warning)[] = [
    isVeryLow &&
      critical('VERY_LOW_LIQUIDITY', `The order is ${ofDepth}${beyond ? beyondText(beyond) : ''}.`),
    isAbove(pctOfAdv, veryLargeOrderPct) &&
      critical('VERY_LARGE_ORDER', `${ofVolume}, above ${veryLargeOrderPct} %.`),
    isAbove(depthPct, lowLiquidityPct) &&
      warning('LOW_LIQUIDITY', `The order is ${ofDepth}, above ${lowLiquidityPct} %.`),
    isAbove(pctOfAdv, largeOrderPct) &&
      warning('LARGE_ORDER', `${ofVolume}, above ${largeOrderPct} %.`),
    isAbove(input.stalenessMs, staleFeedMs) &&
      warning('STALE_FEED', `The oldest book used is ${Math.round(input.stalenessMs)} ms old.`),
    isAbove(input.spreadBps, wideSpreadBps) &&
      warning('WIDE_SPREAD', `The spread is ${input.spreadBps.toFixed(1)} bps.`),
    isAbove(input.impactBps, highImpactBps) &&
      warning('HIGH_IMPACT', `The order may move the price by ${input.impactBps.toFixed(1)} bps.`),
    input.confidence < lowConfidence &&
      warning('LOW_CONFIDENCE', `Confidence in this estimate is ${input.confidence.toFixed(1)}.`),
  ];
  return candidates.filter((candidate) => candidate !== false);
}

/** Returns the end of a sentence about the order. */
function beyondText({ quantity, shown, shownUsd }: BeyondDepth): string {
  const ofOrder = `${amountText(shown)} of its ${amountText(quantity)}`;
  const figures = `${ofOrder} (USD ${Math.round(shownUsd)})`;
  return (
    `: the books show ${figures}, so it cannot be filled at once, and the rest is priced at the ` +
    'worst level'
  );
}

function critical(code: Warning['code'], message: string): Warning {
  return { severity: 'critical', code, message };
}

function warning(code: Warning['code'], message: string): Warning {
  return { severity: 'warning', code, message };
}
