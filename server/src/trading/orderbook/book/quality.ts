import type { QualityLevel } from '../types.ts';
import type { LocalBook } from './localBook.ts';

// Orderbook §2.3, quality levels by staleness.
const goodBelowMs = 500;
const degradedBelowMs = 2_000;
const staleUpToMs = 5_000;

// Orderbook §2.3: the weights that reduce confidence.
const stalenessWeight = 0.4;
const spreadWeight = 0.2;
const tightSpreadBps = 1;
const wideSpreadBps = 20;
const gapWeight = 0.05;
const gapsWeightMax = 0.3;

/** Tolerance for the rounding of mid and edge, so that a level exactly at the edge is inside. */
const edgeSlack = 1e-12;

/**
 * Returns the freshness of a book of that age (Orderbook §2.3). 500 ms is DEGRADED and 2 s STALE
 * already, since usable books are below them; 5 s is STALE still, since UNAVAILABLE is above it.
 */
export function qualityLevel(stalenessMs: number): QualityLevel {
  if (stalenessMs < goodBelowMs) return 'GOOD';
  if (stalenessMs < degradedBelowMs) return 'DEGRADED';
  return stalenessMs <= staleUpToMs ? 'STALE' : 'UNAVAILABLE';
}

/**
 * Returns the confidence in a book, 0 to 1 (Orderbook §2.3). It is 0 when the book is not usable or
 * UNAVAILABLE. A spread that is not known, because a side is empty, costs as much as the widest.
 */
export function confidence(input: {
  readonly stalenessMs: number;
  readonly spreadBps: number | undefined;
  readonly gapsLast5m: number;
  readonly usable: boolean;
}): number {
  if (!input.usable || qualityLevel(input.stalenessMs) === 'UNAVAILABLE') return 0;
  const spread = input.spreadBps ?? wideSpreadBps;
  const spreadShare = (spread - tightSpreadBps) / (wideSpreadBps - tightSpreadBps);
  return (
    1 -
    stalenessWeight * (input.stalenessMs / staleUpToMs) -
    spreadWeight * Math.min(1, Math.max(0, spreadShare)) -
    Math.min(gapsWeightMax, gapWeight * input.gapsLast5m)
  );
}

/** Returns the quantity on each side within `rangeBps` of the mid, its edges included. */
export function depthWithin(
  book: LocalBook,
  mid: number,
  rangeBps: number,
): { readonly bids: number; readonly asks: number } {
  const share = rangeBps / 10_000;
  return {
    bids: book.bids.quantityTo(mid * (1 - share) * (1 - edgeSlack)),
    asks: book.asks.quantityTo(mid * (1 + share) * (1 + edgeSlack)),
  };
}

/**
 * Returns (bids − asks) / (bids + asks): 1 for bids only, −1 for asks only, 0 for an empty book.
 */
export function imbalance(depth: { readonly bids: number; readonly asks: number }): number {
  const total = depth.bids + depth.asks;
  return total === 0 ? 0 : (depth.bids - depth.asks) / total;
}
