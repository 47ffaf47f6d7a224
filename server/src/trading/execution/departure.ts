import type { SubmitOutcome } from '../venues/venuePort.ts';
import type { OrderOutcome } from './orderStore.ts';

/**
 * The way of one order to its venue, as long as it may still be held back. Withdrawing and leaving
 * are decided here, each in one step, so that exactly one of them happens.
 */
export interface Departure {
  /** Aborts when the order is withdrawn before it has left. */
  readonly signal: AbortSignal;
  /** Resolves once the order has left. */
  readonly left: Promise<void>;
  /** Called whenever the order is about to leave; returns false when it was withdrawn. */
  leave(): boolean;
  /**
   * Keeps the order from leaving, also after an attempt that reached nobody. Returns true when
   * nothing of it has left.
   */
  withdraw(): boolean;
  isWithdrawn(): boolean;
}

export function createDeparture(): Departure {
  const withdrawal = new AbortController();
  const left = Promise.withResolvers<void>();
  let hasLeft = false;
  let isWithdrawn = false;
  return {
    signal: withdrawal.signal,
    left: left.promise,
    leave() {
      if (isWithdrawn) return false;
      hasLeft = true;
      left.resolve();
      return true;
    },
    withdraw() {
      isWithdrawn = true;
      // A running request is never aborted: its answer tells what became of the order.
      if (!hasLeft) withdrawal.abort(new Error('The order was cancelled before it left.'));
      return !hasLeft;
    },
    isWithdrawn: () => isWithdrawn,
  };
}

/** Returns the end of an order that was withdrawn before the venue received it. */
export function withdrawnBy(
  departure: Departure | undefined,
  outcome: SubmitOutcome,
  atMs: number,
): OrderOutcome | undefined {
  if (!departure?.isWithdrawn() || outcome.kind !== 'rejected') return undefined;
  if (outcome.code !== 'NOT_SENT' && outcome.code !== 'RATE_LIMITED') return undefined;
  return { status: 'canceled', reason: withdrawnText, atMs };
}

/** Reason of an order that was cancelled while it waited. */
const withdrawnText = 'Not sent: it was cancelled before it left.';
