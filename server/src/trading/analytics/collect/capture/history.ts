import type { Seen } from './prices.ts';

/** The recent values of one figure of a market, by the exchange's own timestamps. */
export interface History {
  /** Ignores a figure whose timestamp is far from `heardMs`, which is our own time. */
  add(seen: Seen, heardMs: number): void;
  /** Returns the last figure strictly before a moment; undefined when none is kept. */
  before(momentMs: number): Seen | undefined;
  /** Figures up to and including this time were kept once and have been dropped. */
  readonly forgottenMs: number | undefined;
}

/**
 * Two minutes of a market that moves twenty times a second, ten minutes of a quiet one. Most fills
 * are reported within a second; one that the comparison of every minute finds is still covered. A
 * fill that is reported after five minutes is not followed at all, so that more would help nobody.
 * At 16 bytes a figure these are 38 kB, and two histories for each of 200 markets are 15 MB.
 */
const figuresMax = 2_400;
/** Interval at which an unchanged figure is kept, so that its age shows how long it held. */
const sameMsMin = 250;
/**
 * Largest difference of a timestamp from our clock: beyond it either is wrong, and they cannot be
 * compared.
 */
const stampOffMsMax = 5_000;

export function createHistory(): History {
  const stamps = new Float64Array(figuresMax);
  const values = new Float64Array(figuresMax);
  /** Invariant: timestamps grow from one figure to the next. */
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
  /** Returns the number of figures before a moment. */
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
        // The clock was set back: the figures that are kept belong to another time.
        forgottenMs = undefined;
        count = 0;
        return append({ value, atMs });
      }
      // A late message is about a moment for which a later message is already known.
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
