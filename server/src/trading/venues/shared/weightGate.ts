import type { Cancel, Clock } from '../../../kit/clock.ts';

/**
 * Spaces calls to one host by their weight. A bucket holds what may be spent at once and refills
 * steadily; callers wait in order. Neither queue needs its own bound: a book has at most one call
 * waiting, and one place among those that ask for spare budget.
 */
export interface WeightGate {
  /** Runs the call as soon as the budget allows, at once if it does now. */
  request(weight: number, run: () => void): Cancel;
  /**
   * Spends the weight only if nobody waits and half the bucket is left afterwards. Askers that give
   * their name are let through in turn: one that the budget refused goes before later ones.
   */
  trySpare(weight: number, asker?: object): boolean;
  /** Gives up the place in that line. */
  leaveLine(asker: object): void;
  /** Lets nothing through for `ms`: the host asked for silence. */
  pause(ms: number): void;
}

export interface WeightGateOptions {
  readonly clock: Clock;
  readonly capacity: number;
  readonly refillPerMinute: number;
}

interface Waiting {
  readonly weight: number;
  readonly run: () => void;
}

export function createWeightGate(options: WeightGateOptions): WeightGate {
  return new TokenBucketGate(options);
}

class TokenBucketGate implements WeightGate {
  readonly #clock: Clock;
  readonly #capacity: number;
  readonly #refillPerMs: number;
  readonly #queue: Waiting[] = [];
  readonly #spareLine = new Set<object>();
  /** Budget that may be spent, as of `#countedAtMs`. */
  #left: number;
  #countedAtMs: number;
  #closedUntilMs = 0;
  #cancelPump: Cancel | undefined;

  constructor({ clock, capacity, refillPerMinute }: WeightGateOptions) {
    this.#clock = clock;
    this.#capacity = capacity;
    this.#refillPerMs = refillPerMinute / 60_000;
    this.#left = capacity;
    this.#countedAtMs = clock.monotonic();
  }

  request(weight: number, run: () => void): Cancel {
    // A call heavier than the bucket could never pass.
    const waiting = { weight: Math.min(weight, this.#capacity), run };
    this.#queue.push(waiting);
    this.#pump();
    return () => {
      const at = this.#queue.indexOf(waiting);
      if (at < 0) return;
      this.#queue.splice(at, 1);
      this.#pump();
    };
  }

  trySpare(weight: number, asker?: object): boolean {
    this.#refill();
    const [next] = this.#spareLine;
    const isTurn = asker === undefined || next === undefined || next === asker;
    if (isTurn && this.#isSpare(weight)) {
      this.#left -= weight;
      if (asker) this.#spareLine.delete(asker);
      return true;
    }
    if (asker) this.#spareLine.add(asker);
    return false;
  }

  leaveLine(asker: object): void {
    this.#spareLine.delete(asker);
  }

  pause(ms: number): void {
    this.#closedUntilMs = Math.max(this.#closedUntilMs, this.#clock.monotonic() + ms);
  }

  #pump(): void {
    this.#cancelPump?.();
    this.#cancelPump = undefined;
    this.#refill();
    for (let head = this.#queue[0]; head; head = this.#queue[0]) {
      const delayMs = this.#waitMs(head.weight);
      if (delayMs > 0) {
        this.#cancelPump = this.#clock.schedule(delayMs, () => this.#pump());
        return;
      }
      this.#queue.shift();
      this.#left -= head.weight;
      head.run();
    }
  }

  #isSpare(weight: number): boolean {
    if (this.#queue.length > 0 || this.#clock.monotonic() < this.#closedUntilMs) return false;
    return this.#left - weight >= this.#capacity / 2;
  }

  #refill(): void {
    const nowMs = this.#clock.monotonic();
    const gained = (nowMs - this.#countedAtMs) * this.#refillPerMs;
    this.#left = Math.min(this.#capacity, this.#left + gained);
    this.#countedAtMs = nowMs;
  }

  #waitMs(weight: number): number {
    const missing = Math.max(0, weight - this.#left);
    const closedMs = this.#closedUntilMs - this.#clock.monotonic();
    return Math.max(Math.ceil(missing / this.#refillPerMs), closedMs);
  }
}
