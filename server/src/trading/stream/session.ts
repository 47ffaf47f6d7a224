import type { Clock } from '../../kit/clock.ts';
import { AppError, errorText, withoutPrefix } from '../../kit/errors.ts';
import type { Logger } from '../../kit/logger.ts';
import { createTokenBucket } from '../../kit/rateLimit.ts';
import { always, type Outbox } from './backpressure.ts';
import { shortened } from './echo.ts';
import { type Packet, toPacket } from './packets.ts';
import type { Desk, DropReason, StreamTopic } from './types.ts';

/** One client of the stream: its requests, its desks and its limits. */
export interface SocketSession {
  /** Takes one event of the client, whatever it holds. Never throws. */
  receive(event: unknown, payload: unknown): void;
  /** Gives every reference back; once, however often it is called. */
  close(): void;
  subscriptionCount(): number;
}

export interface SessionLimits {
  readonly requestsPerSecond: number;
  /** Requests at once: a client resubscribing everything after a reconnect. */
  readonly requestBurst: number;
}

interface SessionDeps {
  readonly topics: readonly StreamTopic[];
  readonly outbox: Outbox;
  readonly clock: Clock;
  readonly limits: SessionLimits;
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
  const drop = (reason: DropReason, message: string): void => {
    if (isClosed) return;
    isClosed = true;
    deps.drop(reason, toPacket('error', { message }));
  };
  const desks = deps.topics.map((topic) => topic.open({ outbox, fail, drop }));

  const handle = (event: unknown, payload: unknown): void => {
    const handler = handlerOf(desks, event);
    if (!handler) {
      fail(`Unknown event: ${shortened(event)}. Supported: ${eventsOf(desks).join(', ')}`);
      return;
    }
    try {
      handler(payload);
    } catch (error) {
      // A fault of ours ends neither the connection nor the process, and keeps its words inside.
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
      for (const desk of desks) desk.close();
      outbox.close();
    },
    subscriptionCount: () => desks.reduce((sum, desk) => sum + desk.subscriptionCount(), 0),
  };
}

function handlerOf(desks: readonly Desk[], event: unknown) {
  for (const { handlers } of desks) {
    for (const [name, handler] of Object.entries(handlers)) if (name === event) return handler;
  }
  return undefined;
}

function eventsOf(desks: readonly Desk[]): string[] {
  return desks.flatMap(({ handlers }) => Object.keys(handlers));
}
