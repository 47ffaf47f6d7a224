/** A point of a line. A null value is a gap. */
export interface TimePoint {
  /** Epoch ms. */
  readonly atMs: number;
  readonly value: number | null;
}

/** Number of places along the axis for uneven times: about one for each pixel. */
const placesMax = 1_000;
/** Factor by which a step may differ from the usual one before times count as uneven. */
const unevenFrom = 3;

/**
 * The chart gives every time the same width. When times come in bursts that is no time axis. Then
 * all points move to the nearest of evenly spaced places, and every place occurs.
 */
export interface TimeGrid {
  /** Returns the place of a time, in epoch ms. */
  place(atMs: number): number;
  /** All places; none when the times are already even. */
  readonly places: readonly number[];
}

const asTheyAre: TimeGrid = { place: (atMs) => atMs, places: [] };

export function gridOf(lines: readonly (readonly TimePoint[])[]): TimeGrid {
  const times = [...new Set(lines.flatMap((line) => line.map(({ atMs }) => atMs)))];
  times.sort((left, right) => left - right);
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined || isEven(times)) return asTheyAre;
  const step = (last - first) / placesMax;
  const place = (atMs: number) => first + Math.round((atMs - first) / step) * step;
  return { place, places: Array.from({ length: placesMax + 1 }, (_, at) => first + at * step) };
}

function isEven(times: readonly number[]): boolean {
  if (times.length < 3) return true;
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const sorted = [...steps].sort((left, right) => left - right);
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return (sorted.at(-1) ?? 0) <= usual * unevenFrom && (sorted[0] ?? 0) >= usual / unevenFrom;
}

/**
 * Returns points in order of time, one per place. The later one counts, but a gap hides no value.
 */
export function onGrid(points: readonly TimePoint[], grid: TimeGrid): readonly TimePoint[] {
  const byPlace = new Map<number, number | null>();
  for (const { atMs, value } of points) {
    const place = grid.place(atMs);
    if (value !== null || !byPlace.has(place)) byPlace.set(place, value);
  }
  return [...byPlace]
    .sort(([left], [right]) => left - right)
    .map(([atMs, value]) => ({ atMs, value }));
}

/** Returns the points added at the end of a list; undefined when it is another list. */
export function addedTo(
  before: readonly TimePoint[],
  after: readonly TimePoint[],
): readonly TimePoint[] | undefined {
  const isLonger = before.length > 0 && after.length >= before.length;
  const isSame = isLonger && before[0] === after[0];
  return isSame && after[before.length - 1] === before.at(-1)
    ? after.slice(before.length)
    : undefined;
}
