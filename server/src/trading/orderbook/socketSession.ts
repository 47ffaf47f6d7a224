import { unreachable } from '../../kit/assert.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError, errorText } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import { createTokenBucket } from '../../kit/rateLimit.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { Outbox, PacketSource } from './backpressure.ts';
import type { Hub, Membership } from './hub.ts';
import type { Packet } from './packets.ts';
import type { Hold, Orderbook } from './types.ts';
import { parseStreamRequest, type StreamRequest, toPacket, toSnapshotEvent } from './wire.ts';

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

interface SessionDeps {
  readonly hub: Hub;
  readonly orderbook: Pick<Orderbook, 'hold' | 'venues'>;
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: SessionLimits;
  /** Ends the connection of a client that will not keep to its limits. */
  drop(reason: DropReason): void;
}

export type DropReason = 'flood' | 'slow' | 'unread' | 'duplicate';

interface Subscription {
  readonly hold: Hold;
  readonly membership: Membership;
}

/** Errors come as fast as requests may, once; then only so many a second, for a human reading. */
const errorsPerSecond = 5;
/** Refused requests borne before the connection ends: ten seconds at twice the allowed rate. */
const refusalsBorne = 200;
const refusalsForgivenPerSecond = 2;

export function createSocketSession(deps: SessionDeps): SocketSession {
  const { hub, outbox, clock, limits } = deps;
  const subscriptions = new Map<InstrumentSymbol, Subscription>();
  const requests = createTokenBucket({
    clock,
    capacity: limits.requestBurst,
    refillPerSecond: limits.requestsPerSecond,
  });
  const errors = createTokenBucket({
    clock,
    capacity: limits.requestBurst,
    refillPerSecond: errorsPerSecond,
  });
  const patience = createTokenBucket({
    clock,
    capacity: refusalsBorne,
    refillPerSecond: refusalsForgivenPerSecond,
  });
  let isClosed = false;

  const fail = (message: string): void => {
    if (errors.take()) outbox.answer(always(toPacket('error', { message })));
  };

  const subscribe = (request: StreamRequest & { kind: 'subscribe' }): void => {
    const { symbol, includeGlobal, depth } = request;
    const former = subscriptions.get(symbol);
    if (!former && subscriptions.size >= limits.symbolsMax) {
      fail(`Subscription failed: at most ${limits.symbolsMax} symbols on one connection`);
      return;
    }
    // The new references come before the old ones go, so that no upstream closes in between.
    const hold = deps.orderbook.hold(symbol, request.venues);
    former?.membership.leave();
    const { venues } = hold;
    const membership = hub.join(outbox, { symbol, venues, depth, includeGlobal });
    subscriptions.set(symbol, { hold, membership });
    former?.hold.release();
    const answer = { symbol, venues: [...venues], include_global: includeGlobal, depth };
    outbox.answer(always(toPacket('subscribed', answer)));
    // Also with no book yet: the map is then empty and the books follow as updates.
    outbox.answer({
      packetFor() {
        membership.showed(venues);
        return hub.snapshot(symbol, venues) ?? emptySnapshot(symbol);
      },
    });
    if (membership.globalRoom) outbox.owe(membership.globalRoom);
  };

  const emptySnapshot = (symbol: InstrumentSymbol): Packet =>
    toPacket('orderbook_snapshot', toSnapshotEvent(symbol, [], { depth: 0, nowMs: clock.now() }));

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

  const show = (request: StreamRequest & { kind: 'snapshot' }): void => {
    const { symbol, venues } = request;
    outbox.answer({
      packetFor() {
        const packet = hub.snapshot(symbol, venues);
        if (packet) subscriptions.get(symbol)?.membership.showed(venues);
        const message = `No orderbook data available for ${symbol}`;
        return packet ?? toPacket('error', { message });
      },
    });
  };

  const act = (request: StreamRequest): void => {
    switch (request.kind) {
      case 'subscribe':
        subscribe(request);
        break;
      case 'unsubscribe':
        unsubscribe(request.symbol);
        break;
      case 'snapshot':
        show(request);
        break;
      case 'refused':
        fail(request.message);
        break;
      default:
        unreachable(request);
    }
  };

  const handle = (event: unknown, payload: unknown): void => {
    try {
      act(parseStreamRequest(event, payload, deps.orderbook.venues));
    } catch (error) {
      // A fault of ours ends neither the connection nor the process, and keeps its words inside.
      if (!(error instanceof AppError)) {
        deps.logger.error({ error: errorText(error) }, 'Stream request failed');
      }
      fail(`Subscription failed: ${error instanceof AppError ? error.message : 'internal error'}`);
    }
  };

  return {
    receive(event, payload) {
      if (isClosed) return;
      if (requests.take()) handle(event, payload);
      else if (patience.take()) fail(`Too many requests: at most ${limits.requestsPerSecond}/s`);
      else {
        outbox.answer(always(toPacket('error', { message: 'Disconnected: too many requests' })));
        outbox.flush();
        deps.drop('flood');
        return;
      }
      outbox.flush();
    },
    close() {
      isClosed = true;
      for (const subscription of subscriptions.values()) end(subscription);
      subscriptions.clear();
      outbox.close();
    },
    subscriptionCount: () => subscriptions.size,
  };
}

function end(subscription: Subscription): void {
  subscription.membership.leave();
  subscription.hold.release();
}

function always(packet: Packet): PacketSource {
  return { packetFor: () => packet };
}
