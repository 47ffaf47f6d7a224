import type { Account } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import { slippageBps } from '../model/walk.ts';
import type { Level } from '../orderbook/types.ts';
import { type Refusal, shown, shownBps } from './refusals.ts';
import type { UsableBook } from './usableBook.ts';

/**
 * Maximum number of levels read from a side: every feed shows at least as many, they reach far
 * beyond the default slippage in liquid markets, and reading more is not worth its cost.
 */
const levelsMax = 100;
/**
 * Number of levels read first. Most orders need fewer: reading all levels each time would cost more
 * than the rest of the estimate.
 */
const levelsNear = 16;
/** Tolerance for the rounding of mid and bound, so that a level exactly at the bound is inside. */
const edgeSlackBps = 1e-9;

/** The limits on how far into a book a route may go. */
export interface Reach {
  readonly side: Side;
  /** Base units of the whole route: deeper levels are never touched. */
  readonly quantity: number;
  /** The mid that slippage is measured against. */
  readonly mid: number;
  readonly maxSlippageBps: number;
  /** Levels up to this price are taken already; undefined when none are. */
  readonly takenTo: number | undefined;
  /** Levels beyond it are not offered; undefined without a limit. */
  readonly worstPrice: number | undefined;
}

/** Returns the levels that slices at a venue may take, best first, or why there are none. */
export function levelsWithin(
  usable: UsableBook,
  accounts: readonly Account[],
  reach: Reach,
): readonly Level[] | Refusal {
  const isInside = insideCollar(usable, accounts, reach.side);
  const shownNear = levelsOf(usable, reach.side, levelsNear);
  const untakenNear = untaken(shownNear, reach);
  const near = cut(untakenNear, reach, isInside);
  const isMore = near.length === untakenNear.length && shownNear.length === levelsNear;
  const levels = isMore
    ? cut(untaken(levelsOf(usable, reach.side, levelsMax), reach), reach, isInside)
    : near;
  if (levels.length > 0) return levels;
  return allTaken(usable, reach) ?? tooFar(usable, reach);
}

/**
 * Part of a price collar that limit prices use. The price is compared with the mid again when an
 * order is sent, and by then the mid has moved.
 */
const collarShare = 0.9;

/** Returns the price beyond which no slice at a venue may trade, whatever levels there are. */
export function furthestWithin(
  { bid, ask }: UsableBook,
  accounts: readonly Account[],
  { side, mid, maxSlippageBps, worstPrice }: Reach,
): number {
  const sign = side === 'buy' ? 1 : -1;
  const slipped = mid * (1 + (sign * maxSlippageBps) / 10_000);
  const collared = ((bid + ask) / 2) * (1 + (sign * narrowestPct(accounts) * collarShare) / 100);
  const bounds = [slipped, collared, worstPrice ?? slipped];
  return side === 'buy' ? Math.min(...bounds) : Math.max(...bounds);
}

function narrowestPct(accounts: readonly Account[]): number {
  return Math.min(...accounts.map(({ limits }) => limits.priceCollarPct));
}

function untaken(levels: readonly Level[], { side, takenTo }: Reach): readonly Level[] {
  if (takenTo === undefined) return levels;
  return levels.filter(([price]) => (side === 'buy' ? price > takenTo : price < takenTo));
}

/** Undefined when there is another reason. */
function allTaken({ book, bid, ask }: UsableBook, { side, takenTo }: Reach): Refusal | undefined {
  if (takenTo === undefined || (side === 'buy' ? ask > takenTo : bid < takenTo)) return undefined;
  const message = `This plan has taken what ${book.venue} offered down to ${shown(takenTo)}.`;
  return { reason: 'EMPTY_SIDE', message };
}

function levelsOf({ book }: UsableBook, side: Side, depth: number): readonly Level[] {
  return side === 'buy' ? book.asks(depth) : book.bids(depth);
}

/** Returns the levels that may be touched, and no more than are needed. */
function cut(
  levels: readonly Level[],
  reach: Reach,
  isInside: (price: number) => boolean,
): readonly Level[] {
  const { side, quantity, mid, maxSlippageBps } = reach;
  let offered = 0;
  let count = 0;
  for (const [price, available] of levels) {
    if (offered >= quantity) break;
    if (slippageBps(side, price, mid) > maxSlippageBps + edgeSlackBps) break;
    if (isBeyondWorst(price, reach) || !isInside(price)) break;
    offered += available;
    count += 1;
  }
  return levels.slice(0, count);
}

function isBeyondWorst(price: number, { side, worstPrice }: Reach): boolean {
  if (worstPrice === undefined) return false;
  return side === 'buy' ? price > worstPrice : price < worstPrice;
}

/**
 * Returns a check whether an order at a price passes the price collar. Slices at one venue share
 * depth and limit price, so the narrowest collar of its accounts applies to them all. Usually it is
 * wider than the slippage that is allowed.
 */
function insideCollar({ bid, ask }: UsableBook, accounts: readonly Account[], side: Side) {
  const collarPct = narrowestPct(accounts);
  const mid = (bid + ask) / 2;
  return (price: number): boolean =>
    ((side === 'buy' ? price - mid : mid - price) / mid) * 100 <= collarPct;
}

function tooFar({ book, bid, ask }: UsableBook, reach: Reach): Refusal {
  const { side, mid, maxSlippageBps, worstPrice } = reach;
  const price = side === 'buy' ? ask : bid;
  const beyondBps = slippageBps(side, price, mid);
  const best = `The best ${side === 'buy' ? 'ask' : 'bid'} of ${book.venue}, ${shown(price)}`;
  const reason = 'BEYOND_MAX_SLIPPAGE';
  if (worstPrice !== undefined && isBeyondWorst(price, reach)) {
    return { reason, message: `${best}, is beyond the worst price ${shown(worstPrice)}.` };
  }
  if (beyondBps <= maxSlippageBps) {
    return { reason, message: `${best}, is beyond the price collar of its accounts.` };
  }
  const message =
    `${best}, is ${shownBps(beyondBps)} bps beyond the mid ${shown(mid)}, ` +
    `more than max_slippage_bps ${maxSlippageBps}.`;
  return { reason, message };
}
