/** This process may not change anything outside now: another may own the engine already. */
export class LeaseError extends Error {
  constructor(message = 'This process does not own the engine at the moment.') {
    super(message);
    this.name = 'LeaseError';
  }
}

/**
 * The right to change something outside, for as long as it is certain that no other process has it.
 * Ask directly before a request leaves; time passes between an earlier answer and the sending.
 */
export interface Lease {
  /** Milliseconds for which the right is certain; zero or less without it. */
  validForMs(): number;
  /** Throws `LeaseError` unless the right is certain for so long. */
  assertValid(marginMs: number): void;
  /**
   * Resolves as soon as the right is certain for so long. Rejects with `LeaseError` when it is gone
   * for good, or with the signal's reason.
   */
  whenValid(marginMs: number, signal: AbortSignal): Promise<void>;
}

/**
 * What must be left of the lease when a request leaves: its bytes are on the way within that time,
 * and the lease of a successor begins half a second after ours has ended at the earliest.
 */
export const sendingMarginMs = 500;

/** The lease of a process that is alone: always valid. */
export const soleLease: Lease = {
  validForMs: () => Number.POSITIVE_INFINITY,
  assertValid: () => undefined,
  whenValid: () => Promise.resolve(),
};
