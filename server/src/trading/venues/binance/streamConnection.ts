import { unreachable } from '../../../kit/assert.ts';
import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { Random } from '../../../kit/random.ts';
import { type Backoff, createBackoff } from '../shared/backoff.ts';
import type { Connection, FeedTransport } from '../transportPort.ts';
import { type BookStream, refusedRetryMs } from './bookStream.ts';
import { routeFrame } from './frames.ts';
import { type Market, streamName } from './markets.ts';
import { createSubscriptions, type Subscriptions } from './subscriptions.ts';

const reconnectFirstMs = 1_000;
/** The venue counts 300 connects in five minutes; this stays far below for every connection. */
const reconnectMaxMs = 60_000;
/** A connection that held this long was a good one: the next failure is a new story. */
const stableMs = 60_000;
/** Attempts in a row after which the books count as not to be had. */
const attemptsBeforeFailed = 5;
/** Below the venue's ping of 20 s (spot); a quiet socket is asked for a sign of life. */
const heartbeatMs = 15_000;
/** Two heartbeats unanswered: the socket is dead, whatever the operating system thinks. */
const silentMsMax = 35_000;
/** The venue cuts every connection at 24 hours. */
const renewAfterMs = 23 * 3_600_000;
/** Keeps connections opened together from being renewed together. */
const renewJitterMs = 30 * 60_000;

/** One socket carrying the streams of many symbols of one market. */
export interface StreamConnection {
  size(): number;
  add(stream: BookStream): void;
  /** Renews a stream that stopped; the whole socket when that did not help before. */
  renew(venueSymbol: string, again: boolean): void;
  remove(venueSymbol: string): void;
  beat(): void;
  stop(): void;
}

export interface StreamConnectionDeps {
  readonly market: Market;
  readonly transport: FeedTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

export function createStreamConnection(deps: StreamConnectionDeps): StreamConnection {
  return new SingleStreamConnection(deps);
}

class SingleStreamConnection implements StreamConnection {
  readonly #deps: StreamConnectionDeps;
  readonly #logger: Logger;
  readonly #streams = new Map<string, BookStream>();
  /** One per refused stream at most. */
  readonly #retries = new Set<Cancel>();
  readonly #backoff: Backoff;
  readonly #subscriptions: Subscriptions;
  /** Events of a socket count only while it is the newest. */
  #generation = 0;
  #socket: Connection | undefined;
  #openedAtMs: number | undefined;
  #heardAtMs = 0;
  #askedAtMs = 0;
  #renewAtMs = 0;
  #cancelReconnect: Cancel | undefined;

