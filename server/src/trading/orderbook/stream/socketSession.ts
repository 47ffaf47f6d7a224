import { unreachable } from '../../../kit/assert.ts';
import type { Cancel, Clock } from '../../../kit/clock.ts';
import { AppError, errorText } from '../../../kit/errors.ts';
import type { Logger } from '../../../kit/logger.ts';
import { createTokenBucket } from '../../../kit/rateLimit.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { Hold, Orderbook } from '../types.ts';
import { parseStreamRequest, type StreamRequest, toPacket, toSnapshotEvent } from '../wire.ts';
import type { Outbox, PacketSource } from './backpressure.ts';
import type { Hub, Membership } from './hub.ts';
import type { Packet } from './packets.ts';

/** One client of the stream: its requests, its subscriptions and its limits. */
export interface SocketSession {
  /** Takes one event of the client, whatever it holds. Never throws. */
  receive(event: unknown, payload: unknown): void;
  /** Gives every reference back; once, however often it is called. */
  close(): void;
  subscriptionCount(): number;
}

export interface SessionLimits {
  /** Symbols one connection may follow. */
  readonly symbolsMax: number;
  readonly requestsPerSecond: number;
  /** Requests at once: a client resubscribing everything after a reconnect. */
  readonly requestBurst: number;
}

export type DropReason = 'flood' | 'slow' | 'unread' | 'duplicate';

interface DeskDeps {
  readonly hub: Hub;
  readonly orderbook: Pick<Orderbook, 'hold' | 'venues' | 'book'>;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly limits: SessionLimits;
}

interface SessionDeps extends DeskDeps {
  readonly logger: Logger;
  /** Ends the connection of a client that will not keep to its limits, with a last word. */
  drop(reason: DropReason, lastWord: Packet): void;
}

/** Errors come as fast as requests may, once; then only so many a second, for a human reading. */
const errorsPerSecond = 5;
/** Refused requests borne before the connection ends: ten seconds at twice the allowed rate. */
const refusalsBorne = 200;
const refusalsForgivenPerSecond = 2;

export function createSocketSession(deps: SessionDeps): SocketSession {
  const { outbox, clock, limits } = deps;
  const bucket = (capacity: number, refillPerSecond: number) =>
    createTokenBucket({ clock, capacity, refillPerSecond });
  const requests = bucket(limits.requestBurst, limits.requestsPerSecond);
  const errors = bucket(limits.requestBurst, errorsPerSecond);
  const patience = bucket(refusalsBorne, refusalsForgivenPerSecond);
  /** Whether requests are over; references go with the connection. */
  let isClosed = false;

  const fail = (message: string): void => {
    if (errors.take()) outbox.answer(always(toPacket('error', { message })));
  };
  const desk = createDesk(deps, fail);

  const handle = (event: unknown, payload: unknown): void => {
    try {
      const request = parseStreamRequest(event, payload, deps.orderbook.venues);
      if (request.kind === 'refused') fail(request.message);
      else perform(desk, request);
    } catch (error) {
      // A fault of ours ends neither the connection nor the process, and keeps its words inside.
      const isRefusal = error instanceof AppError;
      if (!isRefusal) deps.logger.error({ error: errorText(error) }, 'Stream request failed');
      const why = isRefusal ? error.message.replace(/^Error - /, '') : 'internal error';
      fail(`Subscription failed: ${why}`);
    }
  };

  return {
    receive(event, payload) {
      if (isClosed) return;
      if (requests.take()) handle(event, payload);
      else if (patience.take()) fail(`Too many requests: at most ${limits.requestsPerSecond}/s`);
      else {
        isClosed = true;
        deps.drop('flood', toPacket('error', { message: 'Disconnected: too many requests' }));
      }
      outbox.flush();
    },
    close() {
      isClosed = true;
      desk.close();
      outbox.close();
    },
    subscriptionCount: desk.subscriptionCount,
  };
}

interface Subscription {
  readonly hold: Hold;
  /** Undefined while the first snapshot waits for a book. */
  membership: Membership | undefined;
  cancelWait: Cancel;
}

function perform(
  desk: ReturnType<typeof createDesk>,
  request: Exclude<StreamRequest, { kind: 'refused' }>,
): void {
  switch (request.kind) {
    case 'subscribe':
      desk.subscribe(request);
      break;
    case 'unsubscribe':
      desk.unsubscribe(request.symbol);
      break;
    case 'snapshot':
      desk.show(request);
      break;
    default:
      unreachable(request);
  }
}

