import { unreachable } from '../../../kit/assert.ts';
import type { Side } from '../../model/order.ts';
import { walkLevels } from '../../model/walk.ts';
import type { MarketRules, UsableBookView } from '../algorithm.ts';
import type { Aggression } from '../params.ts';
import { onTick, withinLimit } from '../running/guards.ts';

/** Design (aggression): the furthest that an IOC may be priced beyond the far touch. */
const takeReachBps = 20;

/** A market that can be traded now. */
export interface OpenMarket {
  readonly book: UsableBookView;
  readonly rules: MarketRules;
}

interface PriceTerms {
  readonly side: Side;
  readonly limitPrice: number | undefined;
}

interface Posting {
  /** Price within the limit price, on the tick. */
  readonly price: number;
  readonly timeInForce: 'GTC' | 'POST_ONLY';
  /** True when the limit price had to cap it. */
  readonly isBeyondLimit: boolean;
}

/**
 * Returns what an aggression posts (Design, aggression); undefined when no price is on the tick.
 */
export function postingAt(
  { book, rules }: OpenMarket,
  aggression: Aggression,
  { side, limitPrice }: PriceTerms,
): Posting | undefined {
  const wished = onTick(side, wishedPrice(side, aggression, book), rules);
  if (wished === undefined) return undefined;
  const isBeyondLimit = limitPrice !== undefined && isDearer(side, wished, limitPrice);
  const price = isBeyondLimit ? onTick(side, limitPrice, rules) : wished;
  if (price === undefined) return undefined;
  return { price, timeInForce: aggression === 'aggressive' ? 'GTC' : 'POST_ONLY', isBeyondLimit };
}

/**
 * Returns the price of an IOC that fills as much of a quantity as its reach allows (Design,
 * aggression); undefined when it could take nothing within the limit price.
 */
export function takingAt(
  { book, rules }: OpenMarket,
  quantity: number,
  { side, limitPrice }: PriceTerms,
): number | undefined {
  const touch = farTouch(side, book);
  const filling = walkLevels(book.takeable, quantity).worst ?? touch;
  const wished = withinLimit(side, withinLimit(side, filling, takeReach(side, book)), limitPrice);
  const price = onTick(side, wished, rules);
  return price === undefined || isDearer(side, touch, price) ? undefined : price;
}

/** Returns the furthest price that an IOC may have. */
export function takeReach(side: Side, book: UsableBookView): number {
  return farTouch(side, book) * (1 + (side === 'buy' ? takeReachBps : -takeReachBps) / 10_000);
}

function wishedPrice(side: Side, aggression: Aggression, book: UsableBookView): number {
  switch (aggression) {
    case 'passive':
      return side === 'buy' ? book.bid : book.ask;
    case 'neutral':
      // Rounded away from the market, it is the near touch when the spread is one tick.
      return book.mid;
    case 'aggressive':
      return farTouch(side, book);
    default:
      return unreachable(aggression);
  }
}

function farTouch(side: Side, book: UsableBookView): number {
  return side === 'buy' ? book.ask : book.bid;
}

function isDearer(side: Side, price: number, other: number): boolean {
  return side === 'buy' ? price > other : price < other;
}
