/**
 * The purposes of calls to a venue, the most urgent first: venues limit the number of calls, and
 * more urgent ones go first. `proof` looks up an order whose outcome is not known, `comparison`
 * compares our stored state with the venue, a `caller` waits for an answer, and `history` may come
 * hours later.
 */
export const callPurposes = [
  'cancel',
  'order',
  'proof',
  'comparison',
  'caller',
  'history',
] as const;
export type CallPurpose = (typeof callPurposes)[number];

/** Purposes of calls that only read. */
export type ReadPurpose = Exclude<CallPurpose, 'cancel' | 'order'>;

/** The purpose of a call, and how long it may wait for its turn. */
export interface CallAim {
  readonly purpose: CallPurpose;
  /** Time on the monotonic clock; without it there is a default for each purpose. */
  readonly untilMs?: number | undefined;
  /** Set when the call may change something: it leaves only while this process owns the engine. */
  readonly changes?: true | undefined;
  /** Called as the request of an order leaves; returns false when it must not leave any more. */
  readonly leave?: (() => boolean) | undefined;
}
