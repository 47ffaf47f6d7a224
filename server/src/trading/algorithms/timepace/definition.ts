import type { AlgorithmView, ReportView, Step } from '../algorithm.ts';
import { defineAlgorithm } from '../algorithm.ts';
import { sumOf, without, withoutNoise } from '../shared/amounts.ts';
import {
  committed,
  hasOtherRefusal,
  isOnlyDustLeft,
  leavesDust,
  postingsMax,
} from '../shared/children.ts';
import { intervalsFor } from '../shared/intervals.ts';
import { noOffers, type Offers, offer, withoutAwaited } from '../shared/offering.ts';
import { isOpen } from '../shared/openAccounts.ts';
import { postingAt } from '../shared/pricing.ts';
import { createTurn, type ReportedReason, type Turn } from '../shared/turn.ts';
import type { TimepaceParams } from './params.ts';

/** Amounts in base units. */
export interface TimepaceState extends ReportedReason {
  /** 0 before the first. */
  readonly interval: number;
  /** It cancels live orders of the previous interval, then posts or is skipped. */
  readonly phase: 'clearing' | 'posting' | 'skipped' | 'ended';
  /** Quantity drawn for this interval. */
  readonly target: number;
  /** Quantity drawn for the intervals before it. */
  readonly offered: number;
  /** True when anything of this interval was placed. */
  readonly isPosted: boolean;
  /** Number of times it was posted. */
  readonly postings: number;
  readonly completed: number;
  readonly skipped: number;
  /** The last interval whose refusal was reported. */
  readonly refusalTold: number;
  readonly offers: Offers;
}

const start: TimepaceState = {
  interval: 0,
  phase: 'clearing',
  target: 0,
  offered: 0,
  isPosted: false,
  postings: 0,
  completed: 0,
  skipped: 0,
  refusalTold: 0,
  offers: noOffers,
};

/** Trades a fixed quantity per interval. What an interval misses is lost (Orderbook §4.3). */
export const timepace = defineAlgorithm<TimepaceParams, TimepaceState>({
  type: 'timepace',
  isPaced: true,
  initialState: () => start,
  plannedMs: ({ quantityPerInterval, intervalMs }, { quantity }) =>
    intervalsFor(quantity, quantityPerInterval) * intervalMs,
  orderSize: ({ quantityPerInterval, randomizeSize, randomizeSizePct }) => ({
    parameter: 'quantity_per_interval',
    given: quantityPerInterval,
    most: quantityPerInterval * (1 + (randomizeSize ? randomizeSizePct / 100 : 0)),
  }),
  report: (state, _params, view) => ({
    current_interval: state.interval,
    intervals_completed: state.completed,
    intervals_skipped: state.skipped,
    quantity_per_interval_actual: state.target,
    lost_quantity: lostOf(state, view),
  }),
  step: (state, event, { params, view }) => {
    const turn = createTurn(view, event);
    if (isOnlyDustLeft(view)) {
      turn.act({ kind: 'end', status: 'COMPLETED' });
      return turn.done(ended(state), view.nowMs);
    }
    return run(turn, intervalAt(awake(state, turn), turn, params), params);
  },
});

/** Returns what the earlier intervals should have traded and did not. Late fills lower it. */
function lostOf(state: TimepaceState, view: ReportView): number {
  const own = view.childrenOf(state.interval).map(({ filled }) => filled);
  return without(state.offered, [without(view.filled, own)]);
}

/** The interval that filled the order counts too. */
function ended(state: TimepaceState): TimepaceState {
  if (state.phase === 'ended') return state;
  const completed = state.completed + (state.isPosted ? 1 : 0);
  return { ...state, phase: 'ended', completed };
}

/** Clears what no longer holds after a pause or a restart: requested routes and the last reason. */
function awake(state: TimepaceState, { event }: Turn): TimepaceState {
  if (event.kind !== 'resumed' && event.kind !== 'recovered') return state;
  return {
    ...state,
    waiting: undefined,
    offers: withoutAwaited(state.offers),
    // An order that the pause cancelled is no failed posting.
    postings: event.kind === 'resumed' ? 0 : state.postings,
  };
}

