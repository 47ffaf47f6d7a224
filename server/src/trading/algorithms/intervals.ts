import type { AlgorithmView } from './algorithm.ts';

/** Orderbook §4.3: how far the start of an interval may move, as a part of the interval. */
const startShift = 0.3;

export interface Schedule {
  readonly durationMs: number;
  readonly intervalMs: number;
  readonly randomizeTiming: boolean;
}

/** Intervals that a duration begins: what is over after whole ones is a shorter last one. */
export function intervalsIn({ durationMs, intervalMs }: Schedule): number {
  return Math.ceil(durationMs / intervalMs);
}

/** So many there were before the last one could be shorter; it lasted longer instead. */
export function wholeIntervalsIn({ durationMs, intervalMs }: Schedule): number {
  return Math.max(1, Math.floor(durationMs / intervalMs));
}

/** A schedule with its number of intervals. */
export interface Counted extends Schedule {
  readonly total: number;
}

/** When an interval ends, ms after the start; drawn where that is left to chance. */
export function endOfInterval(
  interval: number,
  schedule: Counted,
  random: AlgorithmView['random'],
): number {
  const { durationMs, intervalMs, randomizeTiming, total } = schedule;
  if (interval >= total) return durationMs;
  const endMs = interval * intervalMs;
  if (!randomizeTiming) return endMs;
  // A short last interval would otherwise begin after the duration is over.
  const shiftMs = startShift * Math.min(intervalMs, durationMs - endMs);
  return Math.round(endMs + random.between(-shiftMs, shiftMs));
}

/** So many intervals of equal length carry a quantity at so much each. */
export function intervalsFor(quantity: number, each: number): number {
  // Sums of decimals are off by some parts in 10^16; what is left of them is no interval.
  return Math.ceil((quantity / each) * (1 - 1e-12));
}
