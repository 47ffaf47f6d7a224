import type { Seen } from './prices.ts';

/** The recent values of one figure of a market, by the exchange's own stamps. */
export interface History {
  /** A figure whose stamp is far from `heardMs`, which is our own time, is left out. */
  add(seen: Seen, heardMs: number): void;
  /** The last figure strictly before a moment; undefined where none is kept. */
  before(momentMs: number): Seen | undefined;
  /** Figures of this time and before it were kept once and are forgotten. */
  readonly forgottenMs: number | undefined;
}

/**
 * Two minutes of a market that moves twenty times a second, ten of a quiet one. Most fills are
 * heard of within a second; one that was found by the comparison of every minute is still in it. A
 * fill that is heard of after five minutes is not followed at all, so that more would help nobody.
 * At 16 bytes a figure these are 38 kB, and two histories a market for 200 markets 15 MB.
 */
const figuresMax = 2_400;
/** A figure that does not change is kept this often, so that its age tells when it still held. */
const sameMsMin = 250;
/** A stamp that is further off is a broken one, or our clock is: neither can be compared. */
const stampOffMsMax = 5_000;

export function createHistory(): History {
  const stamps = new Float64Array(figuresMax);
  const values = new Float64Array(figuresMax);
  /** Invariant: stamps grow from one figure to the next. */
  let first = 0;
  let count = 0;
  let forgottenMs: number | undefined;

  const placeOf = (index: number): number => (first + index) % figuresMax;
  const stampAt = (index: number): number => stamps[placeOf(index)] ?? Number.NaN;
  const valueAt = (index: number): number => values[placeOf(index)] ?? Number.NaN;
  const append = ({ atMs, value }: Seen): void => {
    if (count === figuresMax) {
      forgottenMs = stampAt(0);
      first = placeOf(1);
      count -= 1;
    }
    stamps[placeOf(count)] = atMs;
    values[placeOf(count)] = value;
    count += 1;
  };
  /** Returns how many figures are before a moment. */
  const countBefore = (momentMs: number): number => {
    let [low, high] = [0, count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (stampAt(middle) < momentMs) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    get forgottenMs() {
      return forgottenMs;
    },
    add({ value, atMs }, heardMs) {
      if (!(Math.abs(atMs - heardMs) <= stampOffMsMax)) return;
      const lastMs = count === 0 ? Number.NEGATIVE_INFINITY : stampAt(count - 1);
      if (atMs < lastMs - stampOffMsMax) {
        // The clock was set back: what is kept is of another time.
        forgottenMs = undefined;
        count = 0;
        return append({ value, atMs });
      }
      // A word that came late tells of a moment of which a later word is known.
      if (atMs < lastMs) return;
      if (atMs === lastMs) {
        values[placeOf(count - 1)] = value;
        return;
      }
      const isSame = count > 0 && valueAt(count - 1) === value;
      if (!isSame || atMs - lastMs >= sameMsMin) append({ value, atMs });
    },
    before(momentMs) {
      const index = countBefore(momentMs) - 1;
      return index < 0 ? undefined : { value: valueAt(index), atMs: stampAt(index) };
    },
  };
}
