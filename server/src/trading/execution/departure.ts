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
