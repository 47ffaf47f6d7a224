import type { Share } from './covered.ts';
import type { VenueOffer } from './offers.ts';

/**
 * Share of the remaining slippage that limit prices leave beyond the worst level they must reach,
 * by round; the last is for all later rounds. A book moves by fractions of a basis point while an
 * order travels, and the first round leaves no more than that: deeper levels of one book are mostly
 * cheaper at another venue, and the next round sees where. A quantity that has not filled twice may
 * use all the slippage that the caller allows.
 */
const shares = [0.02, 0.1, 1] as const;

/** Returns the share for a round; rounds count from 1. */
export function roomShareOf(round: number): number {
  return shares[round - 1] ?? 1;
}

/** Exchanges refuse prices that are far from their market, and no liquid book moves that far. */
const roomMaxBps = 50;

/** Larger than the rounding error of floats, so that the price is payable for sure. */
const slack = 1e-9;

interface Room {
  /** Price of the worst level to take. */
  readonly worst: number;
  readonly mid: number;
  /** From 0 to 1. */
  readonly share: number;
  /** Smallest value of an order in the quote currency. */
  readonly notionalMin?: number | undefined;
}

/**
 * Returns the price up to which a slice may trade: beyond its worst level by a share of the
 * remaining slippage, but not so far that its account could not pay or its venue found it too
 * small. It is not rounded to a tick yet, and never better than the worst level.
 */
export function priceWithRoom(
  offer: VenueOffer,
  { taker, quantity }: Share,
  { worst, mid, share, notionalMin = 0 }: Room,
): number {
  const isBuy = offer.measure.side === 'buy';
  const roomMax = (mid * roomMaxBps) / 10_000;
  const remaining = Math.max(0, isBuy ? offer.furthest - worst : worst - offer.furthest);
  const room = Math.min(roomMax, remaining * share);
  if (isBuy) {
    const payable = (taker.bounds.maxValue / quantity) * (1 - slack);
    return Math.max(worst, Math.min(worst + room, payable));
  }
  const lowestAllowed = (notionalMin / quantity) * (1 + slack);
  return Math.min(worst, Math.max(worst - room, lowestAllowed));
}
