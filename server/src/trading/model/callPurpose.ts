/**
 * The purposes of calls to a venue, the most urgent first: venues allow only so many calls, and the
 * more urgent go first. `proof` looks up an order whose outcome is not known,
 * `comparison` holds what we have stored against the venue, a `caller` waits for an answer, and
 * `history` is what may come hours later as well.
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

/** Purposes of what only reads. */
export type ReadPurpose = Exclude<CallPurpose, 'cancel' | 'order'>;

/** As what a call waits for its turn, and until when. */
export interface CallAim {
  readonly purpose: CallPurpose;
  /** On the monotonic clock; without it there is a default for each purpose. */
  readonly untilMs?: number | undefined;
  /** Set where it may change something: it leaves only while this process owns the engine. */
  readonly changes?: true | undefined;
  /** Asked as the request of an order leaves; false where it must not leave any more. */
  readonly leave?: (() => boolean) | undefined;
}
