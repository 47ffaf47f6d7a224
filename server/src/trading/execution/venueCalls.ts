import type { Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import { errorText, StoreError } from '../../kit/errors.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { VenueSession } from '../venues/venuePort.ts';

/**
 * Maximum wait for an answer: venues normally answer within a second. After it the outcome is
 * unknown.
 */
const answerMsMax = 10_000;

type Call<Value> = (signal: AbortSignal) => Promise<Value>;

/** Returns the session for one look at all market types, which reads a shared list only once. */
export function forOneLook(session: VenueSession): VenueSession {
  return session.forOneLook?.() ?? session;
}

interface NotKnown {
  readonly kind: 'unknown';
  readonly message: string;
  /** Set when our own database failed. */
  readonly cause?: StoreError;
}

interface Answering {
  readonly signal?: AbortSignal;
  /** Time limit; without it, the time that a caller waits. */
  readonly limitMs?: number;
}

/** Returns the outcome of a call that reports itself when it is unknown. Never rejects. */
export async function outcomeOf<Outcome>(
  clock: Clock,
  call: Call<Outcome>,
  { signal, limitMs = answerMsMax }: Answering = {},
): Promise<Outcome | NotKnown> {
  const within = { clock, limitMs, ...(signal && { signal }) };
  // A session that throws or ignores its deadline proves nothing about the outcome.
  return withDeadline(within, call).catch((error: unknown): NotKnown => {
    const told = { kind: 'unknown', message: errorText(error) } as const;
    return error instanceof StoreError ? { ...told, cause: error } : told;
  });
}

/**
 * Time limit of calls that nobody waits for: they may wait half a minute for the venue's limits
 * before an answer.
 */
export const patientMsMax = 40_000;

/** Returns the answer of a call; rejects with `VenueUnavailableError` when there is none. */
export async function answerFrom<Value>(
  clock: Clock,
  call: Call<Value>,
  { signal, limitMs = answerMsMax }: Answering = {},
): Promise<Value> {
  try {
    return await withDeadline({ clock, limitMs, ...(signal && { signal }) }, call);
  } catch (error) {
    if (error instanceof VenueUnavailableError) throw error;
    throw new VenueUnavailableError(errorText(error), { cause: error });
  }
}
