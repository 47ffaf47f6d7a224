/**
 * Thrown when this process may not change anything outside now: another may already own the engine.
 */
export class LeaseError extends Error {
  constructor(message = 'This process does not own the engine at the moment.') {
    super(message);
    this.name = 'LeaseError';
  }
}

/**
 * The right to change something outside, valid while it is certain that no other process has it.
 * Ask directly before a request leaves: time passes between an earlier answer and the sending.
 */
export interface Lease {
  /** Milliseconds for which the right is certain; zero or less without it. */
  validForMs(): number;
  /** Throws `LeaseError` unless the right is certain for that long. */
  assertValid(marginMs: number): void;
  /**
   * Resolves as soon as the right is certain for that long. Rejects with `LeaseError` when the
   * right is lost for good, or with the signal's reason.
   */
  whenValid(marginMs: number, signal: AbortSignal): Promise<void>;
}

/**
 * Time that must be left of the lease when a request leaves: its bytes are sent within that time,
 * and a successor's lease begins at the earliest half a second after ours has ended.
 */
export const sendingMarginMs = 500;

/** The lease of a process without competitors: always valid. */
export const soleLease: Lease = {
  validForMs: () => Number.POSITIVE_INFINITY,
  assertValid: () => undefined,
  whenValid: () => Promise.resolve(),
};
