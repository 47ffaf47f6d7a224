/** Maps values to positions on a line of pixels. */
export interface Scale {
  (value: number): number;
  /** Round values within the scale, ascending; zero is among them. */
  readonly ticks: readonly number[];
}

interface Range {
  readonly values: readonly number[];
  /** Pixels of the lowest and of the highest value. */
  readonly from: number;
  readonly to: number;
}

/** Number of lines that a plot can have without becoming a grid. */
const ticksWanted = 4;

/** Returns a scale from one round value to another that contains all the values and zero. */
export function scaleOf({ values, from, to }: Range): Scale {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  const step = roundStep((high - low || 1) / ticksWanted);
  const first = Math.floor(low / step);
  const last = Math.max(first + 1, Math.ceil(high / step));
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step);
  const [bottom, top] = [first * step, last * step];
  const place = (value: number) => from + ((value - bottom) / (top - bottom)) * (to - from);
  return Object.assign(place, { ticks });
}

/** Returns 1, 2 or 5 times a power of ten that is at least as large. */
function roundStep(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const factor = [1, 2, 5, 10].find((each) => each * power >= size * (1 - 1e-9)) ?? 10;
  return factor * power;
}
