const hoursPerYear = 8_760;

/** Returns the funding windows in a year of 365 days. */
export function windowsPerYear(windowHours: number): number {
  return hoursPerYear / windowHours;
}

/** Trading §4.2: returns a rate of funding in percent a year, without compounding. */
export function annualisedPct(rate: number, windowHours: number): number {
  return rate * windowsPerYear(windowHours) * 100;
}
