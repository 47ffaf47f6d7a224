import { arrivalSlackShare } from './rollingWindow.ts';
import { freeOf, type PlannedSpend, type SpendLog } from './spendLog.ts';

/**
 * A counter that every call fills and that drains steadily, as some exchanges have it. It drains
 * more slowly here: slow calls may arrive closer together than they were sent. What each payer
 * spent drains in proportion.
 */
export class DrainingCounter implements SpendLog {
  /** The time that it takes to drain from its capacity. */
  readonly holdMs: number;
  readonly #perMs: number;
  #levels: readonly number[];
  #atMs = 0;

  constructor({ capacity, lengthMs }: { capacity: number; lengthMs: number }, payers: number) {
    this.holdMs = lengthMs * (1 + arrivalSlackShare);
    this.#perMs = capacity / this.holdMs;
    this.#levels = new Array<number>(payers).fill(0);
  }

  spend(payer: number, cost: number, nowMs: number): void {
    this.#levels = this.spent(nowMs).map((level, index) =>
      index === payer ? level + cost : level,
    );
    this.#atMs = nowMs;
  }

  spent(nowMs: number): readonly number[] {
    const level = sumOf(this.#levels);
    if (level === 0) return this.#levels;
    const share = Math.max(0, level - (nowMs - this.#atMs) * this.#perMs) / level;
    return this.#levels.map((own) => own * share);
  }

  freeAtMs(spend: PlannedSpend, nowMs: number): number {
    const levels = this.spent(nowMs);
    if (freeOf(levels, spend) >= 0) return nowMs;
    const share = shareWithRoom(levels, spend);
    if (share === undefined) return Number.POSITIVE_INFINITY;
    // Rounded up to whole milliseconds, the finest step of a timer, after which it has surely
    // drained.
    return nowMs + Math.ceil((sumOf(levels) * (1 - share)) / this.#perMs) + 1;
  }
}

/**
 * Returns the share to which the levels must drain before there is room; undefined if there never
 * is. While the levels drain, the sum that is held falls in straight pieces, less and less steeply.
 * Each step follows the piece that it stands on, so that none goes too far and there are no more
 * steps than payers.
 */
function shareWithRoom(levels: readonly number[], spend: PlannedSpend): number | undefined {
  let share = 1;
  for (const _ of [...levels, share]) {
    const now = levels.map((level) => level * share);
    const over = -freeOf(now, spend);
    if (over <= 0) return share;
    const draining = now.filter((level, payer) => level > (spend.kept[payer] ?? 0));
    const slope = sumOf(draining) / share;
    if (slope === 0 || over > slope * share) return undefined;
    share -= over / slope;
  }
  return Math.max(0, share);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
