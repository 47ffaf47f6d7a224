import { assert } from '../../../../kit/assert.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { errorText } from '../../../../kit/errors.ts';
import type { Random } from '../../../../kit/random.ts';
import { retry } from '../../../../kit/retry.ts';
import { type MarketType, marketTypes } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import {
  type CancelOutcome,
  type LookupOutcome,
  type OrderRef,
  type SessionEvents,
  type SubmitOutcome,
  type VenueFill,
  type VenueOrder,
  type VenueOrderState,
  type VenueSession,
  VenueUnavailableError,
} from '../../venuePort.ts';
import type { CallKind } from '../limits/governorRules.ts';
import { RateLimitedError } from '../limits/rateLimitedError.ts';
import type { CcxtClient } from './ccxtClient.ts';
import type { Dialect, DialectCall, OrderLinks } from './dialect.ts';
import { codeOf, type Failure, failureOf } from './failures.ts';
import type { Speaker } from './speaker.ts';
import { NotSentError } from './tradeHttp.ts';
import { verify } from './verifying.ts';

export interface LiveSessionDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly events: SessionEvents;
  readonly speakers: readonly Speaker[];
  readonly links: OrderLinks;
  /** Symbols of which the account may have fills since then: venues list fills by symbol. */
  readonly tradedSymbols: (
    marketType: MarketType,
    sinceMs: number,
  ) => Promise<readonly InstrumentSymbol[]>;
}

/** A venue that cannot be reached for three attempts is down, not unlucky. */
const attempts = { attemptsMax: 3, firstDelayMs: 200, delayMsMax: 1_000 } as const;
/** Reads of an order that was only acknowledged: the venue enters it a moment later. */
const ackReadsMax = 4;
const ackPauseMs = 250;

/** An account at its venue, over ccxt. An order is sent once, and never again when in doubt. */
export function createLiveSession(deps: LiveSessionDeps): VenueSession {
  const line = createLine(deps);
  const [ordering, cancelling] = [urgently(line, 'order'), urgently(line, 'cancel')];
  return {
    submit: (order, signal) => submit(ordering, order, signal),
    async cancel(ref, signal): Promise<CancelOutcome> {
      const speaker = cancelling.speakerOf(ref.marketType);
      try {
        await line.run(speaker, signal, (call, dialect) => dialect.cancel(call, ref));
      } catch (error) {
        const { kind, message } = failureOf(error, speaker.dialect.words);
        // It may have filled or ended just before: the order itself tells.
        if (kind !== 'notFound') return { kind: 'unknown', message };
      }
      const found = await lookup(cancelling, ref, signal);
      if (found.kind === 'found') return { kind: 'done', order: found.order };
      return found.kind === 'absent' ? { kind: 'notFound' } : found;
    },
    lookup: (ref, signal) => lookup(line, ref, signal),
    openOrders: (marketType, symbol, signal) =>
      line.answer(marketType, signal, (call, dialect) =>
        dialect.openOrders(call, marketType, symbol),
      ),
    balances: (marketType, signal) =>
      line.answer(marketType, signal, (call, dialect) => dialect.balances(call, marketType)),
    async fills({ marketType, sinceMs, limit }, signal) {
      const all: VenueFill[] = [];
      for (const symbol of await deps.tradedSymbols(marketType, sinceMs)) {
        const query = { marketType, symbol, sinceMs, limit };
        const some = await line.answer(marketType, signal, (call, dialect) =>
          dialect.fills(call, query),
        );
        all.push(...some);
      }
      return all.sort((a, b) => a.atMs - b.atMs).slice(0, limit);
    },
    verify: (signal) =>
      verify({ speakers: deps.speakers, read: line.read, clock: deps.clock }, signal),
    ...deadMansSwitchOf(deps, line),
    close: async () => undefined,
  };
}

/** One for the classes of the venue that have one; none when none has. */
function deadMansSwitchOf(
  { speakers }: LiveSessionDeps,
  line: Line,
): Pick<VenueSession, 'deadMansSwitch'> {
  const marketTypes = speakers.flatMap(({ dialect }) => dialect.deadMansSwitch?.marketTypes ?? []);
  if (marketTypes.length === 0) return {};
  const wanting = new Set<MarketType>();
  const isWantedBesides = ({ deadMansSwitch: own }: Dialect): boolean =>
    own?.isShared === true && own.marketTypes.some((each) => wanting.has(each));
  return {
    deadMansSwitch: {
      marketTypes,
      async set(setting, signal) {
        const { marketType, delayMs } = setting;
        if (delayMs === undefined) wanting.delete(marketType);
        else wanting.add(marketType);
        const { dialect } = line.speakerOf(marketType);
        if (delayMs === undefined && isWantedBesides(dialect)) return;
        // Setting it twice does no harm: it may be repeated like a read.
        await line.answer(marketType, signal, async (call) =>
          dialect.deadMansSwitch?.set(call, setting),
        );
      },
    },
  };
}

