import type { CallKind, RatedCall } from './governorRules.ts';

/**
 * - `banned`: the exchange asked for silence.
 * - `late`: there would be room only when it is too late for this call.
 * - `full`: too many calls of the same urgency wait.
 */
export type RefusalReason = 'banned' | 'late' | 'full';

interface Refused {
  readonly call: Pick<RatedCall, 'kind' | 'purpose'>;
  readonly reason: RefusalReason;
  readonly waitMs: number;
}

/** A call that was not sent, to keep within the exchange's limits. */
export class RateLimitedError extends Error {
  readonly kind: CallKind;
  readonly reason: RefusalReason;
  /** Time after which another try may be worthwhile. */
  readonly waitMs: number;

  constructor({ call, ...refusal }: Refused) {
    const waitMs = Math.ceil(refusal.waitMs);
    const seconds = Math.ceil(waitMs / 1_000);
    // When a part of an order cannot be asked for, the order is not sent.
    const { purpose } = call;
    const what = purpose === 'cancel' || purpose === 'order' ? purpose : 'read';
    const advice = `This ${what} was not sent. Try again in ${seconds} s.`;
    super(`${textOf[refusal.reason]} ${advice}`);
    this.name = 'RateLimitedError';
    this.kind = call.kind;
    this.reason = refusal.reason;
    this.waitMs = waitMs;
  }
}

/**
 * Returns the refusal by our limits that kept something from being sent, itself or one of its
 * parts.
 */
export function heldBackBy(error: unknown): RateLimitedError | undefined {
  const errors = error instanceof Error ? [error, error.cause] : [];
  return errors.find((each) => each instanceof RateLimitedError);
}

const textOf: Readonly<Record<RefusalReason, string>> = {
  banned: 'The exchange has asked us not to call.',
  late: "The exchange's rate limit leaves no room in time.",
  full: 'Too many calls to the exchange are waiting.',
};
