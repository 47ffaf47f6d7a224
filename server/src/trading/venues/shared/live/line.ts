import { assert } from '../../../../kit/assert.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { errorText } from '../../../../kit/errors.ts';
import type { Random } from '../../../../kit/random.ts';
import { retry } from '../../../../kit/retry.ts';
import { type MarketType, marketTypes } from '../../../model/order.ts';
import { type SessionEvents, type VenueFill, VenueUnavailableError } from '../../venuePort.ts';
import type { CallKind } from '../limits/governorRules.ts';
import { RateLimitedError } from '../limits/rateLimitedError.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { Dialect, DialectCall, OrderLinks } from './dialect.ts';
import { type Failure, failureOf } from './failures.ts';
import type { MarginModes } from './perpsDialect.ts';
import type { Speaker } from './speaker.ts';
import { NotSentError } from './tradeHttp.ts';

export interface LineDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: SessionEvents;
  readonly speakers: readonly Speaker[];
  readonly links: OrderLinks;
  readonly marginModes: MarginModes;
}

/** A venue that cannot be reached for three attempts is down, not unlucky. */
const attempts = { attemptsMax: 3, firstDelayMs: 200, delayMsMax: 1_000 } as const;
/** Between two looks for an order that was only acknowledged. */
const ackPauseMs = 250;

export type Work<Value> = (call: DialectCall, dialect: Dialect) => Promise<Value>;
export type Line = ReturnType<typeof createLine>;

/** Whose calls wait for the limits of the venue as what they are for, not as what they are. */
type Urgent = Speaker & { readonly urgency?: CallKind };

/** What may be repeated after it; what met our own limits has waited as long as it may. */
function kindOf(error: unknown, { dialect }: Speaker): Failure['kind'] {
  return error instanceof RateLimitedError ? 'refused' : failureOf(error, dialect.words).kind;
}

/** All that an order or a cancel needs, to its end, is as urgent as it is. */
export function urgently(line: Line, urgency: CallKind): Line {
  return {
    ...line,
    speakerOf: (marketType) => ({ ...line.speakerOf(marketType), urgency }),
  };
}

/** The ways a call may be made: once, again as a read, again as a sending. */
export function createLine(deps: LineDeps) {
  const { speakers, clock, random, links, marginModes } = deps;
  const heard = (fills: readonly VenueFill[]): void => {
    for (const fill of fills) deps.events.fill(fill);
  };
  const shared = { clock, links, heard, marginModes };
  const speakerOf = (marketType: MarketType): Urgent => {
    const found = speakers.find(({ dialect }) => dialect.marketTypes.includes(marketType));
    assert(found, `the account trades ${marketTypes.join(', ')}`);
    return found;
  };
  const run = async <Value>(
    { dialect, client, urgency }: Urgent,
    signal: AbortSignal,
    work: Work<Value>,
  ): Promise<Value> => {
    const ready = await client().catch((error: unknown) => {
      throw new NotSentError(errorText(error), { cause: error });
    });
    signal.throwIfAborted();
    const made = (ccxt: CcxtClient) => work({ client: ccxt, ...shared }, dialect);
    return ready.call(signal, made, urgency);
  };
  const again = <Value>(
    speaker: Urgent,
    { signal, after }: { readonly signal: AbortSignal; readonly after: readonly Failure['kind'][] },
    work: Work<Value>,
  ): Promise<Value> =>
    retry(() => run(speaker, signal, work), {
      ...{ ...attempts, clock, random, signal },
      advise: (error) => ({ again: after.includes(kindOf(error, speaker)) }),
    });
  /** A read may be repeated, whatever it failed of but an answer. */
  const read = <Value>(speaker: Urgent, signal: AbortSignal, work: Work<Value>) =>
    again(speaker, { signal, after: ['notSent', 'limited', 'unknown'] }, work);
  const readAt = async <Value>(speaker: Urgent, signal: AbortSignal, work: Work<Value>) => {
    try {
      return await read(speaker, signal, work);
    } catch (error) {
      const { message } = failureOf(error, speaker.dialect.words);
      throw new VenueUnavailableError(message, { cause: error });
    }
  };
  return {
    speakerOf,
    run,
    read,
    /** A sending is repeated only while the venue has seen nothing of it. */
    send: <Value>(speaker: Urgent, signal: AbortSignal, work: Work<Value>) =>
      again(speaker, { signal, after: ['notSent'] }, work),
    /** What is read, or that the venue cannot be asked. */
    answer: <Value>(marketType: MarketType, signal: AbortSignal, work: Work<Value>) =>
      readAt(speakerOf(marketType), signal, work),
    readAt,
    pause: (signal: AbortSignal) => clock.sleep(ackPauseMs, signal),
  };
}
