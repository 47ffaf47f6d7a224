import type { AlgorithmStatus } from '../types.ts';

/** Events that change the status of an algorithm. */
export type LifecycleEvent =
  /** Requests of a caller. */
  | 'pause'
  | 'resume'
  | 'cancel'
  /** Ends by the algorithm itself, once no child of it is live. */
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

/** Design (algorithms). Other transitions cannot happen: an ended algorithm stays as it is. */
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

/** Returns the status after the event; undefined when it cannot happen. */
export function nextStatus(
  from: AlgorithmStatus,
  event: LifecycleEvent,
): AlgorithmStatus | undefined {
  return lifecycle.find((row) => row.from === from && row.event === event)?.to;
}

/** True for a status that never changes again. */
export function isEnded(status: AlgorithmStatus): boolean {
  return !lifecycle.some(({ from }) => from === status);
}
