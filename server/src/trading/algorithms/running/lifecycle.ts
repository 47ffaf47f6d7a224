import type { AlgorithmStatus } from '../types.ts';

/** What changes the status of an algorithm. */
export type LifecycleEvent =
  /** A caller asks. */
  | 'pause'
  | 'resume'
  | 'cancel'
  /** The algorithm ends by itself, and no child of it is live any more. */
  | 'completed'
  | 'withdrawn'
  | 'failed'
  /** Nothing is live any more after a cancel. */
  | 'settled';

interface Transition {
  readonly from: AlgorithmStatus;
  readonly event: LifecycleEvent;
  readonly to: AlgorithmStatus;
}

/** Design (algorithms). What is not here cannot happen: what has ended stays as it is. */
const lifecycle: readonly Transition[] = [
  { from: 'RUNNING', event: 'pause', to: 'PAUSED' },
  { from: 'PAUSED', event: 'pause', to: 'PAUSED' },
  { from: 'PAUSED', event: 'resume', to: 'RUNNING' },
  { from: 'RUNNING', event: 'resume', to: 'RUNNING' },
  { from: 'RUNNING', event: 'cancel', to: 'CANCELLING' },
  { from: 'PAUSED', event: 'cancel', to: 'CANCELLING' },
  { from: 'CANCELLING', event: 'cancel', to: 'CANCELLING' },
  { from: 'RUNNING', event: 'completed', to: 'COMPLETED' },
  { from: 'RUNNING', event: 'withdrawn', to: 'CANCELLED' },
  { from: 'RUNNING', event: 'failed', to: 'FAILED' },
  { from: 'CANCELLING', event: 'settled', to: 'CANCELLED' },
];

/** The status after the event; undefined where it cannot happen. */
export function nextStatus(
  from: AlgorithmStatus,
  event: LifecycleEvent,
): AlgorithmStatus | undefined {
  return lifecycle.find((row) => row.from === from && row.event === event)?.to;
}

/** Nothing becomes of it any more. */
export function isEnded(status: AlgorithmStatus): boolean {
  return !lifecycle.some(({ from }) => from === status);
}
