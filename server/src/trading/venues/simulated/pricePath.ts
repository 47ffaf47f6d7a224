import { createOctave, gaussianAt, mix, noiseKey, RecentValues } from './noise.ts';

/** Relative volatility around 1 at a time, over a span (shorter swings average out). */
export type Volatility = (atMs: number, spanMs: number) => number;

/**
 * From a minute to twelve days, each four times the one before: volatility that clusters on many
 * scales at once makes returns of every horizon fat-tailed and autocorrelated in size.
 */
const volatilityPeriodsMs = [16, 18, 20, 22, 24, 26, 28, 30].map((power) => 2 ** power);
/**
 * Standard deviation of the logarithm, per period: together about 0.6, so that calm and wild hours
 * differ threefold.
 */
const logVolatilityStd = 0.2;
/** Five times the usual volatility: it limits every step of a price. */
const logVolatilityMax = Math.log(5);

/** Creates the volatility that all assets share: its mean square is 1. */
export function createVolatility(seed: string): Volatility {
  const octaves = volatilityPeriodsMs.map((periodMs) => ({
    periodMs,
    at: createOctave(mix(noiseKey(seed, 'volatility'), periodMs, 0), periodMs),
  }));
  return (atMs, spanMs) => {
    let log = 0;
    for (const octave of octaves) {
      if (octave.periodMs < spanMs) continue;
      log += logVolatilityStd * octave.at(atMs) - logVolatilityStd ** 2;
    }
    return Math.exp(Math.min(log, logVolatilityMax));
  };
}

const dayMs = 86_400_000;
/**
 * 25 days: beyond it a path returns to its level, so that prices stay plausible for years of market
 * time. With powers of two the intervals of all levels meet.
 */
const horizonMs = 2 ** 31;
/** Below half of this a path is a straight line: finer than any venue's updates. */
const finestMs = 2 ** 6;

/**
 * Creates a random path with the given volatility: Brownian within the horizon, stationary beyond
 * it, and continuous everywhere. It uses Lévy's construction: independent values at distances of a
 * horizon, then tents of ever shorter intervals on top. Each height is a hash, so any time costs
 * the same 26 terms. Returns the logarithm of price over level.
 */
export function createPricePath(
  key: number,
  dailyVolatility: number,
  volatility: Volatility,
): (atMs: number) => number {
  const std = (spanMs: number) => dailyVolatility * Math.sqrt(spanMs / dayMs);
  // With this variance at the nodes, the bridges between them make it the same at every time.
  const nodeStd = std(horizonMs) / Math.SQRT2;
  const nodes = new RecentValues((index) => nodeStd * gaussianAt(key, index));
  const levels: { readonly perMs: number; readonly heights: RecentValues }[] = [];
  for (let spanMs = horizonMs; spanMs >= finestMs; spanMs /= 2) {
    const levelKey = mix(key, spanMs, 1);
    // A Brownian bridge over a span deviates by half its standard deviation in the middle.
    const height = (index: number) =>
      (std(spanMs) / 2) * gaussianAt(levelKey, index) * volatility((index + 0.5) * spanMs, spanMs);
    levels.push({ perMs: 1 / spanMs, heights: new RecentValues(height) });
  }
  return (atMs) => {
    const horizon = Math.floor(atMs / horizonMs);
    const part = atMs / horizonMs - horizon;
    let value = nodes.at(horizon) * (1 - part) + nodes.at(horizon + 1) * part;
    for (const { perMs, heights } of levels) {
      const position = atMs * perMs;
      const index = Math.floor(position);
      const fraction = position - index;
      value += heights.at(index) * (fraction < 0.5 ? 2 * fraction : 2 - 2 * fraction);
    }
    return value;
  };
}
