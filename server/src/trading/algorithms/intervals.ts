import type { AlgorithmView } from './algorithm.ts';

/**
 * Two boundaries make an interval, so each moves by half of the ±30 % its length may differ by
 * (Orderbook §8).
 */
const boundaryShift = 0.15;

export interface Schedule {
  readonly durationMs: number;
  readonly intervalMs: number;
  readonly randomizeTiming: boolean;
}

/** Whole intervals of a duration, at least one; the last one lasts until the duration ends. */
export function intervalsIn({ durationMs, intervalMs }: Schedule): number {
  return Math.max(1, Math.floor(durationMs / intervalMs));
}

/** When an interval ends, drawn where that is left to chance. */
export function endOfInterval(
  interval: number,
  schedule: Schedule,
  random: AlgorithmView['random'],
): number {
  const { durationMs, intervalMs, randomizeTiming } = schedule;
  if (interval >= intervalsIn(schedule)) return durationMs;
  const shift = randomizeTiming ? random.between(-boundaryShift, boundaryShift) : 0;
  return Math.round((interval + shift) * intervalMs);
}

/** So many intervals of equal length carry a quantity at so much each. */
export function intervalsFor(quantity: number, each: number): number {
  // Sums of decimals are off by some parts in 10^16; what is left of them is no interval.
  return Math.ceil((quantity / each) * (1 - 1e-12));
}
