/**
 * Calls are counted when we send them, the exchange counts them when they arrive. One that is slow
 * on its way may arrive close to a later one; so each counts for this much longer than the window.
 */
export const arrivalSlackShare = 0.1;

/** Spending is remembered in so many pieces: a bound on memory, at the price of 2 % of the time. */
const piecesPerWindow = 50;

interface Piece {
  readonly startMs: number;
  /** When the last that was spent in it no longer counts: the earlier ones count as long. */
  untilMs: number;
  cost: number;
}

/** What was spent within the last stretch of time of a fixed length. Time only goes forward. */
export class RollingWindow {
  readonly holdMs: number;
  readonly #pieceMs: number;
  /** Oldest first; two more than `piecesPerWindow` at most. */
  readonly #pieces: Piece[] = [];

  constructor(lengthMs: number) {
    this.holdMs = lengthMs * (1 + arrivalSlackShare);
    this.#pieceMs = this.holdMs / piecesPerWindow;
  }

  spend(cost: number, nowMs: number): void {
    this.#forget(nowMs);
    const untilMs = nowMs + this.holdMs;
    const last = this.#pieces.at(-1);
    if (last && nowMs - last.startMs < this.#pieceMs) {
      last.cost += cost;
      last.untilMs = untilMs;
      return;
    }
    this.#pieces.push({ startMs: nowMs, untilMs, cost });
  }

  spent(nowMs: number): number {
    this.#forget(nowMs);
    return this.#pieces.reduce((sum, piece) => sum + piece.cost, 0);
  }

  /** When so much can be spent without passing the ceiling, if nobody else spends. */
  roomAtMs(cost: number, ceiling: number, nowMs: number): number {
    let over = this.spent(nowMs) + cost - ceiling;
    let atMs = nowMs;
    for (const piece of this.#pieces) {
      if (over <= 0) break;
      over -= piece.cost;
      atMs = piece.untilMs;
    }
    return over <= 0 ? atMs : Number.POSITIVE_INFINITY;
  }

  #forget(nowMs: number): void {
    while (this.#pieces[0] && this.#pieces[0].untilMs <= nowMs) this.#pieces.shift();
  }
}
