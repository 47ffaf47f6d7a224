import { unreachable } from '../../../kit/assert.ts';
import type { Side } from '../../model/order.ts';
import type { VenueId } from '../../model/venue.ts';
import { walkLevels } from '../../model/walk.ts';
import type { AlgorithmView } from '../algorithm.ts';
import { shown, sumOf } from '../shared/figures.ts';
import { isOpen, type OpenAccount } from '../shared/openAccounts.ts';
import type { SweepParams } from './params.ts';

/** Design (aggression → price): the reach beyond the far touch of an IOC that is in no hurry. */
const neutralBps = 20;

/** The worst price that may be taken, and its source as text for a sentence. */
export interface Bound {
  readonly price: number;
  readonly why: string;
}

/** The order that an account would get, before rounding to its lot. */
export interface Taking {
  readonly quantity: number;
  /** Price of the worst level that it takes. */
  readonly price: number;
}

type Level = readonly [price: number, quantity: number];

/**
 * Returns the tightest of limit price, guard and urgency; undefined while no account has a book.
 */
export function boundOf(params: SweepParams, view: AlgorithmView): Bound | undefined {
  const urgent = urgencyBound(params, view);
  if (!urgent) return undefined;
  const { side, limitPrice, arrivalPrice } = view;
  const { maxSlippageBps } = params;
  const guard: Bound = {
    price: beyond(arrivalPrice, maxSlippageBps, side),
    why: `${maxSlippageBps} bps from the arrival price ${shown(arrivalPrice)}`,
  };
  const bounds = [guard, urgent];
  if (limitPrice !== undefined) bounds.push({ price: limitPrice, why: 'the limit price' });
  return bounds.reduce((tightest, each) => (isWorse(tightest, each, side) ? each : tightest));
}

function urgencyBound({ urgency }: SweepParams, view: AlgorithmView): Bound | undefined {
  const bests = view.accounts.filter(isOpen).flatMap(({ book }) => book.takeable[0]?.[0] ?? []);
  if (bests.length === 0) return undefined;
  const { side } = view;
  const [low, high] = [Math.min(...bests), Math.max(...bests)];
  const [best, worst] = side === 'buy' ? [low, high] : [high, low];
  switch (urgency) {
    case 'passive':
      return { price: worst, why: 'the best price of any venue' };
    case 'neutral':
      return {
        price: beyond(best, neutralBps, side),
        why: `${neutralBps} bps beyond the best price`,
      };
    case 'aggressive':
      return { price: side === 'buy' ? Number.MAX_VALUE : 0, why: 'any price' };
    default:
      return unreachable(urgency);
  }
}

function isWorse(one: Bound, other: Bound, side: Side): boolean {
  return side === 'buy' ? one.price > other.price : one.price < other.price;
}

/** Rounds to 15 digits, which every decimal keeps: a level exactly at the bound is inside. */
function beyond(price: number, bps: number, side: Side): number {
  const sign = side === 'buy' ? 1 : -1;
  return Number(((price * (10_000 + sign * bps)) / 10_000).toPrecision(15));
}

/** Displayed depth that accounts of one venue share. */
export interface Depth {
  /** Returns what an account may take of a quantity; undefined when nothing is there. */
  offerTo(account: OpenAccount, quantity: number): Taking | undefined;
  /** Records what was given to an account. */
  take(account: OpenAccount, quantity: number): void;
}

export function createDepth({ urgency }: SweepParams, view: AlgorithmView, bound: Bound): Depth {
  const taken = new Map<VenueId, number>();
  const isInside = (price: number) => !isWorse({ ...bound, price }, bound, view.side);
  return {
    offerTo({ book, venue }, quantity) {
      const within = book.takeable.filter(([price]) => isInside(price));
      const shownLevels = urgency === 'passive' ? within.slice(0, 1) : within;
      const levels = withoutFirst(shownLevels, taken.get(venue) ?? 0);
      const offered = sumOf(levels.map(([, available]) => available));
      const wanted = Math.min(quantity, offered);
      const { worst } = walkLevels(levels, wanted);
      return worst === undefined || wanted <= 0 ? undefined : { quantity: wanted, price: worst };
    },
    take({ venue }, quantity) {
      taken.set(venue, sumOf([taken.get(venue) ?? 0, quantity]));
    },
  };
}

/** Returns the levels without a quantity of the best ones that another account takes. */
function withoutFirst(levels: readonly Level[], quantity: number): readonly Level[] {
  let left = quantity;
  return levels.flatMap(([price, available]): Level[] => {
    const gone = Math.min(left, available);
    left -= gone;
    return available > gone ? [[price, sumOf([available, -gone])]] : [];
  });
}
