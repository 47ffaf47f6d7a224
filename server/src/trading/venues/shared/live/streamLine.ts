import { unreachable } from '../../../../kit/assert.ts';
import type { Cancel, Clock } from '../../../../kit/clock.ts';
import { errorText } from '../../../../kit/errors.ts';
import type { Random } from '../../../../kit/random.ts';
import type { Connection, ConnectionEvents } from '../../transportPort.ts';
import { createBackoff } from '../backoff.ts';
import type { OrderName, PreparedStream, UserStreamCall } from './userStreams.ts';

/** One user stream of one account: at most one connection, opened again whenever it is lost. */
export interface StreamLine {
  /** Connects, unless it already does. */
  open(): void;
  /** Ends the connection and every attempt at one; it may be opened again. */
  close(): void;
  state(): StreamState;
  /**
   * Returns the time since the venue's last message or sign of life; undefined while nothing is
   * connected.
   */
  quietMs(): number | undefined;
}

/**
 *   closed ──open──▶ opening ──the venue confirms──▶ live
 *                      ▲  │ fails                     │ cut, silent, expired, refused
 *                      │  ▼                           │
 *                     down ◀──────────────────────────┘     close: from anywhere to closed
 */
export type StreamState = 'closed' | 'opening' | 'live' | 'down';

export interface StreamLineDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly connect: (url: string, events: ConnectionEvents) => Connection;
  /** Makes the REST requests for a connection, with the signal of that connection. */
  readonly prepare: (signal: AbortSignal) => Promise<PreparedStream>;
  readonly renew: (
    renew: (call: UserStreamCall) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;
  readonly told: StreamListener;
}

/** The events of a line. Must not throw. */
export interface StreamListener {
  /** Everything is reported from now on; what happened before must be looked up. */
  live(): void;
  orders(names: readonly OrderName[]): void;
  /**
   * Nothing is reported any more until the line is live again; the next attempt is in `nextTryMs`.
   */
  down(reason: string, nextTryMs: number): void;
}

const reconnectFirstMs = 1_000;
/** Polling stands in meanwhile; with a hundred accounts this stays below 300 connects in 5 min. */
const reconnectMaxMs = 300_000;
/** A connection that lasted this long was good: the next failure starts a new count. */
const stableMs = 60_000;
/**
 * From the first request to the venue's confirmation of all subscriptions; usually under two
 * seconds.
 */
const openMsMax = 20_000;
/** Three of the socket's own pings: they are answered as long as the connection is alive. */
const silentMsMax = 60_000;
const beatMs = 5_000;
/** Venues end connections after 24 hours; ending a little earlier lets us choose the moment. */
const lifeMs = 23 * 3_600_000;

export function createStreamLine(deps: StreamLineDeps): StreamLine {
  const { clock, random, told } = deps;
  const backoff = createBackoff({ random, firstMs: reconnectFirstMs, maxMs: reconnectMaxMs });
  let state: StreamState = 'closed';
  let attempt: Attempt | undefined;
  let cancelRetry: Cancel | undefined;

  const begin = (): void => {
    state = 'opening';
    const mine = new Attempt(deps, {
      live() {
        state = 'live';
        told.live();
      },
      orders: told.orders,
      ended(reason, heldMs) {
        if (mine !== attempt) return;
        attempt = undefined;
        if (heldMs >= stableMs) backoff.reset();
        state = 'down';
        const nextTryMs = backoff.nextMs();
        cancelRetry = clock.schedule(nextTryMs, begin);
        told.down(reason, Math.round(nextTryMs));
      },
    });
    attempt = mine;
    mine.start();
  };
  return {
    open() {
      if (state === 'closed') begin();
    },
    close() {
      cancelRetry?.();
      const last = attempt;
      // Forgotten first, so that its end does not count as a failure.
      attempt = undefined;
      state = 'closed';
      last?.end('closed');
    },
    state: () => state,
    quietMs: () => attempt?.quietMs(),
  };
}

