/** Hours of a year without its leap day, as exchanges annualise funding. */
const hoursAYear = 8_760;
const msAnHour = 3_600_000;

/** An exponentially weighted mean of samples that come at irregular times. */
export interface Smoothed {
  readonly value: number;
  /** Epoch ms of its last sample. */
  readonly atMs: number;
}

interface Sample {
  readonly value: number;
  readonly atMs: number;
}

/**
 * Adds a sample. The first starts the mean. One that is not newer than the last changes nothing.
 */
export function smooth(
  before: Smoothed | undefined,
  { value, atMs }: Sample,
  timeConstantHours: number,
): Smoothed {
  if (!before) return { value, atMs };
  if (atMs <= before.atMs) return before;
  const weight = -Math.expm1(-hoursBetween(before.atMs, atMs) / timeConstantHours);
  return { value: before.value + weight * (value - before.value), atMs };
}

export function hoursBetween(fromMs: number, toMs: number): number {
  return (toMs - fromMs) / msAnHour;
}

/** Returns the hours until funding has paid the costs of entry and exit; undefined if never. */
export function breakevenHours(roundTripCostBps: number, aprPct: number): number | undefined {
  const bpsAnHour = (aprPct * 100) / hoursAYear;
  return bpsAnHour > 0 ? roundTripCostBps / bpsAnHour : undefined;
}

/** Returns by how much the perpetual costs more than the spot. */
export function basisBps(spotPrice: number, perpPrice: number): number {
  return ((perpPrice - spotPrice) / spotPrice) * 10_000;
}

/**
 * Returns the distance of the liquidation price from the mark price, in percent of the mark price.
 */
export function liquidationDistancePct(markPrice: number, liquidationPrice: number): number {
  return (Math.abs(liquidationPrice - markPrice) / markPrice) * 100;
}
