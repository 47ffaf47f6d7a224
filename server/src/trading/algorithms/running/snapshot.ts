import { algorithms } from '../registry.ts';
import type { AlgorithmRecord, AlgorithmSnapshot } from '../types.ts';
import { isEnded } from './lifecycle.ts';
import { progressOf } from './progress.ts';
import { termsOf } from './view.ts';

/** An algorithm as it stands. `elapsedMs`: on its clock; `atMs`: epoch ms now. */
export function snapshotOf(
  record: AlgorithmRecord,
  elapsedMs: number,
  atMs: number,
): AlgorithmSnapshot {
  const plannedMs = algorithms[record.type].plannedMs(record.params, termsOf(record));
  const isDue = plannedMs !== undefined && !isEnded(record.status) && record.status !== 'PAUSED';
  return {
    record,
    state: record.run.reported,
    progress: progressOf(record),
    estimatedEndMs: isDue ? atMs + Math.max(0, plannedMs - elapsedMs) : undefined,
  };
}