interface AttemptListener {
  live(): void;
  orders(names: readonly OrderName[]): void;
  /** Called once. */
  ended(reason: string, heldMs: number): void;
}

/** One connection, from the requests before it to its end. */
class Attempt {
  readonly #deps: StreamLineDeps;
  readonly #told: AttemptListener;
  readonly #startedMs: number;
  readonly #ended = new AbortController();
  readonly #cancels: Cancel[] = [];
  #connection: Connection | undefined;
  #heardMs: number | undefined;
  #liveMs: number | undefined;

  constructor(deps: StreamLineDeps, told: AttemptListener) {
    this.#deps = deps;
    this.#told = told;
    this.#startedMs = deps.clock.monotonic();
  }

  start(): void {
    const { signal } = this.#ended;
    this.#cancels.push(this.#deps.clock.every(beatMs, () => this.#beat()));
    this.#deps
      .prepare(signal)
      .then((stream) => {
        if (!signal.aborted) this.#converse(stream);
      })
      .catch((error: unknown) => this.end(errorText(error)));
  }

  end(reason: string): void {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort(new Error(reason));
    for (const cancel of this.#cancels) cancel();
    this.#connection?.close();
    this.#told.ended(reason, this.#heldMs());
  }

  quietMs(): number | undefined {
    if (this.#heardMs === undefined) return undefined;
    return this.#deps.clock.monotonic() - this.#heardMs;
  }

  #heldMs(): number {
    return this.#liveMs === undefined ? 0 : this.#deps.clock.monotonic() - this.#liveMs;
  }

  #beat(): void {
    const openingMs = this.#deps.clock.monotonic() - this.#startedMs;
    if ((this.quietMs() ?? 0) >= silentMsMax) this.end(`silent for ${silentMsMax} ms`);
    else if (this.#liveMs === undefined && openingMs >= openMsMax) this.end('not open in time');
    else if (this.#heldMs() >= lifeMs) this.end('renewed before the venue cuts it');
  }

  #hear(): void {
    this.#heardMs = this.#deps.clock.monotonic();
  }

  #converse(stream: PreparedStream): void {
    const unlessEnded = (work: () => void) => () => {
      if (!this.#ended.signal.aborted) work();
    };
    const connection = this.#deps.connect(stream.url, {
      opened: unlessEnded(() => {
        this.#hear();
        const texts = stream.hello();
        this.#say(texts);
        // When the address says everything, there is nothing to wait for.
        if (texts.length === 0) this.#goLive(stream);
      }),
      frame: (text) => unlessEnded(() => this.#take(stream, text))(),
      alive: unlessEnded(() => this.#hear()),
      closed: (reason) => this.end(reason),
    });
    if (this.#ended.signal.aborted) connection.close();
    else this.#connection = connection;
  }

  #take(stream: PreparedStream, text: string): void {
    this.#hear();
    const word = stream.read(text);
    switch (word.kind) {
      case 'orders':
        this.#told.orders(word.orders);
        break;
      case 'ready':
        this.#goLive(stream);
        break;
      case 'answer':
        this.#say(word.texts);
        break;
      case 'over':
        this.end(word.reason);
        break;
      case 'other':
        break;
      default:
        unreachable(word);
    }
  }

  #say(texts: readonly string[]): void {
    for (const text of texts) this.#connection?.send(text);
  }

  /** From here on the venue expects messages at intervals. */
  #goLive({ ping, renewal }: PreparedStream): void {
    if (this.#liveMs !== undefined) return;
    const { clock, renew } = this.#deps;
    this.#liveMs = clock.monotonic();
    if (ping) this.#cancels.push(clock.every(ping.everyMs, () => this.#say([ping.text()])));
    if (renewal) {
      const again = () =>
        renew(renewal.renew, this.#ended.signal).catch((error: unknown) =>
          this.end(errorText(error)),
        );
      this.#cancels.push(clock.every(renewal.everyMs, () => void again()));
    }
    this.#told.live();
  }
}
