import type { Clock } from '../../../../kit/clock.ts';
import { errorText } from '../../../../kit/errors.ts';
import type { Random } from '../../../../kit/random.ts';
import { retry } from '../../../../kit/retry.ts';
import type { CallAim } from '../../../model/callPurpose.ts';
import { VenueUnavailableError } from '../../venuePort.ts';
import { heldBackBy } from '../limits/rateLimitedError.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { DialectClient } from './dialectClient.ts';
import { type Failure, failureOf } from './failures.ts';
import type { SharedAnswers } from './sharedAnswers.ts';
import { NoAnswerError, NotSentError, NotThereError, WithdrawnError } from './tradeHttp.ts';

interface CallsDeps {
  readonly clock: Clock;
  readonly random: Random;
}

/** The client of a call, and the meanings of its venue's refusals. */
export interface CallTarget extends Pick<DialectClient, 'client'> {
  readonly dialect: Pick<DialectClient['dialect'], 'errorMeanings'>;
}

interface CallsAim extends CallAim {
  /** Earlier answers, which serve again; without them every read is sent. */
  readonly answers?: SharedAnswers | undefined;
}

type Made<Value> = (client: CcxtClient) => Promise<Value>;
type Run = <Value>(asked: CallTarget, signal: AbortSignal, made: Made<Value>) => Promise<Value>;

/** A venue that cannot be reached in three attempts is down, not unlucky. */
const attempts = { attemptsMax: 3, firstDelayMs: 200, delayMsMax: 1_000 } as const;
/** Every kind of failure without an answer. */
const unanswered = ['notSent', 'limited', 'unknown'] as const;

/**
 * Returns the kind that decides on a repeat; a call held back by our own limits has waited long
 * enough.
 */
function kindOf(error: unknown, { dialect }: CallTarget): Failure['kind'] {
  const isFinal = error instanceof NotThereError || error instanceof WithdrawnError;
  return isFinal || heldBackBy(error) !== undefined
    ? 'refused'
    : failureOf(error, dialect.errorMeanings).kind;
}

/**
 * Creates the ways of making a call: once, repeated as a read, as a setting, as a sending. All of
 * them wait for the venue's limits with the purpose of the call.
 */
export function createCalls(deps: CallsDeps, aim: CallsAim) {
  const runAs = async <Value>(
    { client }: CallTarget,
    { signal, ...as }: Pick<CallAim, 'changes'> & { readonly signal: AbortSignal },
    made: Made<Value>,
  ): Promise<Value> => {
    const ready = await client().catch((error: unknown) => {
      throw new NotSentError(errorText(error), { cause: error });
    });
    if (signal.aborted) throw new NotSentError('The call was abandoned before it was sent.');
    return ready.call({ ...aim, ...as, signal }, made);
  };
  const run: Run = (asked, signal, made) => runAs(asked, { signal }, made);
  const change: Run = (asked, signal, made) => runAs(asked, { signal, changes: true }, made);
  const repeats = createRepeats(deps, { run, change });
  /** Reads; any failure is reported as the venue being unreachable. */
  const readAt: Run = async (asked, signal, made) => {
    try {
      return await repeats.read(asked, signal, made);
    } catch (error) {
      const { kind, message } = failureOf(error, asked.dialect.errorMeanings);
      const isHeldBack = heldBackBy(error) !== undefined;
      const isRefused = kind === 'refused' || isWithoutClient(error);
      throw new VenueUnavailableError(message, { cause: error, isHeldBack, isRefused });
    }
  };
  return { run, ...repeats, readAt };
}

/** True when the account can never be asked about: it has no credentials. */
function isWithoutClient(error: unknown): boolean {
  if (!(error instanceof NotSentError)) return false;
  return error.cause instanceof VenueUnavailableError && error.cause.isRefused;
}

interface Again {
  readonly way: Run;
  readonly signal: AbortSignal;
  readonly after: readonly Failure['kind'][];
  /** Called for each failed attempt. */
  readonly failed?: (kind: Failure['kind']) => void;
}

function createRepeats(
  { clock, random }: CallsDeps,
  { run, change }: { readonly run: Run; readonly change: Run },
) {
  const again = <Value>(
    asked: CallTarget,
    { way, signal, after, failed }: Again,
    made: Made<Value>,
  ): Promise<Value> =>
    retry(() => way(asked, signal, made), {
      ...attempts,
      clock,
      random,
      signal,
      advise: (error) => {
        const kind = kindOf(error, asked);
        failed?.(kind);
        return { again: after.includes(kind) };
      },
    });
  /** A read may be repeated after any failure without an answer. */
  const read: Run = (asked, signal, made) =>
    again(asked, { way: run, signal, after: unanswered }, made);
  /**
   * Repeats a call that may be done twice, as a read is repeated. Once an attempt may have done it,
   * no failure of a later one proves that nothing was done.
   */
  const tell: Run = async (asked, signal, made) => {
    let mayBeDone = false;
    const failed = (kind: Failure['kind']) => {
      mayBeDone ||= kind === 'unknown';
    };
    try {
      return await again(asked, { way: change, signal, after: unanswered, failed }, made);
    } catch (error) {
      if (!mayBeDone) throw error;
      const { message } = failureOf(error, asked.dialect.errorMeanings);
      throw new NoAnswerError(message, { cause: error });
    }
  };
  /** A sending is repeated only while the venue has seen nothing of it. */
  const send: Run = (asked, signal, made) =>
    again(asked, { way: change, signal, after: ['notSent'] }, made);
  return { read, tell, send };
}
