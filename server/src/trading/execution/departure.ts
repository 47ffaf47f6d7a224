import type { SubmitOutcome } from '../venues/venuePort.ts';
import type { OrderOutcome } from './orderStore.ts';

/**
 * The way of one order to its venue, as long as it may still be held back. Withdrawing it and
 * letting it leave are decided here, each in one step: one of the two wins, never both.
 */
export interface Departure {
  /** Aborts when the order is withdrawn before it has left. */
  readonly signal: AbortSignal;
  /** Resolves once it has left. */
  readonly left: Promise<void>;
  /** Asked whenever the order is about to leave; false where it was withdrawn. */
  leave(): boolean;
  /**
   * Keeps the order from leaving, also again after an attempt that reached nobody. Returns true
   * when nothing of it has left.
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
      // A request that is under way is never torn: its answer tells what became of the order.
      if (!hasLeft) withdrawal.abort(new Error('The order was cancelled before it left.'));
      return !hasLeft;
    },
    isWithdrawn: () => isWithdrawn,
  };
}

/** The end of an order that was withdrawn and of which the venue has seen nothing. */
export function withdrawnBy(
  departure: Departure | undefined,
  outcome: SubmitOutcome,
  atMs: number,
): OrderOutcome | undefined {
  if (!departure?.isWithdrawn() || outcome.kind !== 'rejected') return undefined;
  if (outcome.code !== 'NOT_SENT' && outcome.code !== 'RATE_LIMITED') return undefined;
  return { status: 'canceled', reason: withdrawnText, atMs };
}

/** Why an order ended that was cancelled while it waited. */
const withdrawnText = 'Not sent: it was cancelled before it left.';
