import type { Account } from '../model/account.ts';
import type { Side } from '../model/order.ts';
import { slippageBps } from '../model/walk.ts';
import type { Level } from '../orderbook/types.ts';
import { type Refusal, shown, shownBps } from './refusals.ts';
import type { UsableBook } from './usableBook.ts';

/**
 * Levels of a side that are looked at: every feed shows at least as many, they reach far beyond the
 * default slippage in liquid markets, and reading more costs more than it tells.
 */
const levelsMax = 100;
/** Most orders need fewer: reading all levels each time would cost more than the rest of it. */
const levelsNear = 16;
/** Covers the rounding of mid and bound, so that a level exactly at the bound is inside. */
const edgeSlackBps = 1e-9;

/** How far into a book a route may go. */
export interface Reach {
  readonly side: Side;
  /** Base units of the whole route: what lies behind them is never touched. */
  readonly quantity: number;
  /** Slippage is held against this mid. */
  readonly mid: number;
  readonly maxSlippageBps: number;
  /** Levels up to this price are taken already; undefined = none. */
  readonly takenTo: number | undefined;
  /** Levels beyond it are not offered; undefined = none is. */
  readonly worstPrice: number | undefined;
}

/** The levels that slices at a venue may take, best first, or why there are none. */
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
 * Part of a price collar that limit prices use: it is held against the mid once more when an order
 * is sent, and by then the mid has moved.
 */
const collarShare = 0.9;

/** The price beyond which no slice at a venue may trade, whatever levels are there. */
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

/** Those that may be touched, and no more than are needed. */
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
 * Whether an order at a price passes the price collar. Slices at one venue share depth and limit
 * price, so the narrowest collar of its accounts binds them all. Usually it is wider than the
 * slippage that is allowed.
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
