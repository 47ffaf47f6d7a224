/** Of a year without its leap day, as exchanges annualise funding. */
const hoursAYear = 8_760;
const msAnHour = 3_600_000;

/** An exponentially weighted mean of samples that come at irregular times. */
export interface Smoothed {
  readonly value: number;
  /** Epoch ms of the last sample in it. */
  readonly atMs: number;
}

interface Sample {
  readonly value: number;
  readonly atMs: number;
}

/** The first sample starts it; one that is not newer than the last changes nothing. */
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

/** Until funding has paid the costs of going in and out; undefined when it never does. */
export function breakevenHours(roundTripCostBps: number, aprPct: number): number | undefined {
  const bpsAnHour = (aprPct * 100) / hoursAYear;
  return bpsAnHour > 0 ? roundTripCostBps / bpsAnHour : undefined;
}

/** By how much the perpetual is dearer than the spot. */
export function basisBps(spotPrice: number, perpPrice: number): number {
  return ((perpPrice - spotPrice) / spotPrice) * 10_000;
}

/** How far the mark price is from the liquidation price, in percent of the mark price. */
export function liquidationDistancePct(markPrice: number, liquidationPrice: number): number {
  return (Math.abs(liquidationPrice - markPrice) / markPrice) * 100;
}
