/** The longest ban that an exchange documents (binance: two minutes to three days). */
const namedMsMax = 3 * 24 * 3_600_000;

/**
 * Maximum length of a ban without a given end: a longer one would keep us from cancelling on a
 * guess.
 */
const guessedMsMax = 3_600_000;

/** A ban this soon after the last one means that the last one was too short. */
const memoryMs = 3_600_000;

interface Strike {
  readonly firstMs: number;
  readonly retryAfterMs: number | undefined;
}

/** Silence that an exchange asked for. Bans that follow each other double when it gives no end. */
export class VenueBan {
  #untilMs = Number.NEGATIVE_INFINITY;
  /** Number of bans in a row within the memory. */
  #strikes = 0;

  leftMs(nowMs: number): number {
    return Math.max(0, this.#untilMs - nowMs);
  }

  isForgotten(nowMs: number): boolean {
    return nowMs - this.#untilMs > memoryMs;
  }

  /** Returns true when a new ban began. */
  strike({ firstMs, retryAfterMs }: Strike, nowMs: number): boolean {
    // "At once", or a text that is not a number, does not say how long.
    const isNamed = retryAfterMs !== undefined && retryAfterMs > 0;
    const namedMs = isNamed ? Math.min(retryAfterMs, namedMsMax) : undefined;
    if (nowMs < this.#untilMs) {
      // Answers to calls that were already on their way are no further offence.
      this.#untilMs = Math.max(this.#untilMs, nowMs + (namedMs ?? firstMs));
      return false;
    }
    if (this.isForgotten(nowMs)) this.#strikes = 0;
    const guessedMs = Math.min(firstMs * 2 ** this.#strikes, guessedMsMax);
    this.#strikes += 1;
    this.#untilMs = nowMs + (namedMs ?? guessedMs);
    return true;
  }
}
