import type { Chance } from './chance.ts';

/** A price that moves and stays within bounds. */
export interface PricePath {
  /** Lets so much time pass; returns the new price. */
  advance(elapsedMs: number): number;
}

/** Maximum factor between a price and its start, in either direction. */
export const pathFactorMax = 1.5;

/** Moves of the price's logarithm in a second: 0.0001 is 56 percent a year, as bitcoin has. */
const wanderingPerSecond = 0.00006;
const flutterPerSecond = 0.0001;
/** Seconds until the price is half way back to where the market has wandered. */
const pullSeconds = 300;
/** Small enough that a drift is seldom at its bounds. */
const driftShare = 0.4;
/** Seconds in which a wandered market is pulled home: days, so that nobody notices it. */
const homePullSeconds = 200_000;
/** After a night of sleep, a machine makes one step instead of a night of steps. */
const elapsedMsMax = 60_000;
const secondMs = 1_000;

/** Makes a random walk, and a price that flutters around it. */
export function createPricePath(startPrice: number, chance: Chance): PricePath {
  const bound = Math.log(pathFactorMax);
  let anchor = 0;
  let deviation = 0;
  return {
    advance(elapsedMs) {
      const seconds = Math.min(Math.max(elapsedMs, 0), elapsedMsMax) / secondMs;
      const root = Math.sqrt(seconds);
      anchor += wanderingPerSecond * root * chance.spread() - (anchor * seconds) / homePullSeconds;
      deviation += flutterPerSecond * root * chance.spread() - (deviation * seconds) / pullSeconds;
      anchor = clamped(anchor, bound);
      deviation = clamped(deviation, bound - Math.abs(anchor));
      return startPrice * Math.exp(anchor + deviation);
    },
  };
}

/** Makes a small value that wanders around zero, such as a premium. */
export function createDrift(deviationMax: number, chance: Chance): PricePath {
  let value = 0;
  return {
    advance(elapsedMs) {
      const seconds = Math.min(Math.max(elapsedMs, 0), elapsedMsMax) / secondMs;
      const share = Math.min(seconds / pullSeconds, 1);
      value += deviationMax * driftShare * Math.sqrt(share) * chance.spread() - value * share;
      value = clamped(value, deviationMax);
      return value;
    },
  };
}

function clamped(value: number, bound: number): number {
  return Math.min(Math.max(value, -bound), bound);
}
