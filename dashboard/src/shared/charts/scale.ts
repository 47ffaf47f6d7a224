/** Returns the position of a value on a line of pixels. */
export interface Scale {
  (value: number): number;
  /** Round values within the scale, ascending. */
  readonly ticks: readonly number[];
}

interface Line {
  readonly values: readonly number[];
  /** True when the scale always includes zero, which is the default. */
  readonly hasZero?: boolean;
  /** Pixels of the lowest and of the highest value. */
  readonly from: number;
  readonly to: number;
}

/** About as many lines as a plot can have before it looks like a grid. */
const ticksWanted = 4;

/** Returns a scale that covers all the values, from one round value to another. */
export function scaleOf({ values, hasZero = true, from, to }: Line): Scale {
  const placed = hasZero || values.length === 0 ? [0, ...values] : values;
  const low = Math.min(...placed);
  const high = Math.max(...placed);
  const step = roundStep((high - low || 1) / ticksWanted);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  const [bottom, top] = [first * step, last * step];
  const place = (value: number) => from + ((value - bottom) / (top - bottom)) * (to - from);
  return Object.assign(place, { ticks });
}

/** Returns a scale of powers of ten for values above zero, for sizes of different magnitudes. */
export function logScaleOf({ values, from, to }: Line): Scale {
  const logs = values.map((value) => Math.log10(value));
  const first = Math.floor(Math.min(...logs));
  const last = Math.max(first + 1, Math.ceil(Math.max(...logs)));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => 10 ** (first + at));
  const place = (value: number) =>
    from + ((Math.log10(value) - first) / (last - first)) * (to - from);
  return Object.assign(place, { ticks });
}

/** Returns 1, 2 or 5 times a power of ten that is at least `size`. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5, 10].find((each) => each * power >= size * (1 - 1e-9)) ?? 10;
  return factor * power;
}
