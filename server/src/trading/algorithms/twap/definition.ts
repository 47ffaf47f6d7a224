import { unreachable } from '../../../kit/assert.ts';
import type { AlgorithmView, Step } from '../algorithm.ts';
import { defineAlgorithm } from '../algorithm.ts';
import type { Aggression } from '../params.ts';
import { without } from '../shared/amounts.ts';
import {
  committed,
  hasOtherRefusal,
  isOnlyDustLeft,
  isRestingDust,
  postingsMax,
  shortfall,
} from '../shared/children.ts';
import { offer, withoutAwaited } from '../shared/offering.ts';
import { createTurn, type Turn } from '../shared/turn.ts';
import type { TwapParams } from './params.ts';
import {
  baseQuantity,
  begun,
  behindOf,
  intervalAt,
  isLast,
  type TwapState,
  totalIntervals,
  twapBegin,
} from './state.ts';

/** Enough to bridge a moment without a market, and few orders for a quantity that cannot be had. */
const lastCatchUpsMax = 8;

/** Spreads an order evenly over time (Orderbook §3, §4.3). */
export const twap = defineAlgorithm<TwapParams, TwapState>({
  type: 'twap',
  isPaced: true,
  initialState: (params) => twapBegin(params),
  plannedMs: ({ durationMs }) => durationMs,
  report: (state, params, view) => ({
    current_interval: state.interval,
    total_intervals: totalIntervals(state, params),
    base_quantity_per_interval: baseQuantity(state, params, view),
    slice_quantity: state.slice,
    scheduled_quantity: state.scheduled,
    behind_quantity: behindOf(state, view.filled),
    phase: state.phase,
  }),
  step: (state, event, { params, view }) => {
    const turn = createTurn(view, event);
    if (isOnlyDustLeft(view)) {
      turn.act({ kind: 'end', status: 'COMPLETED' });
      return turn.done(state, params.durationMs);
    }
    const current = intervalAt(awake(state, turn), params, view);
    return view.nowMs < params.durationMs
      ? run(turn, current, params)
      : finish(turn, current, params);
  },
});

/** Clears what no longer holds after a pause or a restart: requested routes and the last reason. */
function awake(state: TwapState, { event }: Turn): TwapState {
  if (event.kind !== 'resumed' && event.kind !== 'recovered') return state;
  return {
    ...state,
    waiting: undefined,
    offers: withoutAwaited(state.offers),
    // An order that the pause cancelled is no failed posting.
    postings: event.kind === 'resumed' ? 0 : state.postings,
  };
}

/** Waits for late fills before the end, so that the end reports them. */
function finish(turn: Turn, state: TwapState, params: TwapParams): Step<TwapState> {
  if (turn.clear()) {
    turn.act({ kind: 'end', status: 'COMPLETED', reason: shortfall(turn.view, state) });
  }
  return turn.done(state, params.durationMs);
}

interface Moved {
  readonly state: TwapState;
  /** Time of the phase's next action; undefined when the next phase begins at once. */
  readonly untilMs?: number;
}

function run(turn: Turn, state: TwapState, params: TwapParams): Step<TwapState> {
  let moved: Moved = { state };
  do moved = moveOn(turn, moved.state, params);
  while (moved.untilMs === undefined);
  return turn.done(moved.state, moved.untilMs);
}

function moveOn(turn: Turn, state: TwapState, params: TwapParams): Moved {
  const isKept = state.phase !== 'posting' && isRestingDust(turn.view);
  if (isKept) return { state, untilMs: state.endMs };
  switch (state.phase) {
    case 'clearing':
      if (!turn.clear()) return { state, untilMs: state.endMs };
      return { state: begun(state, params, turn.view) };
    case 'posting':
      return post(turn, state, params);
    case 'taking':
      return take(turn, state, params);
    case 'taken':
      if (isLast(state, params) && params.catchUpEnabled) {
        return { state: { ...state, phase: 'catching_up' } };
      }
      return { state, untilMs: state.endMs };
    case 'catching_up':
      return catchUpLast(turn, state, params);
    default:
      return unreachable(state.phase);
  }
}

function post(turn: Turn, state: TwapState, params: TwapParams): Moved {
  const untilMs = timeIn(state, 0.5);
  if (turn.view.nowMs >= untilMs) {
    const offers = withoutAwaited(state.offers);
    return { state: { ...state, phase: 'taking', catchUp: 0, offers } };
  }
  if (turn.isCancelling()) return { state, untilMs };
  const current = catchUp(turn, state);
  if (current.catchUp > 0) return { state: current, untilMs };
  return { state: postSlice(turn, current, params), untilMs };
}

function catchUp(turn: Turn, state: TwapState): TwapState {
  if (state.catchUp === 0) return state;
  const quantity = Math.min(state.catchUp, turn.free());
  const wanted = { purpose: 'catch_up', group: state.interval, quantity } as const;
  const { offers, outcome } = offer(turn, state.offers, wanted);
  const isPending = outcome === 'asked' || outcome === 'closed';
  // The next interval sees again what cannot be caught up now.
  return { ...state, offers, catchUp: isPending ? state.catchUp : 0 };
}

