import type { TwapParams } from '../../../src/trading/algorithms/twap/params.ts';
import { type TwapState, twapStart } from '../../../src/trading/algorithms/twap/state.ts';

/** Ten intervals of a minute, a unit each. */
export const twapParams: TwapParams = {
  durationMs: 600_000,
  intervalMs: 60_000,
  aggression: 'neutral',
  randomizeSize: false,
  randomizeTiming: false,
  catchUpEnabled: true,
  maxCatchUpPct: 200,
};
/** Returns an interval in progress: the n-th, on schedule, its slice posted once. */
export function inInterval(interval: number, changes: Partial<TwapState> = {}): TwapState {
  return {
    ...twapStart,
    interval,
    startMs: (interval - 1) * 60_000,
    endMs: interval * 60_000,
    phase: 'posting',
    scheduled: interval,
    drawn: 1,
    slice: 1,
    postings: 1,
    ...changes,
  };
}
