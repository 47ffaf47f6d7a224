import { isAbove, withoutNoise } from './noise.ts';
import { percentText, sentenceStart } from './texts.ts';
import type { Summary } from './types.ts';

/** The figures that confidence in an estimate depends on. */
export interface ConfidenceInput {
  /** Age of the oldest book that the estimate depends on. */
  readonly stalenessMs: number;
  readonly pctOfTop20Depth: number;
  /** Share of the order that the displayed depth does not hold, 0 to 1. */
  readonly beyondShare: number;
  readonly spreadBps: number;
  readonly isAdvKnown: boolean;
  /** True when every exchange that lists the pair reported its part of the daily volume. */
  readonly isAdvComplete: boolean;
}

// Trading §4.5. Reductions are counted in tenths, so that 0.8 and 0.5 are exact.
const freshUpToMs = 500;
const tenthPerMs = 500;
const staleTenthsMax = 3;
const deepUpToPct = 20;
const deepTenths = 2;
const tightUpToBps = 10;
const wideTenths = 1;
const noAdvTenths = 2;
const highAbove = 0.8;
const mediumFrom = 0.5;

/**
 * Returns the confidence in an estimate with its reasons (Trading §4.5). Staleness above 500 ms
 * costs 0.1 for each full 500 ms of it: 501 ms cost 0.1, 1,000 ms 0.2, 1,500 ms and more 0.3. The
 * part that no book shows is priced by a guess, so each started tenth of the order beyond the depth
 * costs 0.1 more.
 */
export function costConfidence(input: ConfidenceInput): {
  readonly confidence: number;
  readonly factors: readonly string[];
} {
  const { stalenessMs, pctOfTop20Depth: pct, spreadBps } = input;
  const staleTenths =
    stalenessMs > freshUpToMs ? Math.min(staleTenthsMax, Math.floor(stalenessMs / tenthPerMs)) : 0;
  const reductions = [
    {
      tenths: staleTenths,
      reason: `The oldest book used is ${Math.round(stalenessMs)} ms old`,
    },
    {
      tenths: isAbove(pct, deepUpToPct) ? deepTenths : 0,
      reason: `The order is ${pct.toFixed(1)} % of the depth within 20 levels`,
    },
    {
      tenths: Math.ceil(withoutNoise(input.beyondShare * 10)),
      reason: beyondReason(input.beyondShare),
    },
    {
      tenths: isAbove(spreadBps, tightUpToBps) ? wideTenths : 0,
      reason: `The spread is ${spreadBps.toFixed(1)} bps`,
    },
    {
      tenths: input.isAdvKnown ? 0 : noAdvTenths,
      reason: 'The daily volume is not known, so market impact is left out',
    },
  ].filter(({ tenths }) => tenths > 0);
  const incomplete =
    input.isAdvKnown && !input.isAdvComplete
      ? ['The daily volume leaves out exchanges that did not report theirs, so it is higher.']
      : [];
  const lost = reductions.reduce((sum, { tenths }) => sum + tenths, 0);
  return {
    confidence: Math.max(0, 10 - lost) / 10,
    factors: [
      ...reductions.map(({ tenths, reason }) => `${reason} (${tenths / 10} off).`),
      ...incomplete,
    ],
  };
}

function beyondReason(share: number): string {
  const part = sentenceStart(percentText(share * 100));
  return `${part} of the order is beyond the depth shown, priced at the worst level`;
}

/** Trading §4.5: both edges are Medium. */
export function confidenceLabel(confidence: number): Summary['confidenceLabel'] {
  if (confidence > highAbove) return 'High';
  return confidence < mediumFrom ? 'Low' : 'Medium';
}
