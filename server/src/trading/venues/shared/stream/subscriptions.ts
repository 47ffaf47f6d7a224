import type { Cancel, Clock } from '../../../../kit/clock.ts';
import type { Random } from '../../../../kit/random.ts';
import { type Backoff, createBackoff } from '../backoff.ts';
import type { Addressee, StreamProtocol } from './protocol.ts';

/** Replies come within a second; some transports and older servers never send one. */
const replyWaitMs = 2_000;
/**
 * Venues count messages by the second or the minute: when told to slow down, we pause for this
 * long.
 */
const limitFirstMs = 2_000;
const limitMaxMs = 60_000;

/**
 * Subscribes and unsubscribes on one connection, in batches and no faster than the venue allows. A
 * refused batch is repeated one by one to find the stream that was meant.
 */
export interface Subscriptions {
  /** The connection opened; all wanted streams are requested. */
  open(keys: readonly string[]): void;
  /** The connection ended; until the next `open` there is nothing to add or remove. */
  close(): void;
  add(key: string): void;
  remove(key: string): void;
  /** Sends a request for a sign of life; returns false while no message may be sent. */
  ping(): boolean;
  accepted(addressee: Addressee): void;
  refused(addressee: Addressee, refusal: Refusal): void;
}

interface Refusal {
  readonly reason: string;
  readonly isLimit: boolean;
  /** Refused because the stream is already there. */
  readonly isHeld?: boolean;
}

export interface SubscriptionsDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly protocol: StreamProtocol<unknown>;
  send(text: string): void;
  subscribed(key: string): void;
  refused(key: string, reason: string): void;
  /** True while the stream is still wanted. */
  isWanted(key: string): boolean;
}

interface Sent {
  readonly keys: Set<string>;
  readonly cancelWait: Cancel;
}

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  return new ConnectionSubscriptions(deps);
}

class ConnectionSubscriptions implements Subscriptions {
  readonly #deps: SubscriptionsDeps;
  // Each set holds a stream at most once, so none outgrows the connection's streams.
  readonly #leaving = new Set<string>();
  readonly #joining = new Set<string>();
  /** Streams of a refused batch, to be requested one by one. */
  readonly #single = new Set<string>();
  /** Unanswered requests, oldest first; each leaves after its wait. */
  readonly #sent = new Map<number, Sent>();
  readonly #limited: Backoff;
  #isOpen = false;
  #lastId = 0;
  /** No message may be sent before this time. */
  #freeAtMs = 0;
  /** No subscription may be sent before this time: the venue said that we ask too fast. */
  #limitedUntilMs = 0;
  #cancelFlush: Cancel | undefined;

  constructor(deps: SubscriptionsDeps) {
    this.#deps = deps;
    const { random } = deps;
    this.#limited = createBackoff({ random, firstMs: limitFirstMs, maxMs: limitMaxMs });
  }

  open(keys: readonly string[]): void {
    this.#isOpen = true;
    for (const key of keys) this.#joining.add(key);
    this.#flushSoon();
  }