/** Returns the state in the interval of the current time. */
function intervalAt(state: TimepaceState, turn: Turn, params: TimepaceParams): TimepaceState {
  let current = state;
  while (turn.view.nowMs >= endOf(current, params)) {
    current = nextInterval(current, turn.view, params);
  }
  const unused = current.skipped - state.skipped;
  if (unused > 0) {
    const which = unused === 1 ? '1 interval was' : `${unused} intervals were`;
    turn.act({ kind: 'note', text: `${which} skipped: nothing could be posted in time.` });
  }
  return current;
}

function nextInterval(
  state: TimepaceState,
  view: AlgorithmView,
  params: TimepaceParams,
): TimepaceState {
  const isFirst = state.interval === 0;
  // A skipped one was counted when it was decided.
  const isUnused = !isFirst && !state.isPosted && state.phase !== 'skipped';
  return {
    ...state,
    interval: state.interval + 1,
    phase: 'clearing',
    target: Math.min(drawSize(params, view), view.remaining),
    offered: sumOf([state.offered, state.target]),
    isPosted: false,
    postings: 0,
    completed: state.completed + (state.isPosted ? 1 : 0),
    skipped: state.skipped + (isUnused ? 1 : 0),
    offers: withoutAwaited(state.offers),
  };
}

function drawSize(params: TimepaceParams, { random }: AlgorithmView): number {
  const { quantityPerInterval, randomizeSize, randomizeSizePct } = params;
  if (!randomizeSize || randomizeSizePct === 0) return quantityPerInterval;
  const shift = randomizeSizePct / 100;
  return withoutNoise(quantityPerInterval * random.between(1 - shift, 1 + shift));
}

function endOf({ interval }: TimepaceState, { intervalMs }: TimepaceParams): number {
  return interval * intervalMs;
}

function run(turn: Turn, state: TimepaceState, params: TimepaceParams): Step<TimepaceState> {
  const untilMs = endOf(state, params);
  if (state.phase === 'skipped') {
    if (state.waiting !== undefined) turn.idle(state.waiting);
    return turn.done(state, untilMs);
  }
  // Cancelled first: live orders of the previous interval may fill until they are over.
  if (state.phase === 'clearing' && !turn.clear()) return turn.done(state, untilMs);
  const target = state.phase === 'clearing' ? targetOf(turn, state) : state.target;
  return turn.done(post(turn, { ...state, phase: 'posting', target }, params), untilMs);
}

/** Returns the target. The last interval also takes a rest that is too small for its own order. */
function targetOf(turn: Turn, state: TimepaceState): number {
  const free = turn.free();
  const target = Math.min(state.target, free);
  return leavesDust(target, free, turn.view) ? free : target;
}

/** Checks only possible posts: without a book the interval waits for one. */
function isBeyondLimit({ view }: Turn, { aggression }: TimepaceParams): boolean {
  const postings = view.accounts
    .filter(isOpen)
    .flatMap((seat) => postingAt(seat, aggression, view) ?? []);
  return postings.length > 0 && postings.every((posting) => posting.isBeyondLimit);
}

function skip(turn: Turn, state: TimepaceState, reason: string): TimepaceState {
  turn.act({ kind: 'note', text: `Interval ${state.interval} is skipped: ${reason}` });
  turn.idle(reason);
  return { ...state, phase: 'skipped', skipped: state.skipped + 1 };
}

function post(turn: Turn, state: TimepaceState, params: TimepaceParams): TimepaceState {
  if (turn.isCancelling()) return state;
  const { interval: group, postings, isPosted } = state;
  const children = turn.view.childrenOf(group);
  if (hasOtherRefusal(children)) {
    const text = `Interval ${group}: an order was refused; what it did not fill is lost.`;
    if (state.refusalTold !== group) turn.act({ kind: 'note', text });
    return { ...state, refusalTold: group };
  }
  if (!isPosted && isBeyondLimit(turn, params)) {
    return skip(turn, state, `The market is beyond the limit price ${turn.view.limitPrice}.`);
  }
  const quantity = Math.min(turn.free(), without(state.target, committed(children)));
  if (postings >= postingsMax || quantity === 0) return state;
  const { aggression } = params;
  const wanted = { purpose: 'slice', group, quantity, aggression } as const;
  const { offers, outcome } = offer(turn, state.offers, wanted);
  const next = { ...state, offers };
  if (outcome === 'placed') return { ...next, postings: postings + 1, isPosted: true };
  if (outcome !== 'small' || isPosted) return next;
  return skip(turn, next, `${quantity} is below the minimum of every account.`);
}
