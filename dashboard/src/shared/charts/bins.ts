/** The number of values from `from` up to but not including `to`. The last bin includes `to`. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Counts values in bins of one round width. Returns none without values. */
export function binsOf(values: readonly number[]): readonly Bin[] {
  if (values.length === 0) return [];
  const low = Math.min(...values);
  const high = Math.max(...values);
  const width = roundWidth((high - low || Math.abs(high) || 1) / wantedOf(values.length));
  const first = Math.floor(low / width);
  const last = Math.max(first, Math.ceil(high / width) - 1);
  const bins = Array.from({ length: last - first + 1 }, () => 0);
  for (const value of values) {
    const at = Math.min(bins.length - 1, Math.max(0, Math.floor(value / width) - first));
    bins[at] = (bins[at] ?? 0) + 1;
  }
  return bins.map((count, at) => ({
    from: (first + at) * width,
    to: (first + at + 1) * width,
    count,
  }));
}

/** Fewer bins show no shape. */
const wantedMin = 8;

/**
 * Returns the wanted number of bins. By Sturges (1926), more would show the noise of few values.
 */
function wantedOf(count: number): number {
  return Math.max(wantedMin, Math.ceil(Math.log2(count) + 1));
}

function roundWidth(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= size * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Returns the least value that `percent` percent of all do not exceed (nearest rank). */
export function quantileOf(values: readonly number[], percent: number): number | undefined {
  const sorted = [...values].sort((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)];
}
