import type { BookTop, WireLevel } from '../bookPort.ts';
import type { DepthSnapshot } from './depth.ts';

/**
 * How far a snapshot reaches. Between its furthest levels every resting order is known, from the
 * document or from a change since; beyond them only what changed is.
 */
export interface Reach {
  /** Infinite where the document held the whole side. */
  readonly lowestBid: number;
  readonly highestAsk: number;
  /** Half-way between the best and the furthest price when the snapshot was taken. */
  readonly halfwayBid: number;
  readonly halfwayAsk: number;
}

/**
 * Numbers of levels the venue cuts documents at, down to the smallest worth loading. A side of
 * exactly so many counts as cut, whatever was asked for: limits may be lowered in silence, and
 * recordings answer with what was asked then.
 */
const cutLevelCounts: ReadonlySet<number> = new Set([100, 500, 1_000, 5_000]);

export function reachOf({ bids, asks }: DepthSnapshot): Reach {
  const bid = isCut(bids) ? rangeOf(bids) : wholeSide(-1);
  const ask = isCut(asks) ? rangeOf(asks) : wholeSide(1);
  return {
    lowestBid: bid.low,
    highestAsk: ask.high,
    halfwayBid: (bid.low + bid.high) / 2,
    halfwayAsk: (ask.low + ask.high) / 2,
  };
}

/**
 * - `inside`: the market is in the inner half of the reach on both sides.
 * - `leaving`: it is not, but the top of the book is still certain.
 * - `left`: an order that was never told of may be better than the best one known.
 */
export type Standing = 'inside' | 'leaving' | 'left';

export function standingIn(reach: Reach, { bid, ask }: BookTop): Standing {
  // A side without levels is as far away as can be: true only where the whole side is known.
  const bidPrice = bid ?? Number.NEGATIVE_INFINITY;
  const askPrice = ask ?? Number.POSITIVE_INFINITY;
  if (bidPrice < reach.lowestBid || askPrice > reach.highestAsk) return 'left';
  return bidPrice < reach.halfwayBid || askPrice > reach.halfwayAsk ? 'leaving' : 'inside';
}

export function isLimited({ lowestBid, highestAsk }: Reach): boolean {
  return Number.isFinite(lowestBid) || Number.isFinite(highestAsk);
}

function isCut(levels: readonly WireLevel[]): boolean {
  return cutLevelCounts.has(levels.length);
}

function rangeOf(levels: readonly WireLevel[]): { readonly low: number; readonly high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [priceText] of levels) {
    const price = Number(priceText);
    low = Math.min(low, price);
    high = Math.max(high, price);
  }
  return { low, high };
}

function wholeSide(sign: 1 | -1) {
  const end = sign * Number.POSITIVE_INFINITY;
  return { low: end, high: end };
}
