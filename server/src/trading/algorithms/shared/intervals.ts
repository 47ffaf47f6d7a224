import type { AlgorithmView } from '../algorithm.ts';

/** Orderbook §4.3: maximum shift of an interval's start, as a share of the interval. */
const startShift = 0.3;

export interface Schedule {
  readonly durationMs: number;
  readonly intervalMs: number;
  readonly randomizeTiming: boolean;
}

/** Returns the number of intervals of a duration. A rest after whole ones is a shorter last one. */
export function intervalsIn({ durationMs, intervalMs }: Schedule): number {
  return Math.ceil(durationMs / intervalMs);
}

/**
 * Returns the number of intervals under the old rule: the last one was never shorter, but longer.
 */
export function wholeIntervalsIn({ durationMs, intervalMs }: Schedule): number {
  return Math.max(1, Math.floor(durationMs / intervalMs));
}

/** A schedule with its number of intervals. */
export interface Counted extends Schedule {
  readonly total: number;
}

/**
 * Returns when an interval ends, in ms after the start; drawn at random if the schedule says so.
 */
export function endOfInterval(
  interval: number,
  schedule: Counted,
  random: AlgorithmView['random'],
): number {
  const { durationMs, intervalMs, randomizeTiming, total } = schedule;
  if (interval >= total) return durationMs;
  const endMs = interval * intervalMs;
  if (!randomizeTiming) return endMs;
  // Otherwise a short last interval would begin after the duration is over.
  const shiftMs = startShift * Math.min(intervalMs, durationMs - endMs);
  return Math.round(endMs + random.between(-shiftMs, shiftMs));
}

/** Returns how many equal intervals a quantity needs at `each` per interval. */
export function intervalsFor(quantity: number, each: number): number {
  // Sums of decimals are off by some parts in 10^16, and that rest is no interval.
  return Math.ceil((quantity / each) * (1 - 1e-12));
}