type Work<Value> = (call: DialectCall, dialect: Dialect) => Promise<Value>;
type Line = ReturnType<typeof createLine>;

/** Whose calls wait for the limits of the venue as what they are for, not as what they are. */
type Urgent = Speaker & { readonly urgency?: CallKind };

/** What may be repeated after it; what met our own limits has waited as long as it may. */
function kindOf(error: unknown, { dialect }: Speaker): Failure['kind'] {
  return error instanceof RateLimitedError ? 'refused' : failureOf(error, dialect.words).kind;
}

/** All that an order or a cancel needs, to its end, is as urgent as it is. */
function urgently(line: Line, urgency: CallKind): Line {
  return {
    ...line,
    speakerOf: (marketType) => ({ ...line.speakerOf(marketType), urgency }),
  };
}

/** The ways a call may be made: once, again as a read, again as a sending. */
function createLine({ speakers, clock, random, events, links }: LiveSessionDeps) {
  const heard = (fills: readonly VenueFill[]): void => {
    for (const fill of fills) events.fill(fill);
  };
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
    const made = (ccxt: CcxtClient) => work({ client: ccxt, clock, links, heard }, dialect);
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
  return {
    speakerOf,
    run,
    read,
    /** A sending is repeated only while the venue has seen nothing of it. */
    send: <Value>(speaker: Urgent, signal: AbortSignal, work: Work<Value>) =>
      again(speaker, { signal, after: ['notSent'] }, work),
    /** What is read, or that the venue cannot be asked. */
    async answer<Value>(
      marketType: MarketType,
      signal: AbortSignal,
      work: Work<Value>,
    ): Promise<Value> {
      const speaker = speakerOf(marketType);
      try {
        return await read(speaker, signal, work);
      } catch (error) {
        const { message } = failureOf(error, speaker.dialect.words);
        throw new VenueUnavailableError(message, { cause: error });
      }
    },
    pause: (signal: AbortSignal) => clock.sleep(ackPauseMs, signal),
  };
}

async function submit(line: Line, order: VenueOrder, signal: AbortSignal): Promise<SubmitOutcome> {
  const speaker = line.speakerOf(order.marketType);
  try {
    const state = await line.send(speaker, signal, (call, dialect) => dialect.submit(call, order));
    if (state) return { kind: 'acknowledged', order: state };
  } catch (error) {
    const failure = failureOf(error, speaker.dialect.words);
    // Our own limits held it back: nothing is wrong with the way to the venue.
    const isHeld = error instanceof RateLimitedError;
    return refusalOf(isHeld ? { ...failure, kind: 'limited' } : failure, order);
  }
  // An order that was acknowledged exists, whether or not it can be seen yet.
  const ref = { ...order, venueOrderId: undefined };
  for (let count = 0; count < ackReadsMax; count += 1) {
    const found = await lookup(line, ref, signal);
    if (found.kind === 'found') return acknowledgedAs(found.order);
    await line.pause(signal);
  }
  return { kind: 'unknown', message: 'The exchange took the order and does not show it yet.' };
}

/** Some venues take every order, and refuse it a moment later. */
function acknowledgedAs(order: VenueOrderState): SubmitOutcome {
  if (order.status !== 'rejected') return { kind: 'acknowledged', order };
  const message = order.reason ?? 'The exchange refused the order.';
  return { kind: 'rejected', code: codeOf(message), message };
}

async function lookup(line: Line, ref: OrderRef, signal: AbortSignal): Promise<LookupOutcome> {
  const speaker = line.speakerOf(ref.marketType);
  try {
    const order = await line.read(speaker, signal, (call, dialect) => dialect.lookup(call, ref));
    return order ? { kind: 'found', order } : { kind: 'absent' };
  } catch (error) {
    const { kind, message } = failureOf(error, speaker.dialect.words);
    return kind === 'notFound' ? { kind: 'absent' } : { kind: 'unknown', message };
  }
}

/** Of a sending that failed. */
function refusalOf(failure: Failure, { marketType }: VenueOrder): SubmitOutcome {
  switch (failure.kind) {
    case 'notSent':
      return { kind: 'rejected', code: 'NOT_SENT', message: failure.message };
    case 'limited':
      return { kind: 'rejected', code: 'OTHER', message: failure.message };
    case 'notFound':
      return { kind: 'unknown', message: failure.message };
    case 'refused': {
      const isMargin = failure.code === 'INSUFFICIENT_BALANCE' && marketType !== 'spot';
      const code = isMargin ? 'INSUFFICIENT_MARGIN' : failure.code;
      return { kind: 'rejected', code, message: failure.message };
    }
    case 'unknown':
      return failure;
  }
}
