import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { Random } from '../../../../kit/random.ts';
import type { ReadPurpose } from '../../../model/callPurpose.ts';
import type { MarketType } from '../../../model/order.ts';
import type { Credentials } from '../../accountPort.ts';
import type { Connection, ConnectionEvents } from '../../transportPort.ts';
import type {
  InFlightRef,
  OrderRef,
  OrderUpdates,
  SessionEvents,
  VenueSession,
} from '../../venuePort.ts';
import type { Dialect, OrderLinks } from './dialect.ts';
import type { DialectClient } from './dialectClient.ts';
import { failureOf } from './failures.ts';
import { createFollower } from './follower.ts';
import type { Follower } from './followerPort.ts';
import { manyMsMax } from './gathered.ts';
import type { OrderReports } from './orderReports.ts';
import { createStreamLine, type StreamLine } from './streamLine.ts';
import type { UserStream, UserStreamCall } from './userStreams.ts';

/** A dialect's client, and the credentials that it signs with. */
export interface StreamClient extends DialectClient {
  credentials(): Promise<Credentials>;
}

export interface UpdatesObserver {
  /** A stream reports the account's orders from now on. */
  streamLive(accountId: string, stream: string): void;
  /** The stream no longer does; orders are polled until it is back. */
  streamDown(
    accountId: string,
    stream: string,
    why: { readonly reason: string; readonly nextTryMs: number },
  ): void;
  /** The orders in flight cannot be read now; it is tried again. */
  inFlightNotRead(accountId: string, error: unknown): void;
}

export interface FollowDeps {
  readonly accountId: OrderUpdates['accountId'];
  readonly clock: Clock;
  readonly random: Random;
  readonly events: SessionEvents;
  readonly dialectClients: readonly StreamClient[];
  readonly links: OrderLinks;
  readonly told?: OrderReports;
  readonly connect: (url: string, events: ConnectionEvents) => Connection;
  /** Returns the account's orders that are not over, as they are stored. */
  readonly inFlight: () => Promise<readonly InFlightRef[]>;
  readonly observe: UpdatesObserver;
}

/** A session that reports the changes of its orders by itself. */
export interface FollowedSession extends VenueSession {
  updates(): OrderUpdates;
}

/** A stream stays open this long without an order in flight: the next order often comes soon. */
const lingerMs = 60_000;
/**
 * Minimum time between two polls of an account: on binance a tenth of a minute's weight at most.
 */
const pollGapMs = 500;
/**
 * Time without a report after which a live stream is audited: when the look-up finds nothing new,
 * the stream missed nothing.
 */
const auditMs = 30_000;
/** A look at many orders may wait for the one before it. */
const askedMsMax = 2 * manyMsMax;
/** Time between two attempts to read which orders are in flight. */
const readRetryMs = 5_000;

/** Follows the orders of a session; nothing runs while none is in flight. */
export function followOrders(session: VenueSession, deps: FollowDeps): FollowedSession {
  const { clock, accountId, events, observe } = deps;
  const looking = session.for?.('comparison') ?? session;
  const follower = createFollower({
    clock,
    links: deps.links,
    lookup: (ref, signal) => looking.lookup(ref, signal),
    togetherMax: (marketType) => dialectOf(deps, marketType)?.lookupMany?.ordersMax ?? 1,
    groupOf: (marketType) => dialectOf(deps, marketType)?.ccxtClass ?? '',
    lookMsMax: (marketType) => (dialectOf(deps, marketType)?.lookupMany ? askedMsMax : undefined),
    pollGapMs: (marketType) => dialectOf(deps, marketType)?.pollGapMs ?? pollGapMs,
    auditMs: (marketType) => dialectOf(deps, marketType)?.auditMs ?? auditMs,
    isLive: (marketType) => lines.isLive(marketType),
    inFlight: deps.inFlight,
    told: (state) => events.order(state),
    changed: () => lines.suit(follower.markets()),
  });
  const lines = createLines(deps, follower);
  let isClosed = false;
  let cancelRead: Cancel | undefined;
  const readInFlight = (): void => {
    deps.inFlight().then(
      (refs) => {
        if (!isClosed) for (const ref of refs.filter(isOurs)) follower.follow(ref);
      },
      (error: unknown) => {
        if (isClosed) return;
        observe.inFlightNotRead(accountId, error);
        cancelRead = clock.schedule(readRetryMs, readInFlight);
      },
    );
  };
  readInFlight();
  const close = async (): Promise<void> => {
    isClosed = true;
    cancelRead?.();
    follower.stop();
    lines.close();
    await session.close();
  };
  const followed = (own: VenueSession): VenueSession => ({
    ...own,
    ...followedCalls(own, follower),
    for: sessionFor,
    forOneLook: () => followed(own.forOneLook?.() ?? own),
    close,
  });
  const sessionFor = (purpose: ReadPurpose): VenueSession =>
    followed(session.for?.(purpose) ?? session);
  return {
    ...sessionFor('caller'),
    updates: () => ({ accountId, following: follower.count(), streams: lines.states() }),
  };
}

type FollowedCalls = Pick<VenueSession, 'submit' | 'cancel' | 'lookup' | 'recall' | 'openOrders'>;

