import type { TimePoint } from '../charts/timeData.ts';
import type { BooksNow } from './bookFeed.ts';
import { isFresh } from './freshness.ts';

/** Mid prices of every venue of one symbol, one point a second, for the last minutes. */
export interface MidHistory {
  /** Records the published books, unless that was done less than a second before. */
  sample(books: BooksNow): void;
  /**
   * Returns lines by venue. Each list is replaced after every change of it, with the same points.
   */
  read(): ReadonlyMap<string, readonly TimePoint[]>;
}

const periodMs = 1_000;
/** Frames sometimes come a little early, and every second must be recorded. */
const earlyMsMax = 100;
/** After this long without samples the line is broken, because the values between are unknown. */
const gapMs = 5_000;
export const historyMs = 15 * 60_000;
/** Old points are cut off in batches of this length, so that most changes only add a point. */
const trimMs = 60_000;

export function createMidHistory(): MidHistory {
  const lines = new Map<string, readonly TimePoint[]>();
  let sampledAtMs = Number.NEGATIVE_INFINITY;

  const add = (venue: string, point: TimePoint) => {
    const line = lines.get(venue) ?? [];
    const last = line.at(-1);
    // A gap is recorded once, and no line begins with one.
    if (point.value === null && (last?.value ?? null) === null) return;
    lines.set(venue, trimmed([...line, point]));
  };

  return {
    sample(books) {
      const nowMs = books.atMs;
      const sinceMs = nowMs - sampledAtMs;
      if (sinceMs < periodMs - earlyMsMax) return;
      if (Number.isFinite(sampledAtMs) && sinceMs >= gapMs) {
        const gap = { atMs: sampledAtMs + periodMs, value: null };
        for (const venue of lines.keys()) add(venue, gap);
      }
      sampledAtMs = nowMs;
      for (const venue of new Set([...lines.keys(), ...books.venues.keys()])) {
        const known = books.venues.get(venue);
        const isKnown = known && isFresh(books, known);
        add(venue, { atMs: nowMs, value: isKnown ? known.book.mid_price : null });
      }
    },
    read: () => lines,
  };
}

function trimmed(line: readonly TimePoint[]): readonly TimePoint[] {
  const newestMs = line.at(-1)?.atMs ?? 0;
  const oldestMs = line[0]?.atMs ?? 0;
  if (newestMs - oldestMs <= historyMs + trimMs) return line;
  return line.filter(({ atMs }) => newestMs - atMs <= historyMs);
}
