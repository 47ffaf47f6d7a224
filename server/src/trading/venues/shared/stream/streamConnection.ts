import { unreachable } from '../../../../kit/assert.ts';
import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { Logger } from '../../../../kit/logger.ts';
import type { Random } from '../../../../kit/random.ts';
import type { Connection, FeedTransport } from '../../transportPort.ts';
import { type Backoff, createBackoff } from '../backoff.ts';
import { type BookStream, type Frame, refusedRetryMs, type StreamProtocol } from './protocol.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

const reconnectFirstMs = 1_000;
/** Venues count connects by minutes; this stays far below their limits for every connection. */
const reconnectMaxMs = 60_000;
/** A connection that lasted this long was good: the next failure starts a new count. */
const stableMs = 60_000;
/** Number of attempts in a row after which the books count as unavailable. */
const attemptsBeforeFailed = 5;
/** Keeps connections that were opened together from being renewed together. */
const renewJitterMs = 30 * 60_000;
/** When a book of the socket was heard this recently, the socket is not the cause. */
const heardLatelyMs = 5_000;

/** One socket that carries the streams of many symbols of one market. */
export interface StreamConnection<M> {
  size(): number;
  add(stream: BookStream<M>): void;
  /** Renews a stream that stopped; the whole socket when that did not help and all are silent. */
  renew(key: string, again: boolean): void;
  remove(key: string): void;
  beat(): void;
  stop(): void;
}

export interface StreamConnectionDeps<M> {
  readonly protocol: StreamProtocol<M>;
  readonly transport: FeedTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

export function createStreamConnection<M>(deps: StreamConnectionDeps<M>): StreamConnection<M> {
  return new SingleStreamConnection(deps);
}

interface Attached<M> {
  readonly stream: BookStream<M>;
  heardAtMs: number;
  /** True when the socket was replaced for this stream since it was last heard. */
  isSocketTried: boolean;
  /** Set from the venue's refusal until the stream is requested again, or comes nonetheless. */
  cancelRetry: Cancel | undefined;
}

class SingleStreamConnection<M> implements StreamConnection<M> {
  readonly #deps: StreamConnectionDeps<M>;
  readonly #logger: Logger;
  readonly #streams = new Map<string, Attached<M>>();
  readonly #backoff: Backoff;
  readonly #subscriptions: Subscriptions;
  /** Events of a socket count only while it is the newest. */
  #generation = 0;
  #socket: Connection | undefined;
  #openedAtMs: number | undefined;
  #heardAtMs = 0;
  #pingAtMs = 0;
  #renewAtMs = Number.POSITIVE_INFINITY;
  #cancelReconnect: Cancel | undefined;

