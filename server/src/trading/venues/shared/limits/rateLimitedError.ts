import type { CallKind } from './governorRules.ts';

/**
 * - `banned`: the exchange asked for silence.
 * - `late`: there would be room only when it is too late for this call.
 * - `full`: too many calls wait that are as urgent.
 */
export type RefusalReason = 'banned' | 'late' | 'full';

/** A call that was not sent, for the sake of the exchange's limits. */
export class RateLimitedError extends Error {
  readonly kind: CallKind;
  readonly reason: RefusalReason;
  /** When it may be worth another try. */
  readonly waitMs: number;

  constructor(refusal: { kind: CallKind; reason: RefusalReason; waitMs: number }) {
    const waitMs = Math.ceil(refusal.waitMs);
    const seconds = Math.ceil(waitMs / 1_000);
    const advice = `This ${refusal.kind} was not sent. Try again in ${seconds} s.`;
    super(`${textOf[refusal.reason]} ${advice}`);
    this.name = 'RateLimitedError';
    this.kind = refusal.kind;
    this.reason = refusal.reason;
    this.waitMs = waitMs;
  }
}

const textOf: Readonly<Record<RefusalReason, string>> = {
  banned: 'The exchange has asked us not to call.',
  late: "The exchange's rate limit leaves no room in time.",
  full: 'Too many calls to the exchange are waiting.',
};