  close(): void {
    this.#isOpen = false;
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
    for (const { cancelWait } of this.#sent.values()) cancelWait();
    for (const waiting of [this.#sent, this.#leaving, this.#joining, this.#single]) waiting.clear();
  }

  add(key: string): void {
    if (!this.#isOpen) return;
    this.#joining.add(key);
    this.#flushSoon();
  }

  remove(key: string): void {
    if (!this.#isOpen) return;
    this.#single.delete(key);
    // A stream that was never requested need not be given back.
    if (!this.#joining.delete(key)) this.#leaving.add(key);
    this.#flushSoon();
  }

  ping(): boolean {
    const { clock, protocol } = this.#deps;
    if (!this.#isOpen || clock.monotonic() < this.#freeAtMs) return false;
    this.#deps.send(protocol.ping(this.#nextRequest()));
    return true;
  }

  accepted({ id, keys }: Addressee): void {
    this.#limited.reset();
    if (keys) for (const key of keys) this.#settleKey(key);
    else if (id !== undefined) this.#settle(id);
  }

  refused({ id, keys }: Addressee, refusal: Refusal): void {
    const { reason, isLimit } = refusal;
    if (isLimit) this.#pause();
    if (keys) {
      for (const key of keys) {
        this.#forget(key);
        if (!this.#deps.isWanted(key)) continue;
        if (isLimit) this.#joining.add(key);
        else this.#deps.refused(key, reason);
      }
    } else {
      const meant = id ?? this.#sent.keys().next().value;
      const request = meant === undefined ? undefined : this.#takeSent(meant);
      this.#refuseAll([...(request?.keys ?? [])], refusal);
    }
    this.#flushSoon();
  }

  /** One of these streams was meant; separate requests will tell which one. */
  #refuseAll(keys: readonly string[], { reason, isLimit, isHeld }: Refusal): void {
    for (const key of keys) {
      if (!this.#deps.isWanted(key)) continue;
      if (isLimit) this.#joining.add(key);
      // The refusal is certain only if the stream was requested alone: one given up meanwhile may
      // have been meant.
      else if (keys.length > 1) this.#single.add(key);
      else if (isHeld) this.#deps.subscribed(key);
      else this.#deps.refused(key, reason);
    }
  }

  /** Venues say it once for every stream of a request: only the first counts. */
  #pause(): void {
    const nowMs = this.#deps.clock.monotonic();
    if (nowMs < this.#limitedUntilMs) return;
    this.#limitedUntilMs = nowMs + this.#limited.nextMs();
    this.#cancelFlush?.();
    this.#cancelFlush = undefined;
  }

  /** Runs one turn of the clock later, so that symbols added together are sent together. */
  #flushSoon(): void {
    if (!this.#isOpen || this.#cancelFlush) return;
    const isSingleDue = this.#single.size > 0 && this.#sent.size === 0;
    if (this.#leaving.size + this.#joining.size === 0 && !isSingleDue) return;
    const { clock } = this.#deps;
    const freeAtMs = Math.max(this.#freeAtMs, this.#limitedUntilMs);
    const delayMs = Math.max(0, freeAtMs - clock.monotonic());
    this.#cancelFlush = clock.schedule(delayMs, () => this.#flush());
  }

  #flush(): void {
    const { protocol } = this.#deps;
    this.#cancelFlush = undefined;
    if (this.#leaving.size > 0) {
      const keys = take(this.#leaving, protocol.batchMax);
      this.#deps.send(protocol.unsubscribe(keys, this.#nextRequest()));
    } else if (this.#joining.size > 0) {
      this.#subscribe(take(this.#joining, protocol.batchMax));
    } else if (this.#sent.size === 0) {
      // Not every venue names the request that it refuses: one unanswered request at a time leaves
      // no doubt.
      this.#subscribe(take(this.#single, 1));
    }
    this.#flushSoon();
  }

  #subscribe(keys: readonly string[]): void {
    if (keys.length === 0) return;
    const { clock, protocol } = this.#deps;
    const request = this.#nextRequest();
    const cancelWait = clock.schedule(replyWaitMs, () => this.#settle(request.id));
    this.#sent.set(request.id, { keys: new Set(keys), cancelWait });
    this.#deps.send(protocol.subscribe(keys, request));
  }

  #nextRequest() {
    const { clock, protocol } = this.#deps;
    this.#lastId += 1;
    this.#freeAtMs = clock.monotonic() + protocol.messageSpacingMs;
    return { id: this.#lastId, nowMs: clock.now() };
  }

  #settle(id: number): void {
    for (const key of this.#takeSent(id)?.keys ?? []) this.#deps.subscribed(key);
    this.#flushSoon();
  }

  #settleKey(key: string): void {
    if (this.#forget(key)) this.#deps.subscribed(key);
    this.#flushSoon();
  }

  /** Takes a stream out of the request that asked for it; returns false when none did. */
  #forget(key: string): boolean {
    for (const [id, { keys }] of this.#sent) {
      if (!keys.delete(key)) continue;
      if (keys.size === 0) this.#takeSent(id);
      return true;
    }
    return false;
  }

  #takeSent(id: number): Sent | undefined {
    const request = this.#sent.get(id);
    request?.cancelWait();
    this.#sent.delete(id);
    return request;
  }
}

function take(from: Set<string>, count: number): string[] {
  const taken = [...from].slice(0, count);
  for (const item of taken) from.delete(item);
  return taken;
}