  constructor(deps: StreamConnectionDeps<M>) {
    const { clock, protocol, random } = deps;
    this.#deps = deps;
    this.#logger = deps.logger.child({ market: protocol.market });
    this.#backoff = createBackoff({ random, firstMs: reconnectFirstMs, maxMs: reconnectMaxMs });
    this.#subscriptions = createSubscriptions({
      clock,
      random,
      protocol,
      send: (text) => this.#socket?.send(text),
      subscribed: (key) => this.#streams.get(key)?.stream.subscribed(),
      refused: (key, reason) => this.#refused(key, reason),
      isWanted: (key) => this.#streams.has(key),
    });
  }

  size(): number {
    return this.#streams.size;
  }

  add(stream: BookStream<M>): void {
    this.#streams.set(stream.key, {
      stream,
      heardAtMs: Number.NEGATIVE_INFINITY,
      isSocketTried: false,
      cancelRetry: undefined,
    });
    if (this.#openedAtMs !== undefined) this.#subscriptions.add(stream.key);
    else if (!this.#socket && !this.#cancelReconnect) this.#connect();
  }

  renew(key: string, again: boolean): void {
    const attached = this.#streams.get(key);
    if (again && attached && !attached.isSocketTried && !this.#isAnyHeard()) {
      // Done once: if a new socket brings nothing either, the cause is the stream, not the socket.
      attached.isSocketTried = true;
      this.#restart(`stream ${key} stays silent`);
      return;
    }
    this.#subscriptions.remove(key);
    this.#subscriptions.add(key);
  }

  remove(key: string): void {
    const attached = this.#streams.get(key);
    attached?.cancelRetry?.();
    attached?.stream.close();
    this.#streams.delete(key);
    if (this.#streams.size === 0) this.stop();
    else this.#subscriptions.remove(key);
  }

  beat(): void {
    for (const { stream } of this.#streams.values()) stream.beat();
    if (!this.#socket) return;
    const { clock, protocol } = this.#deps;
    const nowMs = clock.monotonic();
    if (nowMs - this.#heardAtMs >= protocol.silentMsMax) {
      this.#restart(`silent for ${protocol.silentMsMax} ms`);
      return;
    }
    if (this.#openedAtMs === undefined) return;
    if (nowMs >= this.#renewAtMs) {
      this.#restart('renewed before the venue cuts it');
      return;
    }
    if (nowMs < this.#pingAtMs) return;
    if (this.#subscriptions.ping()) this.#pingAtMs = nowMs + protocol.heartbeatMs;
  }

  stop(): void {
    this.#generation += 1;
    this.#cancelReconnect?.();
    this.#cancelReconnect = undefined;
    this.#cancelRetries();
    this.#subscriptions.close();
    for (const { stream } of this.#streams.values()) stream.close();
    this.#streams.clear();
    this.#socket?.close();
    this.#socket = undefined;
    this.#openedAtMs = undefined;
  }

  #connect(): void {
    this.#cancelReconnect = undefined;
    this.#generation += 1;
    const mine = this.#generation;
    const isCurrent = () => mine === this.#generation;
    this.#heardAtMs = this.#deps.clock.monotonic();
    const connection = this.#deps.transport.connect(this.#deps.protocol.url, {
      opened: () => isCurrent() && this.#opened(),
      frame: (text) => isCurrent() && this.#frame(text),
      alive: () => {
        if (isCurrent()) this.#heardAtMs = this.#deps.clock.monotonic();
      },
      closed: (reason) => isCurrent() && this.#ended(reason),
    });
    if (isCurrent()) this.#socket = connection;
    else connection.close();
  }

  #opened(): void {
    const { clock, protocol, random } = this.#deps;
    const nowMs = clock.monotonic();
    this.#openedAtMs = nowMs;
    this.#heardAtMs = nowMs;
    this.#pingAtMs = nowMs + protocol.heartbeatMs;
    this.#renewAtMs =
      protocol.renewAfterMs === undefined
        ? Number.POSITIVE_INFINITY
        : nowMs + protocol.renewAfterMs - random.between(0, renewJitterMs);
    this.#subscriptions.open([...this.#streams.keys()]);
  }

  #frame(text: string): void {
    this.#heardAtMs = this.#deps.clock.monotonic();
    const frame = this.#deps.protocol.read(text);
    switch (frame.kind) {
      case 'book':
        this.#book(frame, text.length);
        return;
      case 'malformed':
        this.#malformed(frame.key, text.length);
        return;
      case 'accepted':
        this.#subscriptions.accepted(frame);
        for (const key of frame.keys ?? []) this.#streams.get(key)?.stream.confirmed?.();
        return;
      case 'refused':
        this.#subscriptions.refused(frame, frame);
        return;
      case 'shutdown':
        this.#restart('the venue announced a shutdown');
        return;
      case 'other':
        return;
      default:
        unreachable(frame);
        return;
    }
  }

  #book({ key, message }: Extract<Frame<M>, { kind: 'book' }>, bytes: number): void {
    const attached = this.#streams.get(key);
    if (!attached) return;
    attached.heardAtMs = this.#heardAtMs;
    attached.isSocketTried = false;
    if (attached.cancelRetry) this.#cancelRetry(attached);
    attached.stream.received(bytes);
    attached.stream.message(message);
  }

  /** A frame without even a stream name may have belonged to any stream. */
  #malformed(key: string | undefined, bytes: number): void {
    this.#logger.warn({ stream: key }, 'Frame could not be read');
    if (key === undefined) {
      for (const { stream } of this.#streams.values()) stream.malformed();
      return;
    }
    this.#streams.get(key)?.stream.received(bytes);
    this.#streams.get(key)?.stream.malformed();
  }

  #isAnyHeard(): boolean {
    const sinceMs = this.#deps.clock.monotonic() - heardLatelyMs;
    for (const { heardAtMs } of this.#streams.values()) if (heardAtMs >= sinceMs) return true;
    return false;
  }

  #refused(key: string, reason: string): void {
    const attached = this.#streams.get(key);
    if (!attached) return;
    this.#logger.warn({ stream: key, reason, nextTryMs: refusedRetryMs }, 'Subscription refused');
    attached.stream.refused(reason);
    this.#cancelRetry(attached);
    attached.cancelRetry = this.#deps.clock.schedule(refusedRetryMs, () => {
      attached.cancelRetry = undefined;
      this.#subscriptions.add(key);
    });
  }

  #cancelRetry(attached: Attached<M>): void {
    attached.cancelRetry?.();
    attached.cancelRetry = undefined;
  }

  #cancelRetries(): void {
    for (const attached of this.#streams.values()) this.#cancelRetry(attached);
  }

  #ended(reason: string): void {
    const nowMs = this.#deps.clock.monotonic();
    this.#generation += 1;
    this.#socket = undefined;
    const isStable = this.#openedAtMs !== undefined && nowMs - this.#openedAtMs >= stableMs;
    if (isStable) this.#backoff.reset();
    this.#openedAtMs = undefined;
    this.#subscriptions.close();
    this.#cancelRetries();
    const isUnreachable = this.#backoff.failures() >= attemptsBeforeFailed;
    for (const { stream } of this.#streams.values()) stream.disconnected(reason, isUnreachable);
    const nextTryMs = this.#backoff.nextMs();
    this.#cancelReconnect = this.#deps.clock.schedule(nextTryMs, () => this.#connect());
    const story = { reason, books: this.#streams.size, nextTryMs: Math.round(nextTryMs) };
    this.#logger.warn(story, 'Connection ended');
  }

  #restart(reason: string): void {
    const old = this.#socket;
    if (!old) return;
    this.#ended(reason);
    old.close();
  }
}
