import { algorithms } from '../registry.ts';
import type { AlgorithmRecord, AlgorithmSnapshot } from '../types.ts';
import { isEnded } from './lifecycle.ts';
import { progressOf } from './progress.ts';
import { termsOf } from './view.ts';

/**
 * Returns an algorithm as it is now. `elapsedMs` is on its clock; `atMs` is the current epoch ms.
 */
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