/** Returns the session's own calls, whose answers are also passed to the follower. */
function followedCalls(session: VenueSession, follower: Follower): FollowedCalls {
  return {
    async submit(order, signal) {
      const { clientId, symbol, marketType } = order;
      const ref = { clientId, symbol, marketType, venueOrderId: undefined };
      follower.sending(ref);
      const outcome = await session.submit(order, signal).finally(() => follower.sent(ref));
      if (outcome.kind === 'acknowledged') {
        const { order: state, isUnseen } = outcome;
        const known = { ...ref, venueOrderId: state.venueOrderId };
        follower.heard(known, isUnseen ? undefined : state);
      } else if (outcome.kind === 'unknown' || outcome.code === 'DUPLICATE') {
        follower.leave(ref);
      } else follower.forget(ref);
      return outcome;
    },
    async cancel(ref, signal) {
      const outcome = await session.cancel(ref, signal);
      if (!isOurs(ref) || outcome.kind === 'notFound') return outcome;
      follower.heard(ref, outcome.kind === 'done' ? outcome.order : undefined);
      return outcome;
    },
    async lookup(ref, signal) {
      const outcome = await session.lookup(ref, signal);
      if (!isOurs(ref)) return outcome;
      if (outcome.kind === 'absent') follower.absent(ref);
      if (outcome.kind !== 'found') return outcome;
      const isNews = outcome.order.status !== 'open' && !follower.isExpecting(ref);
      // An order that is over is followed no more, so the caller is told that nobody else will
      // report it.
      follower.heard(ref, outcome.order);
      return isNews ? { ...outcome, isUnheard: true } : outcome;
    },
    recall: (ref) => follower.recall(ref),
    async openOrders(marketType, symbol, signal) {
      const states = await session.openOrders(marketType, symbol, signal);
      for (const state of states) {
        const { clientId, venueOrderId } = state;
        if (clientId === undefined) continue;
        const ref = { clientId, venueOrderId, symbol: state.symbol, marketType };
        if (isOurs(ref)) follower.heard(ref, state);
      }
      return states;
    },
  };
}

function dialectOf({ dialectClients }: FollowDeps, marketType: MarketType): Dialect | undefined {
  return dialectClients.find(({ dialect }) => dialect.marketTypes.includes(marketType))?.dialect;
}

/** True for our own ids, which are 32 hex digits; other orders do not belong to this service. */
function isOurs({ clientId }: Pick<OrderRef, 'clientId'>): boolean {
  return /^[0-9a-f]{32}$/.test(clientId);
}

interface Line {
  readonly stream: UserStream;
  readonly line: StreamLine;
  cancelLinger: Cancel | undefined;
}

/** The streams of an account, open while they have something to report. */
function createLines(deps: FollowDeps, follower: Follower) {
  const lines = deps.dialectClients.flatMap((dialectClient) =>
    (dialectClient.dialect.userStreams ?? []).map(
      (stream): Line => ({
        stream,
        cancelLinger: undefined,
        line: openable(deps, { dialectClient, stream, follower }),
      }),
    ),
  );
  const suit = (each: Line, isWanted: boolean): void => {
    if (isWanted) {
      each.cancelLinger?.();
      each.cancelLinger = undefined;
      each.line.open();
    } else if (each.line.state() !== 'closed') {
      each.cancelLinger ??= deps.clock.schedule(lingerMs, () => {
        each.cancelLinger = undefined;
        each.line.close();
      });
    }
  };
  return {
    isLive(marketType: MarketType): boolean {
      const telling = lines.filter(({ stream }) => stream.marketTypes.includes(marketType));
      return telling.length > 0 && telling.every(({ line }) => line.state() === 'live');
    },
    /** Opens the streams that report these markets, and lets go of the rest after a while. */
    suit(markets: ReadonlySet<MarketType>): void {
      for (const each of lines) {
        suit(
          each,
          each.stream.marketTypes.some((type) => markets.has(type)),
        );
      }
    },
    states: (): OrderUpdates['streams'] =>
      lines.map(({ stream, line }) => ({
        name: stream.name,
        state: line.state(),
        quietMs: line.quietMs(),
      })),
    close(): void {
      for (const { line, cancelLinger } of lines) {
        cancelLinger?.();
        line.close();
      }
    },
  };
}

interface Openable {
  readonly dialectClient: StreamClient;
  readonly stream: UserStream;
  readonly follower: Follower;
}

function openable(deps: FollowDeps, { dialectClient, stream, follower }: Openable): StreamLine {
  const { clock, random, connect, accountId, observe, told } = deps;
  const { name, marketTypes } = stream;
  const ask = async <Value>(
    signal: AbortSignal,
    work: (call: UserStreamCall) => Promise<Value>,
  ): Promise<Value> => {
    try {
      const [client, credentials] = await Promise.all([
        dialectClient.client(),
        dialectClient.credentials(),
      ]);
      signal.throwIfAborted();
      return await client.call({ signal, purpose: 'proof' }, (ccxt) =>
        work({ client: ccxt, clock, credentials, told }),
      );
    } catch (error) {
      // The error's own text could hold an address or a key; this text has neither.
      throw new Error(failureOf(error, dialectClient.dialect.errorMeanings).message, {
        cause: error,
      });
    }
  };
  const line = createStreamLine({
    clock,
    random,
    connect,
    prepare: (signal) => ask(signal, (call) => stream.prepare(call)),
    renew: (renew, signal) => ask(signal, renew),
    told: {
      live() {
        told?.turned(name, true);
        observe.streamLive(accountId, name);
        follower.wakeAll(marketTypes);
      },
      orders: (names) => follower.wake(names, marketTypes),
      down(reason, nextTryMs) {
        told?.turned(name, false);
        observe.streamDown(accountId, name, { reason, nextTryMs });
        follower.paceChanged();
      },
    },
  });
  const close = (): void => {
    told?.turned(name, false);
    line.close();
  };
  return { ...line, close };
}
