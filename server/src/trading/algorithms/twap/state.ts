import type { AlgorithmTerms, AlgorithmView } from '../algorithm.ts';
import { sumOf, without, withoutNoise } from '../shared/amounts.ts';
import { leavesDust } from '../shared/children.ts';
import { endOfInterval, intervalsIn, wholeIntervalsIn } from '../shared/intervals.ts';
import { noOffers, type Offers, withoutAwaited } from '../shared/offering.ts';
import type { ReportedReason } from '../shared/turn.ts';
import type { TwapParams } from './params.ts';

/** Orderbook §3: how far a slice may differ from the size of an interval. */
const sizeShift = 0.2;

/**
 * Phase of an interval:
 *
 *   clearing → posting → taking → taken → catching_up
 *
 * It cancels live orders of the previous interval, posts, and takes the rest at half of its time.
 * The last one catches up from three quarters on, again and again. Clearing waits until all those
 * orders are over: an order with an unknown outcome may still fill, so nothing is placed beside it.
 */
export type TwapPhase = 'clearing' | 'posting' | 'taking' | 'taken' | 'catching_up';

/** Times are on the algorithm's clock, amounts in base units. */
export interface TwapState extends ReportedReason {
  /** Number of intervals. Missing in runs that were started when the last one was never shorter. */
  readonly intervals?: number | undefined;
  /** 0 before the first. */
  readonly interval: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly phase: TwapPhase;
  /** Quantity drawn for all intervals so far. */
  readonly scheduled: number;
  /** Quantity drawn for this one. */
  readonly drawn: number;
  /** Quantity that the previous interval left because it was too small to trade. */
  readonly carried: number;
  /** Quantity that this one leaves for the same reason. */
  readonly untraded: number;
  /** Quantity that this one should trade: drawn and carried. */
  readonly slice: number;
  /** True when it trades everything, because its rest would be too small for an order. */
  readonly isWhole?: boolean | undefined;
  /** Quantity still to be caught up at the start of this one. */
  readonly catchUp: number;
  /** Number of times that the slice was posted. */
  readonly postings: number;
  /** Number of times that the last one was caught up from three quarters on. */
  readonly lastCatchUps: number;
  readonly isSmallTold: boolean;
  /** The last interval whose refusal was reported. */
  readonly refusalTold: number;
  readonly offers: Offers;
}

export const twapStart: TwapState = {
  interval: 0,
  startMs: 0,
  endMs: 0,
  phase: 'clearing',
  scheduled: 0,
  drawn: 0,
  carried: 0,
  untraded: 0,
  slice: 0,
  catchUp: 0,
  postings: 0,
  lastCatchUps: 0,
  isSmallTold: false,
  refusalTold: 0,
  offers: noOffers,
};

/** Returns the state before the first interval of a new run. */
export function twapBegin(params: TwapParams): TwapState {
  return {
    ...twapStart,
    intervals: intervalsIn(params),
  };
}

export function totalIntervals({ intervals }: TwapState, params: TwapParams): number {
  return intervals ?? wholeIntervalsIn(params);
}

/**
 * Returns the base units of a whole interval: its share of the time is its share of the quantity.
 */
export function baseQuantity(
  state: TwapState,
  params: TwapParams,
  { quantity }: AlgorithmTerms,
): number {
  if (state.intervals === undefined) return withoutNoise(quantity / wholeIntervalsIn(params));
  // An interval that is as long as the duration, or longer, trades everything.
  return withoutNoise(quantity * Math.min(1, params.intervalMs / params.durationMs));
}

export function isLast(state: TwapState, params: TwapParams): boolean {
  return state.interval === totalIntervals(state, params);
}

/** Returns the state in the current interval. Unused earlier ones are lost to the schedule. */
export function intervalAt(state: TwapState, params: TwapParams, view: AlgorithmView): TwapState {
  let current = state;
  while (!isLast(current, params) && view.nowMs >= current.endMs) {
    current = nextInterval(current, params, view);
  }
  return current;
}

function nextInterval(state: TwapState, params: TwapParams, view: AlgorithmView): TwapState {
  const next = { ...state, interval: state.interval + 1 };
  const counted = { ...params, total: totalIntervals(state, params) };
  const left = without(view.quantity, [state.scheduled]);
  const drawn = isLast(next, params) ? left : Math.min(left, drawSize(next, params, view));
  return {
    ...next,
    startMs: state.endMs,
    endMs: endOfInterval(next.interval, counted, view.random),
    phase: 'clearing',
    scheduled: sumOf([state.scheduled, drawn]),
    drawn,
    carried: state.untraded,
    untraded: state.untraded,
    slice: 0,
    isWhole: undefined,
    catchUp: 0,
    postings: 0,
    offers: withoutAwaited(state.offers),
  };
}

function drawSize(state: TwapState, params: TwapParams, view: AlgorithmView): number {
  const base = baseQuantity(state, params, view);
  if (!params.randomizeSize) return base;
  return withoutNoise(base * view.random.between(1 - sizeShift, 1 + sizeShift));
}

/**
 * Returns by how much the earlier intervals came short. A rest that was too small for them is part
 * of this one's slice.
 */
export function behindOf(state: TwapState, filled: number): number {
  return without(state.scheduled, [state.drawn, state.carried, filled]);
}

/** Decides what an interval trades, once no order of the previous one can fill any more. */
export function begun(state: TwapState, params: TwapParams, view: AlgorithmView): TwapState {
  const most = (baseQuantity(state, params, view) * params.maxCatchUpPct) / 100;
  const catchUp = params.catchUpEnabled ? Math.min(behindOf(state, view.filled), most) : 0;
  const whole = without(view.remaining, [catchUp]);
  const planned = Math.min(sumOf([state.drawn, state.carried]), view.remaining);
  const isWhole = !isLast(state, params) && leavesDust(planned, whole, view);
  const unscheduled = isWhole ? without(view.quantity, [state.scheduled]) : 0;
  return {
    ...state,
    phase: 'posting',
    untraded: 0,
    scheduled: sumOf([state.scheduled, unscheduled]),
    drawn: sumOf([state.drawn, unscheduled]),
    slice: isLast(state, params) ? view.remaining : isWhole ? whole : planned,
    isWhole: isWhole || undefined,
    catchUp,
  };
}
