import type { Clock } from '../../../kit/clock.ts';
import { isTimed } from '../legs.ts';
import type { AlgorithmRecord, RunState } from '../types.ts';
import type { MarketWatch } from './market.ts';

/** The clock of an algorithm. It runs only while the algorithm runs, but a pair's always runs. */
export interface RunClock {
  /** Milliseconds since the start. */
  nowMs(): number;
  /** Runs or stops as the record says, from the time at which the record was written. */
  follow(record: AlgorithmRecord): void;
}

/** Uses the monotonic clock: a step of the wall clock moves no schedule. */
export function createRunClock(clock: Pick<Clock, 'monotonic'>, record: AlgorithmRecord): RunClock {
  let elapsedMs = record.run.elapsedMs;
  let sinceMs = clock.monotonic();
  let isRunning = isTimed(record);
  const nowMs = () => (isRunning ? elapsedMs + clock.monotonic() - sinceMs : elapsedMs);
  return {
    nowMs,
    follow(changed) {
      const { run } = changed;
      const runsNow = isTimed(changed);
      if (runsNow === isRunning) return;
      // Time that passed during the write belongs to the state before it.
      elapsedMs = isRunning ? run.elapsedMs : elapsedMs;
      sinceMs = clock.monotonic();
      isRunning = runsNow;
    },
  };
}

/** Sums the mids that were sampled while an algorithm ran, weighted by time. */
export interface MidWatch {
  sample(): void;
  seen(): Pick<RunState, 'midTimeMs' | 'midSum' | 'lastMid'>;
}

/** A longer time between two samples is left out, because the mid in it is not known. */
const sampleMsMax = 5_000;

export function createMidWatch(
  market: Pick<MarketWatch, 'top' | 'sample'>,
  time: RunClock,
  { run }: AlgorithmRecord,
): MidWatch {
  let { midTimeMs, midSum, lastMid } = run;
  let sampledAtMs = time.nowMs();
  return {
    sample() {
      market.sample();
      const { mid } = market.top();
      const nowMs = time.nowMs();
      const passedMs = nowMs - sampledAtMs;
      sampledAtMs = nowMs;
      if (mid === undefined) return;
      lastMid = mid;
      if (passedMs <= 0 || passedMs > sampleMsMax) return;
      midTimeMs += passedMs;
      midSum += mid * passedMs;
    },
    seen: () => ({ midTimeMs, midSum, lastMid }),
  };
}
