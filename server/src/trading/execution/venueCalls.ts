import type { Clock } from '../../kit/clock.ts';
import { withDeadline } from '../../kit/deadline.ts';
import { errorText, StoreError } from '../../kit/errors.ts';
import { VenueUnavailableError } from '../model/venueUnavailableError.ts';
import type { VenueSession } from '../venues/venuePort.ts';

/** Venues answer within a second when they are well; then the outcome is not known. */
const answerMsMax = 10_000;

type Call<Value> = (signal: AbortSignal) => Promise<Value>;

/** The session for one look at all market types, which reads a list that they share once. */
export function forOneLook(session: VenueSession): VenueSession {
  return session.forOneLook?.() ?? session;
}

interface NotKnown {
  readonly kind: 'unknown';
  readonly message: string;
  /** Our own database, where that is what failed. */
  readonly cause?: StoreError;
}

interface Answering {
  readonly signal?: AbortSignal;
  /** Without it as long as a caller waits. */
  readonly limitMs?: number;
}

/** What came of a call that says itself when its outcome is not known. Never rejects. */
export async function outcomeOf<Outcome>(
  clock: Clock,
  call: Call<Outcome>,
  { signal, limitMs = answerMsMax }: Answering = {},
): Promise<Outcome | NotKnown> {
  const within = { clock, limitMs, ...(signal && { signal }) };
  // A session that throws, or is deaf to its deadline, is no reason to believe anything.
  return withDeadline(within, call).catch((error: unknown): NotKnown => {
    const told = { kind: 'unknown', message: errorText(error) } as const;
    return error instanceof StoreError ? { ...told, cause: error } : told;
  });
}

/** Calls that nobody waits for may wait half a minute for the venue's limits before an answer. */
export const patientMsMax = 40_000;

/** The answer of a call; rejects with `VenueUnavailableError` when there is none. */
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