  constructor(deps: StreamConnectionDeps) {
    const { clock, market, random } = deps;
    this.#deps = deps;
    this.#logger = deps.logger.child({ market: market.name });
    this.#backoff = createBackoff({
      random,
      firstMs: reconnectFirstMs,
      maxMs: reconnectMaxMs,
    });
    this.#subscriptions = createSubscriptions({
      clock,
      spacingMs: market.messageSpacingMs,
      send: (text) => this.#socket?.send(text),
      subscribed: (venueSymbol) => this.#streams.get(venueSymbol)?.subscribed(),
      refused: (venueSymbol, reason) => this.#refused(venueSymbol, reason),
    });
  }

  size(): number {
    return this.#streams.size;
  }

  add(stream: BookStream): void {
    this.#streams.set(stream.venueSymbol, stream);
    if (this.#openedAtMs !== undefined) this.#subscriptions.add(stream.venueSymbol);
    else if (!this.#socket && !this.#cancelReconnect) this.#connect();
  }

  renew(venueSymbol: string, again: boolean): void {
    if (again) {
      this.#restart(`stream ${streamName(venueSymbol)} stays silent`);
      return;
    }
    this.#subscriptions.remove(venueSymbol);
    this.#subscriptions.add(venueSymbol);
  }

  remove(venueSymbol: string): void {
    this.#streams.get(venueSymbol)?.close();
    this.#streams.delete(venueSymbol);
    if (this.#streams.size === 0) this.stop();
    else this.#subscriptions.remove(venueSymbol);
  }

  beat(): void {
    for (const stream of this.#streams.values()) stream.beat();
    if (!this.#socket) return;
    const nowMs = this.#deps.clock.monotonic();
    const silentMs = nowMs - this.#heardAtMs;
    if (silentMs >= silentMsMax) {
      this.#restart(`silent for ${silentMsMax} ms`);
      return;
    }
    if (this.#openedAtMs === undefined) return;
    if (nowMs >= this.#renewAtMs) {
      this.#restart('renewed before the venue cuts it');
      return;
    }
    if (Math.min(silentMs, nowMs - this.#askedAtMs) < heartbeatMs) return;
    this.#askedAtMs = nowMs;
    this.#subscriptions.ask();
  }

  stop(): void {
    this.#generation += 1;
    this.#cancelReconnect?.();
    this.#cancelReconnect = undefined;
    for (const cancel of this.#retries) cancel();
    this.#retries.clear();
    this.#subscriptions.close();
    for (const stream of this.#streams.values()) stream.close();
    this.#streams.clear();
    this.#socket?.close();
    this.#socket = undefined;
  }

  #connect(): void {
    this.#cancelReconnect = undefined;
    this.#generation += 1;
    const mine = this.#generation;
    const isCurrent = () => mine === this.#generation;
    this.#heardAtMs = this.#deps.clock.monotonic();
    const connection = this.#deps.transport.connect(this.#deps.market.streamUrl, {
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
    const nowMs = this.#deps.clock.monotonic();
    this.#openedAtMs = nowMs;
    this.#heardAtMs = nowMs;
    this.#renewAtMs = nowMs + renewAfterMs - this.#deps.random.between(0, renewJitterMs);
    this.#subscriptions.open([...this.#streams.keys()]);
  }

  #frame(text: string): void {
    this.#heardAtMs = this.#deps.clock.monotonic();
    const routed = routeFrame(text);
    switch (routed.kind) {
      case 'depth':
        this.#streams.get(routed.venueSymbol)?.update(routed.event);
        return;
      case 'malformed':
        this.#malformed(routed.venueSymbol);
        return;
      case 'reply':
        this.#subscriptions.answered(routed.id, routed.error);
        return;
      case 'shutdown':
        this.#restart('the venue announced a shutdown');
        return;
      case 'other':
        return;
      default:
        unreachable(routed);
        return;
    }
  }

  /** A frame that does not even tell its symbol may have been anybody's. */
  #malformed(venueSymbol: string | undefined): void {
    this.#logger.warn({ venueSymbol }, 'Frame could not be read');
    if (venueSymbol !== undefined) {
      this.#streams.get(venueSymbol)?.malformed();
      return;
    }
    for (const stream of this.#streams.values()) stream.malformed();
  }

  #refused(venueSymbol: string, reason: string): void {
    this.#streams.get(venueSymbol)?.refused(reason);
    const cancel = this.#deps.clock.schedule(refusedRetryMs, () => {
      this.#retries.delete(cancel);
      if (this.#streams.has(venueSymbol)) this.#subscriptions.add(venueSymbol);
    });
    this.#retries.add(cancel);
  }

  #ended(reason: string): void {
    const nowMs = this.#deps.clock.monotonic();
    this.#generation += 1;
    this.#socket = undefined;
    const isStable = this.#openedAtMs !== undefined && nowMs - this.#openedAtMs >= stableMs;
    if (isStable) this.#backoff.reset();
    this.#openedAtMs = undefined;
    this.#subscriptions.close();
    for (const cancel of this.#retries) cancel();
    this.#retries.clear();
    const isUnreachable = this.#backoff.failures() >= attemptsBeforeFailed;
    this.#logger.warn({ reason, books: this.#streams.size }, 'Connection ended');
    for (const stream of this.#streams.values()) stream.disconnected(reason, isUnreachable);
    this.#cancelReconnect = this.#deps.clock.schedule(this.#backoff.nextMs(), () =>
      this.#connect(),
    );
  }

  #restart(reason: string): void {
    const old = this.#socket;
    if (!old) return;
    this.#ended(reason);
    old.close();
  }
}
