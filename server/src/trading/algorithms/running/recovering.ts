import type { AlgorithmRecord } from '../types.ts';

interface Restart {
  /** When its last process last said that it lives; undefined when it never did. */
  readonly beatAtMs: number | undefined;
  readonly nowMs: number;
}

/**
 * The algorithm's clock when it is taken up again. It stood still while the service was down: a
 * schedule that missed hours must not be made up for in one burst. What ran since it was stored
 * last counts as far as it is known.
 */
export function elapsedAfterRestart(
  { status, run }: Pick<AlgorithmRecord, 'status' | 'run'>,
  { beatAtMs, nowMs }: Restart,
): number {
  if (status !== 'RUNNING') return run.elapsedMs;
  const seenMs = Math.min(beatAtMs ?? run.savedAtMs, nowMs) - run.savedAtMs;
  return run.elapsedMs + Math.max(0, seenMs);
}