/** Does what a well-formed request asks for. */
function createDesk(deps: DeskDeps, fail: (message: string) => void) {
  const { hub, outbox } = deps;
  const subscriptions = new Map<InstrumentSymbol, Subscription>();

  const subscribe = (request: StreamRequest & { kind: 'subscribe' }): void => {
    const { symbol, includeGlobal, depth } = request;
    const former = subscriptions.get(symbol);
    const { symbolsMax } = deps.limits;
    if (!former && subscriptions.size >= symbolsMax) {
      fail(`Subscription failed: at most ${symbolsMax} symbols on one connection`);
      return;
    }
    // The new references come before the old ones go, so that no upstream closes in between.
    const hold = deps.orderbook.hold(symbol, request.venues);
    if (former) end(former);
    const { venues } = hold;
    const subscription: Subscription = { hold, membership: undefined, cancelWait: noWait };
    subscriptions.set(symbol, subscription);
    const answer = { symbol, venues: [...venues], include_global: includeGlobal, depth };
    outbox.answer(always(toPacket('subscribed', answer)));
    subscription.cancelWait = whenThereIsData(deps, { symbol, venues }, () => {
      const membership = hub.join(outbox, { symbol, venues, depth, includeGlobal });
      subscription.membership = membership;
      outbox.answer(firstSnapshot(deps, { symbol, hold, membership }));
      if (membership.globalRoom) outbox.owe(membership.globalRoom);
      outbox.flush();
    });
  };

  const unsubscribe = (symbol: InstrumentSymbol): void => {
    const subscription = subscriptions.get(symbol);
    if (!subscription) {
      fail(`Not subscribed to ${symbol}`);
      return;
    }
    end(subscription);
    subscriptions.delete(symbol);
    outbox.answer(always(toPacket('unsubscribed', { symbol })));
  };

  const show = ({ symbol, venues }: StreamRequest & { kind: 'snapshot' }): void =>
    outbox.answer({
      packetFor() {
        const packet = hub.snapshot(symbol, venues);
        if (packet) subscriptions.get(symbol)?.membership?.showed(venues);
        const where =
          venues.length < deps.orderbook.venues.length ? ` on ${venues.join(', ')}` : '';
        const message = `No orderbook data available for ${symbol}${where}`;
        return packet ?? toPacket('error', { message });
      },
    });

  return {
    subscribe,
    unsubscribe,
    show,
    subscriptionCount: () => subscriptions.size,
    close() {
      for (const subscription of subscriptions.values()) end(subscription);
      subscriptions.clear();
    },
  };
}

/**
 * The snapshot of a new subscription: made when it can be sent, so that it is the newest. Also with
 * no book yet: the map is then empty and the books follow as updates.
 */
function firstSnapshot(
  { hub, clock }: DeskDeps,
  of: {
    symbol: InstrumentSymbol;
    hold: { readonly venues: readonly VenueId[] };
    membership: Membership;
  },
): PacketSource {
  const { symbol, membership } = of;
  const { venues } = of.hold;
  return {
    packetFor() {
      membership.showed(venues);
      const nowMs = clock.now();
      return (
        hub.snapshot(symbol, venues) ??
        toPacket('orderbook_snapshot', toSnapshotEvent(symbol, [], { depth: 0, nowMs }))
      );
    },
  };
}

function end(subscription: Subscription): void {
  subscription.cancelWait();
  subscription.membership?.leave();
  subscription.hold.release();
}

const noWait: Cancel = () => undefined;

/** The first book of a cold symbol comes within a second or so, or not soon. */
const firstDataMsMax = 2_000;
/** Once one venue has data the others get this long to be in the same snapshot. */
const gatherMs = 250;
const lookEveryMs = 25;

/**
 * Begins at once when any venue has data (design, "snapshot while some venues are pending"). On a
 * cold symbol it waits a little, so that the one snapshot at full depth is not an empty one.
 */
function whenThereIsData(
  { orderbook, clock }: DeskDeps,
  { symbol, venues }: { symbol: InstrumentSymbol; venues: readonly VenueId[] },
  begin: () => void,
): Cancel {
  const missing = () => venues.filter((venue) => !orderbook.book(symbol, venue)).length;
  if (missing() < venues.length) {
    begin();
    return noWait;
  }
  const startMs = clock.monotonic();
  let firstDataMs: number | undefined;
  const cancel = clock.every(lookEveryMs, () => {
    const nowMs = clock.monotonic();
    const left = missing();
    if (left < venues.length) firstDataMs ??= nowMs;
    const gathered = firstDataMs !== undefined && nowMs - firstDataMs >= gatherMs;
    if (left > 0 && !gathered && nowMs - startMs < firstDataMsMax) return;
    cancel();
    begin();
  });
  return cancel;
}

function always(packet: Packet): PacketSource {
  return { packetFor: () => packet };
}
