import type { Chance } from './chance.ts';

/** A price that moves, and stays within bounds. */
export interface PricePath {
  /** Lets so much time pass; the price then. */
  advance(elapsedMs: number): number;
}

/** A price never goes further from its start than by this factor, either way. */
export const pathFactorMax = 1.5;

/** Moves in a second, in the logarithm: 0.0001 is 56 percent a year, as bitcoin has it. */
const wanderingPerSecond = 0.00006;
const flutterPerSecond = 0.0001;
/** How soon the price is half way back to where the market has wandered. */
const pullSeconds = 300;
/** So that a drift is seldom at its ends. */
const driftShare = 0.4;
/** How soon a market that wandered off is drawn home; over days, so that nobody sees it. */
const homePullSeconds = 200_000;
/** A machine that slept for a night wakes up to one step, not to a night of them. */
const elapsedMsMax = 60_000;
const secondMs = 1_000;

/** A random walk, and a price that flutters around it. */
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

/** Something small that wanders around zero, such as a premium. */
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
