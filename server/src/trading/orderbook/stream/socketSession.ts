import { unreachable } from '../../../kit/assert.ts';
import { AppError, errorText } from '../../../kit/errors.ts';
import type { Logger } from '../../../kit/logger.ts';
import { createTokenBucket } from '../../../kit/rateLimit.ts';
import { parseStreamRequest, type StreamRequest, toPacket } from '../wire.ts';
import { always, createDesk, type Desk, type DeskDeps } from './desk.ts';
import type { Packet } from './packets.ts';

/** One client of the stream: its requests, its subscriptions and its limits. */
export interface SocketSession {
  /** Takes one event of the client, whatever it holds. Never throws. */
  receive(event: unknown, payload: unknown): void;
  /** Gives every reference back; once, however often it is called. */
  close(): void;
  subscriptionCount(): number;
}

export type DropReason = 'flood' | 'slow' | 'unread' | 'duplicate';

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

function perform(desk: Desk, request: Exclude<StreamRequest, { kind: 'refused' }>): void {
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
