import type { Cancel, Clock } from '../../../kit/clock.ts';
import { streamName } from './markets.ts';

/** Streams a message names: 50 names stay below 2 kB, far from any frame limit. */
const batchMax = 50;
/** Replies come within a second; some transports and older servers never send one. */
const replyWaitMs = 2_000;

/**
 * Says SUBSCRIBE and UNSUBSCRIBE on one connection, in batches and no faster than the venue allows.
 * A refused batch is repeated one by one to find the stream that was meant.
 */
export interface Subscriptions {
  /** The connection opened; everything wanted is asked for. */
  open(venueSymbols: readonly string[]): void;
  /** The connection ended; until the next `open` there is nothing to add or remove. */
  close(): void;
  add(venueSymbol: string): void;
  remove(venueSymbol: string): void;
  /** Asks for something harmless that must be answered. */
  ask(): void;
  answered(id: number, error: string | undefined): void;
}

export interface SubscriptionsDeps {
  readonly clock: Clock;
  readonly spacingMs: number;
  send(text: string): void;
  subscribed(venueSymbol: string): void;
  refused(venueSymbol: string, reason: string): void;
}

interface Sent {
  readonly venueSymbols: readonly string[];
  readonly cancelWait: Cancel;
}

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  return new ConnectionSubscriptions(deps);
}

class ConnectionSubscriptions implements Subscriptions {
  readonly #deps: SubscriptionsDeps;
  // Each holds a symbol at most once, so none outgrows the connection's symbols.
  readonly #leaving = new Set<string>();
  readonly #joining = new Set<string>();
  /** Symbols of a refused batch, to be asked for one by one. */
  readonly #single = new Set<string>();
  /** Unanswered requests; each leaves after its wait. */
  readonly #sent = new Map<number, Sent>();
  #isOpen = false;
  #lastId = 0;
  #freeAtMs = 0;
  #cancelFlush: Cancel | undefined;

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps;
  }

  open(venueSymbols: readonly string[]): void {
    this.#isOpen = true;
    for (const venueSymbol of venueSymbols) this.#joining.add(venueSymbol);
    this.#flushSoon();
  }

  close(): void {
    this.#isOpen = false;
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    for (const { cancelWait } of this.#sent.values()) cancelWait();
    for (const waiting of [this.#sent, this.#leaving, this.#joining, this.#single]) waiting.clear();
  }

  add(venueSymbol: string): void {
    if (!this.#isOpen) return;
    this.#joining.add(venueSymbol);
    this.#flushSoon();
  }

  remove(venueSymbol: string): void {
    if (!this.#isOpen) return;
    this.#single.delete(venueSymbol);
    // What was never asked for need not be given back.
    if (!this.#joining.delete(venueSymbol)) this.#leaving.add(venueSymbol);
    this.#flushSoon();
  }

  ask(): void {
    if (this.#isOpen && this.#deps.clock.monotonic() >= this.#freeAtMs) {
      this.#say('LIST_SUBSCRIPTIONS', []);
    }
  }

  answered(id: number, error: string | undefined): void {
    const request = this.#sent.get(id);
    if (!request) return;
    request.cancelWait();
    const [first, ...more] = request.venueSymbols;
    if (error === undefined || first === undefined) {
      this.#settled(id);
      return;
    }
    this.#sent.delete(id);
    if (more.length === 0) {
      this.#deps.refused(first, error);
      return;
    }
    for (const venueSymbol of request.venueSymbols) this.#single.add(venueSymbol);
    this.#flushSoon();
  }

  /** A turn of the clock later, so that symbols added together travel together. */
  #flushSoon(): void {
    if (!this.#isOpen || this.#cancelFlush) return;
    if (this.#leaving.size + this.#joining.size + this.#single.size === 0) return;
    const { clock } = this.#deps;
    const delayMs = Math.max(0, this.#freeAtMs - clock.monotonic());
    this.#cancelFlush = clock.schedule(delayMs, () => this.#flush());
  }

  #flush(): void {
    this.#cancelFlush = undefined;
    if (this.#leaving.size > 0) this.#say('UNSUBSCRIBE', take(this.#leaving, batchMax));
    else if (this.#joining.size > 0) this.#say('SUBSCRIBE', take(this.#joining, batchMax));
    else this.#say('SUBSCRIBE', take(this.#single, 1));
    this.#flushSoon();
  }

  #say(method: string, venueSymbols: readonly string[]): void {
    const { clock } = this.#deps;
    this.#lastId += 1;
    const id = this.#lastId;
    this.#freeAtMs = clock.monotonic() + this.#deps.spacingMs;
    if (method === 'SUBSCRIBE') {
      const cancelWait = clock.schedule(replyWaitMs, () => this.#settled(id));
      this.#sent.set(id, { venueSymbols, cancelWait });
    }
    const params = venueSymbols.map(streamName);
    this.#deps.send(JSON.stringify({ method, ...(params.length > 0 && { params }), id }));
  }

  #settled(id: number): void {
    const request = this.#sent.get(id);
    this.#sent.delete(id);
    for (const venueSymbol of request?.venueSymbols ?? []) this.#deps.subscribed(venueSymbol);
  }
}

function take(from: Set<string>, count: number): string[] {
  const taken = [...from].slice(0, count);
  for (const item of taken) from.delete(item);
  return taken;
}
