import type { Clock } from '../../kit/clock.ts';
import { AppError, errorText, withoutPrefix } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import { createTokenBucket } from '../../kit/rateLimit.ts';
import { always, type Outbox } from './backpressure.ts';
import { shortened } from './echo.ts';
import { type Packet, toPacket } from './packets.ts';
import type { DropReason, StreamTopic, TopicClient } from './types.ts';

/** One client of the stream: its requests, its desks and its limits. */
export interface SocketSession {
  /** Takes one event of the client, whatever it holds. Never throws. */
  receive(event: unknown, payload: unknown): void;
  /** Gives every reference back; repeated calls do so only once. */
  close(): void;
  subscriptionCount(): number;
}

export interface SessionLimits {
  readonly requestsPerSecond: number;
  /** Requests allowed at once: a client that resubscribes to everything after a reconnect. */
  readonly requestBurst: number;
}

interface SessionDeps {
  readonly topics: readonly StreamTopic[];
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly limits: SessionLimits;
  readonly logger: Logger;
  /** Ends the connection of a client that does not keep to its limits, after a last message. */
  drop(reason: DropReason, lastWord: Packet): void;
}

/**
 * Errors may come as fast as requests once; after that only this many per second, for a human
 * reader.
 */
const errorsPerSecond = 5;
/** Refused requests tolerated before the connection ends: ten seconds at twice the allowed rate. */
const refusalsBorne = 200;
const refusalsForgivenPerSecond = 2;

export function createSocketSession(deps: SessionDeps): SocketSession {
  const { outbox, clock, limits } = deps;
  const bucket = (capacity: number, refillPerSecond: number) =>
    createTokenBucket({ clock, capacity, refillPerSecond });
  const requests = bucket(limits.requestBurst, limits.requestsPerSecond);
  const errors = bucket(limits.requestBurst, errorsPerSecond);
  const patience = bucket(refusalsBorne, refusalsForgivenPerSecond);
  /**
   * True once no more requests are taken; the references are given back when the connection ends.
   */
  let isClosed = false;

  const fail = (message: string): void => {
    if (errors.take()) outbox.answer(always(toPacket('error', { message })));
  };
  const drop = (reason: DropReason, message: string): void => {
    if (isClosed) return;
    isClosed = true;
    deps.drop(reason, toPacket('error', { message }));
  };
  const clients = deps.topics.map((topic) => topic.open({ outbox, fail, drop }));

  const handle = (event: unknown, payload: unknown): void => {
    const handler = handlerOf(clients, event);
    if (!handler) {
      fail(`Unknown event: ${shortened(event)}. Supported: ${eventsOf(clients).join(', ')}`);
      return;
    }
    try {
      handler(payload);
    } catch (error) {
      // An error of ours ends neither the connection nor the process, and its text stays inside.
      const isRefusal = error instanceof AppError;
      if (!isRefusal) deps.logger.error({ error: errorText(error) }, 'Stream request failed');
      const why = isRefusal ? withoutPrefix(error.message) : 'internal error';
      fail(`Subscription failed: ${why}`);
    }
  };

  return {
    receive(event, payload) {
      if (isClosed) return;
      if (requests.take()) handle(event, payload);
      else if (patience.take()) fail(`Too many requests: at most ${limits.requestsPerSecond}/s`);
      else drop('flood', 'Disconnected: too many requests');
      outbox.flush();
    },
    close() {
      isClosed = true;
      for (const client of clients) client.close();
      outbox.close();
    },
    subscriptionCount: () => clients.reduce((sum, client) => sum + client.subscriptionCount(), 0),
  };
}

function handlerOf(clients: readonly TopicClient[], event: unknown) {
  for (const { handlers } of clients) {
    for (const [name, handler] of Object.entries(handlers)) if (name === event) return handler;
  }
  return undefined;
}

function eventsOf(clients: readonly TopicClient[]): string[] {
  return clients.flatMap(({ handlers }) => Object.keys(handlers));
}
