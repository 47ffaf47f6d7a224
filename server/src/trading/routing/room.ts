import type { Share } from './covered.ts';
import type { VenueOffer } from './offers.ts';

/**
 * Parts of the slippage that is left which the limit prices of each round leave beyond the level
 * that they are to reach; the last is that of all later rounds. A book moves by parts of a basis
 * point while an order travels, and the first round leaves no more than that: what is deeper in one
 * book is mostly cheaper at another venue, and the next round sees where. What has not filled twice
 * may cost all that the caller allows.
 */
const shares = [0.02, 0.1, 1] as const;

/** Counted from 1. */
export function roomShareOf(round: number): number {
  return shares[round - 1] ?? 1;
}

/** Exchanges refuse prices that are far from their market, and no liquid book moves so far. */
const roomMaxBps = 50;

/** Beyond what floats may be off by, so that the price is payable for sure. */
const slack = 1e-9;

interface Room {
  /** Price of the worst level that is to be taken. */
  readonly worst: number;
  readonly mid: number;
  /** From 0 to 1. */
  readonly share: number;
  /** Smallest value of an order in the quote currency. */
  readonly notionalMin?: number | undefined;
}

/**
 * The price down to which a slice may trade: beyond its worst level by a share of what is left of
 * the slippage, but not so far that its account could not pay or its venue found it too small. Not
 * on a tick yet; never better than the worst level.
 */
export function priceWithRoom(
  offer: VenueOffer,
  { taker, quantity }: Share,
  { worst, mid, share, notionalMin = 0 }: Room,
): number {
  const isBuy = offer.measure.side === 'buy';
  const widest = (mid * roomMaxBps) / 10_000;
  const left = Math.max(0, isBuy ? offer.furthest - worst : worst - offer.furthest);
  const room = Math.min(widest, left * share);
  if (isBuy) {
    const payable = (taker.bounds.maxValue / quantity) * (1 - slack);
    return Math.max(worst, Math.min(worst + room, payable));
  }
  const smallest = (notionalMin / quantity) * (1 + slack);
  return Math.min(worst, Math.max(worst - room, smallest));
}