function postSlice(turn: Turn, state: TwapState, params: TwapParams): TwapState {
  const { view } = turn;
  const { interval: group, postings } = state;
  const children = view.childrenOf(group).filter(({ purpose }) => purpose === 'slice');
  if (hasOtherRefusal(children)) {
    const text = `Interval ${group}: an order was refused; its rest is taken at half of the time.`;
    if (state.refusalTold !== group) turn.act({ kind: 'note', text });
    return { ...state, refusalTold: group };
  }
  const quantity = restOf(turn, state, params);
  if (postings >= postingsMax || quantity === 0) return state;
  const aggression = aggressionOf(turn, state, params);
  const wanted = { purpose: 'slice', group, quantity, aggression } as const;
  const { offers, outcome } = offer(turn, state.offers, wanted);
  const next = { ...state, offers };
  if (outcome === 'placed') return { ...next, postings: postings + 1, untraded: 0 };
  if (outcome !== 'small' || postings > 0) return next;
  if (!state.isSmallTold) {
    turn.act({ kind: 'note', text: 'A slice too small to trade is carried to the next interval.' });
  }
  return { ...next, untraded: quantity, postings: postingsMax, isSmallTold: true };
}

/** Cancels first and then takes, so that no slice is traded twice (Orderbook §3). */
function take(turn: Turn, state: TwapState, params: TwapParams): Moved {
  const untilMs = state.endMs;
  if (!turn.clear()) return { state, untilMs };
  const quantity = restOf(turn, state, params);
  const taken = { ...state, phase: 'taken', untraded: 0 } as const;
  if (quantity === 0) return { state: taken };
  const wanted = { purpose: 'take', group: state.interval, quantity } as const;
  const { offers, outcome } = offer(turn, state.offers, wanted);
  if (outcome === 'placed') return { state: { ...taken, offers }, untilMs };
  if (outcome === 'small') return { state: { ...taken, offers, untraded: quantity } };
  if (outcome === 'beyond') waitForLimit(turn);
  return { state: { ...state, offers }, untilMs };
}

/**
 * Catches up in the last interval. Its target is everything, so it is behind when its IOC came
 * short. Each try meets another market: a single IOC expires whenever its price has just gone.
 */
function catchUpLast(turn: Turn, state: TwapState, params: TwapParams): Moved {
  const untilMs = lastCatchUpMs(state);
  if (turn.view.nowMs < untilMs || state.lastCatchUps >= lastCatchUpsMax) return { state, untilMs };
  if (!turn.clear()) return { state, untilMs: state.endMs };
  const most = (baseQuantity(state, params, turn.view) * params.maxCatchUpPct) / 100;
  const quantity = Math.min(turn.free(), most);
  const wanted = { purpose: 'catch_up', group: state.interval, quantity } as const;
  const { offers, outcome } = offer(turn, state.offers, wanted);
  const next = { ...state, offers };
  if (outcome === 'beyond') waitForLimit(turn);
  if (outcome !== 'placed' && outcome !== 'small') return { state: next, untilMs: state.endMs };
  const tried = { ...next, lastCatchUps: state.lastCatchUps + 1 };
  return { state: tried, untilMs: lastCatchUpMs(tried) };
}

/** Returns when the next try is due: in equal parts of the last quarter, and none after its end. */
function lastCatchUpMs(state: TwapState): number {
  return timeIn(state, 0.75 + 0.25 * (state.lastCatchUps / lastCatchUpsMax));
}

function waitForLimit(turn: Turn): void {
  turn.wait(`The market is beyond the limit price ${turn.view.limitPrice}.`, true);
}

/**
 * Returns the part of the slice that is not filled and cannot be filled by live orders; for the
 * last interval, of everything.
 */
function restOf(turn: Turn, state: TwapState, params: TwapParams): number {
  if (state.isWhole || isLast(state, params)) return turn.free();
  const own = turn.view
    .childrenOf(state.interval)
    .filter(({ purpose }) => purpose === 'slice' || purpose === 'take');
  return Math.min(turn.free(), without(state.slice, committed(own)));
}

function aggressionOf(turn: Turn, state: TwapState, params: TwapParams): Aggression {
  return params.aggression === 'auto'
    ? automaticAggression(turn.view, state, params)
    : params.aggression;
}

/** Returns the aggression of `auto` (Design, TWAP auto aggression). */
function automaticAggression(
  view: AlgorithmView,
  state: TwapState,
  params: TwapParams,
): Aggression {
  const behind = behindOf(state, view.filled);
  if (behind > baseQuantity(state, params, view)) return 'aggressive';
  const { spreadBps, usualSpreadBps } = view;
  const isWide =
    spreadBps !== undefined && usualSpreadBps !== undefined && spreadBps > usualSpreadBps;
  return isWide && (behind === 0 || view.isDust(behind)) ? 'passive' : 'neutral';
}

function timeIn({ startMs, endMs }: TwapState, part: number): number {
  return Math.round(startMs + (endMs - startMs) * part);
}
