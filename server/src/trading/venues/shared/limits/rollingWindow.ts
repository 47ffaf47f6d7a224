import { freeOf, type PlannedSpend, type SpendLog } from './spendLog.ts';

/**
 * We count calls when they are sent, the exchange when they arrive. A slow one may arrive close to
 * a later one, so each counts for this much longer than the window.
 */
export const arrivalSlackShare = 0.1;

/**
 * Spending is remembered in this many pieces, which bounds memory at the price of 2 % of the time.
 */
const piecesPerWindow = 50;

interface Piece {
  readonly startMs: number;
  /** Time when the last spending in the piece no longer counts: the earlier ones count as long. */
  untilMs: number;
  /** By payer. */
  readonly costs: number[];
}

/** The spending within the last stretch of time of a fixed length. Time only goes forward. */
export class RollingWindow implements SpendLog {
  readonly holdMs: number;
  readonly #payers: number;
  readonly #pieceMs: number;
  /** Oldest first; at most two more than `piecesPerWindow`. */
  readonly #pieces: Piece[] = [];

  constructor(lengthMs: number, payers: number) {
    this.#payers = payers;
    this.holdMs = lengthMs * (1 + arrivalSlackShare);
    this.#pieceMs = this.holdMs / piecesPerWindow;
  }

  spend(payer: number, cost: number, nowMs: number): void {
    this.#forget(nowMs);
    let last = this.#pieces.at(-1);
    if (!last || nowMs - last.startMs >= this.#pieceMs) {
      last = { startMs: nowMs, untilMs: 0, costs: this.#nothing() };
      this.#pieces.push(last);
    }
    last.costs[payer] = (last.costs[payer] ?? 0) + cost;
    last.untilMs = nowMs + this.holdMs;
  }

  spent(nowMs: number): readonly number[] {
    this.#forget(nowMs);
    const sums = this.#nothing();
    for (const { costs } of this.#pieces) {
      for (const [payer, cost] of costs.entries()) sums[payer] = (sums[payer] ?? 0) + cost;
    }
    return sums;
  }

  freeAtMs(spend: PlannedSpend, nowMs: number): number {
    let left = this.spent(nowMs);
    if (freeOf(left, spend) >= 0) return nowMs;
    for (const { costs, untilMs } of this.#pieces) {
      left = left.map((sum, payer) => sum - (costs[payer] ?? 0));
      if (freeOf(left, spend) >= 0) return untilMs;
    }
    return Number.POSITIVE_INFINITY;
  }

  #nothing(): number[] {
    return new Array<number>(this.#payers).fill(0);
  }

  #forget(nowMs: number): void {
    while (this.#pieces[0] && this.#pieces[0].untilMs <= nowMs) this.#pieces.shift();
  }
}
