import { assert } from '../../../../kit/assert.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { errorText } from '../../../../kit/errors.ts';
import type { Random } from '../../../../kit/random.ts';
import { retry } from '../../../../kit/retry.ts';
import type { CallAim } from '../../../model/callPurpose.ts';
import { type MarketType, marketTypes } from '../../../model/order.ts';
import type { MarginModes } from '../../perpsPort.ts';
import { type SessionEvents, type VenueFill, VenueUnavailableError } from '../../venuePort.ts';
import { heldBackBy } from '../limits/rateLimitedError.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { Dialect, DialectCall, OrderLinks } from './dialect.ts';
import { type Failure, failureOf } from './failures.ts';
import type { Speaker } from './speaker.ts';
import { NoAnswerError, NotSentError, NotThereError, WithdrawnError } from './tradeHttp.ts';

export interface LineDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: SessionEvents;
  readonly speakers: readonly Speaker[];
  readonly links: OrderLinks;
  readonly marginModes: MarginModes;
  readonly isHedged?: DialectCall['isHedged'];
  readonly unifiedMode?: DialectCall['unifiedMode'];
  readonly told?: DialectCall['told'];
}

/** A venue that cannot be reached for three attempts is down, not unlucky. */
const attempts = { attemptsMax: 3, firstDelayMs: 200, delayMsMax: 1_000 } as const;
/** Between two looks for an order that was only acknowledged. */
const ackPauseMs = 250;

export type Work<Value> = (call: DialectCall, dialect: Dialect) => Promise<Value>;
export type Line = ReturnType<typeof createLine>;

/** What may be repeated after it; what met our own limits has waited as long as it may. */
function kindOf(error: unknown, { dialect }: Speaker): Failure['kind'] {
  const isFinal = error instanceof NotThereError || error instanceof WithdrawnError;
  return isFinal || heldBackBy(error) !== undefined
    ? 'refused'
    : failureOf(error, dialect.words).kind;
}

/**
 * The ways a call may be made: once, again as a read, as a setting, as a sending. All of them wait
 * for the limits of the venue as what they are for.
 */
export function createLine(deps: LineDeps, aim: CallAim) {
  const { speakers, clock, links, marginModes, isHedged, unifiedMode, told } = deps;
  const heard = (fills: readonly VenueFill[]): void => {
    for (const fill of fills) deps.events.fill(fill);
  };
  const shared = { clock, links, heard, marginModes, isHedged, unifiedMode, told };
  const speakerOf = (marketType: MarketType): Speaker => {
    const found = speakers.find(({ dialect }) => dialect.marketTypes.includes(marketType));
    assert(found, `the account trades ${marketTypes.join(', ')}`);
    return found;
  };
  const run: Run = async ({ dialect, client }: Speaker, signal: AbortSignal, work) => {
    const ready = await client().catch((error: unknown) => {
      throw new NotSentError(errorText(error), { cause: error });
    });
    if (signal.aborted) throw new NotSentError('The call was given up before it was sent.');
    const made = (ccxt: CcxtClient) => work({ client: ccxt, ...shared }, dialect);
    return ready.call({ ...aim, signal }, made);
  };
  const { read, tell, send } = createRepeats(deps, run);
  const readAt = async <Value>(speaker: Speaker, signal: AbortSignal, work: Work<Value>) => {
    try {
      return await read(speaker, signal, work);
    } catch (error) {
      const { message } = failureOf(error, speaker.dialect.words);
      const isHeldBack = heldBackBy(error) !== undefined;
      throw new VenueUnavailableError(message, { cause: error, isHeldBack });
    }
  };
  return {
    ...{ speakerOf, run, read, tell, send },
    /** What is read, or that the venue cannot be asked. */
    answer: <Value>(marketType: MarketType, signal: AbortSignal, work: Work<Value>) =>
      readAt(speakerOf(marketType), signal, work),
    readAt,
    pause: (signal: AbortSignal) => clock.sleep(ackPauseMs, signal),
  };
}

type Run = <Value>(speaker: Speaker, signal: AbortSignal, work: Work<Value>) => Promise<Value>;

interface Again {
  readonly signal: AbortSignal;
  readonly after: readonly Failure['kind'][];
  /** Told of each attempt that failed. */
  readonly failed?: (kind: Failure['kind']) => void;
}

/** Whatever a call may fail of but an answer. */
const unanswered = ['notSent', 'limited', 'unknown'] as const;

function createRepeats({ clock, random }: LineDeps, run: Run) {
  const again = <Value>(
    speaker: Speaker,
    { signal, after, failed }: Again,
    work: Work<Value>,
  ): Promise<Value> =>
    retry(() => run(speaker, signal, work), {
      ...{ ...attempts, clock, random, signal },
      advise: (error) => {
        const kind = kindOf(error, speaker);
        failed?.(kind);
        return { again: after.includes(kind) };
      },
    });
  /** A read may be repeated, whatever it failed of but an answer. */
  const read: Run = (speaker, signal, work) => again(speaker, { signal, after: unanswered }, work);
  /**
   * What may be done twice is repeated as a read is. Once an attempt may have done it, no failure
   * of a later one proves that nothing was done.
   */
  const tell: Run = async (speaker, signal, work) => {
    let mayBeDone = false;
    const failed = (kind: Failure['kind']) => {
      mayBeDone ||= kind === 'unknown';
    };
    try {
      return await again(speaker, { signal, after: unanswered, failed }, work);
    } catch (error) {
      if (!mayBeDone) throw error;
      const { message } = failureOf(error, speaker.dialect.words);
      throw new NoAnswerError(message, { cause: error });
    }
  };
  /** A sending is repeated only while the venue has seen nothing of it. */
  const send: Run = (speaker, signal, work) => again(speaker, { signal, after: ['notSent'] }, work);
  return { read, tell, send };
}
