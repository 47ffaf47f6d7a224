/** A point of a line; a gap in it when null. */
export interface TimePoint {
  /** Epoch ms. */
  readonly atMs: number;
  readonly value: number | null;
}

/** Places along the axis when times come unevenly: about one for each pixel. */
const placesMax = 1_000;
/** How much longer than usual a step may be in a row of times that still counts as even. */
const unevenFrom = 3;

/**
 * The chart gives every time that occurs the same width. Where times come in bursts that is no
 * time axis: then all points go to the nearest of evenly spaced places, and every place occurs.
 */
export interface TimeGrid {
  /** Where a time stands, epoch ms. */
  place(atMs: number): number;
  /** Every place there is; none while the times are even by themselves. */
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

/** In the order of time, one point a place: the later counts, except that a gap hides no value. */
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

/** What was added at the end of a list of points; undefined when it is another list. */
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
