import { arrivalSlackShare } from './rollingWindow.ts';

/**
 * A counter that every call fills and that drains steadily, as some exchanges have it. It drains
 * more slowly here: calls that are slow on their way may arrive closer together than they left.
 */
export class DrainingCounter {
  /** How long it takes to drain from its capacity. */
  readonly holdMs: number;
  readonly #perMs: number;
  #level = 0;
  #atMs = 0;

  constructor(capacity: number, lengthMs: number) {
    this.holdMs = lengthMs * (1 + arrivalSlackShare);
    this.#perMs = capacity / this.holdMs;
  }

  spend(cost: number, nowMs: number): void {
    this.#level = this.spent(nowMs) + cost;
    this.#atMs = nowMs;
  }

  spent(nowMs: number): number {
    return Math.max(0, this.#level - (nowMs - this.#atMs) * this.#perMs);
  }

  /** When so much can be spent without passing the ceiling, if nobody else spends. */
  roomAtMs(cost: number, ceiling: number, nowMs: number): number {
    if (cost > ceiling) return Number.POSITIVE_INFINITY;
    const over = this.spent(nowMs) + cost - ceiling;
    // Whole milliseconds, after which it has surely drained: a timer has no finer ones.
    return over <= 0 ? nowMs : nowMs + Math.ceil(over / this.#perMs) + 1;
  }
}
