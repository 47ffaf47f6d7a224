import type { BookTop, WireLevel } from '../../bookPort.ts';
import type { DepthSnapshot } from './depth.ts';

/**
 * The price range of a snapshot. Between its furthest levels every resting order is known, from the
 * document or from a later change; beyond them only what changed is known.
 */
export interface Reach {
  /** Infinite when the document held the whole side. */
  readonly lowestBid: number;
  readonly highestAsk: number;
  /** Halfway between the best and the furthest price when the snapshot was taken. */
  readonly halfwayBid: number;
  readonly halfwayAsk: number;
}

/**
 * Numbers of levels at which the venue cuts documents, down to the smallest worth loading. A side
 * with exactly this number counts as cut, whatever was requested: limits may be lowered without
 * notice, and recordings answer with what was requested then.
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
 * - `left`: an order that was never reported may be better than the best one known.
 */
export type ReachState = 'inside' | 'leaving' | 'left';

export function reachStateOf(reach: Reach, { bid, ask }: BookTop): ReachState {
  // A side without levels counts as infinitely far: that is true only when the whole side is known.
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
