import type { AlgorithmView } from '../algorithm.ts';
import { sumOf } from '../shared/amounts.ts';
import { shown } from '../shared/figures.ts';
import { legOf, positionOf, unhedgedOf } from '../shared/pair/legs.ts';
import { imbalanceOf, isOrderable, type Move, offerOf } from './legs.ts';
import type { FundingArbState } from './state.ts';
import { type CarryTurn, mayLevelAtMs } from './turn.ts';

/** Longest wait after a clip that had to be undone. The wait doubles each time. */
const restMaxMs = 300_000;

/** Returns the two ways to make the legs equal, the one to try first in front. */
function waysOf(state: FundingArbState, view: AlgorithmView): readonly [Move, Move] {
  const { opening, closing } = imbalanceOf(view);
  return state.phase === 'exiting' ? [closing, opening] : [opening, closing];
}

/**
 * Returns the ways in their order when time is short: in every phase closing comes before opening.
 */
function lateWays(state: FundingArbState, [first, second]: readonly [Move, Move]) {
  return state.phase === 'exiting' ? [first, second] : [second, first];
}

/** Keeps the time since which the legs differ by a quantity that could be ordered. */
export function watchGap(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { view } = turn;
  const { quantity: gap } = unhedgedOf(view.legs);
  const since = state.nakedSinceMs;
  // Live orders may have made the legs equal already, so only a known equality counts.
  const isUnknown = since !== undefined && view.live.length > 0 && gap !== 0;
  if (isUnknown) return state;
  if (isNaked(turn, state)) return naked(turn, state);
  if (since === undefined) return state;
  const { isGivingBack, failureTold, clip } = state;
  if (isGivingBack || failureTold === clip) turn.note('The legs are level again.');
  const bare = { nakedSinceMs: undefined, isNakedRest: undefined };
  const level = { ...state, ...bare, isGivingBack: false };
  return isGivingBack ? { ...level, restUntilMs: restUntil(turn, state) } : level;
}

/** Starts a new time for a rest that has grown until the lagging leg can follow. */
function naked({ view }: CarryTurn, state: FundingArbState): FundingArbState {
  const [first] = waysOf(state, view);
  const isNakedRest = state.phase === 'holding' && isTooLittle(view, first);
  const hasGrown = state.isNakedRest === true && !isNakedRest;
  const nakedSinceMs = hasGrown ? view.nowMs : (state.nakedSinceMs ?? view.nowMs);
  return { ...state, nakedSinceMs, isNakedRest: isNakedRest || undefined };
}

/**
 * True when a leg cannot follow because the move is too small, not because its total was reached.
 */
function isTooLittle(view: AlgorithmView, move: Move): boolean {
  const leg = legOf(view, move.leg);
  // Spot that was sold back is not bought again.
  const taken = move.leg === 0 ? leg.opened : positionOf(leg);
  return sumOf([taken, move.quantity]) <= view.quantity && !isOrderable(view, move);
}

function restUntil({ view, params }: CarryTurn, { gaveBack }: FundingArbState): number {
  return view.nowMs + Math.min(restMaxMs, params.maxUnhedgedMs * 2 ** (gaveBack - 1));
}

/**
 * True when the legs must be made equal now. While entering, a rest that only the leading leg could
 * close is carried into the next clip: fees that are paid in coin leave one each time. Once both
 * legs are held, that rest is closed. While exiting, a quantity that cannot be closed is never
 * balanced by opening again.
 */
function isNaked({ view }: CarryTurn, state: FundingArbState): boolean {
  const [first, second] = waysOf(state, view);
  if (isOrderable(view, first)) return true;
  return state.phase === 'holding' && isOrderable(view, second);
}

/**
 * Makes the legs equal (Design, funding_arb: max_unhedged_seconds). The lagging leg follows first.
 * After half of the time the leading one is closed instead, whichever is possible. While exiting,
 * the first way is to close the leading leg, and the second to open the lagging one again. The
 * second comes at once after a late closing order that filled less than half, because a market that
 * shows prices may still give nothing.
 */
export function level(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { view, params } = turn;
  const ways = waysOf(state, view);
  const [first, second] = ways;
  const sinceMs = state.nakedSinceMs ?? view.nowMs;
  const lateAtMs = sinceMs + params.maxUnhedgedMs / 2;
  const isLate = view.nowMs >= lateAtMs;
  turn.lookAgain();
  if (!isLate) turn.lookAt(Math.ceil(lateAtMs));
  const told = tellFailure(turn, state, first);
  const obstacles: string[] = [];
  for (const move of isLate ? lateWays(state, ways) : [first]) {
    const offer = offerOf(view, move);
    if (offer.kind !== 'order') {
      obstacles.push(offer.why);
      continue;
    }
    const mayAtMs = mayLevelAtMs(turn, told, move.leg);
    if (view.nowMs < mayAtMs) {
      turn.lookAt(mayAtMs);
      // The other leg is opened again only when closing cannot be tried or has failed: a closing
      // order that filled at least half is followed by another without waiting.
      if (state.phase === 'exiting' && !wasTriedLate(turn, told, { move, lateAtMs })) return told;
      continue;
    }
    const purpose = move.isClosing ? 'unwind' : 'hedge';
    const next = move === second ? givingBack(turn, told, move) : told;
    return turn.place(next, { ...offer.order, purpose, group: told.clip });
  }
  if (obstacles.length > 0) {
    const gap = shown(first.quantity);
    turn.wait(
      'level',
      `The legs differ by ${gap} until that can be traded. ${obstacles.join(' ')}`,
    );
  }
  return told;
}

interface LateTry {
  readonly move: Move;
  readonly lateAtMs: number;
}

/** True once an order of the move that was placed late is over. */
function wasTriedLate({ view }: CarryTurn, { clip }: FundingArbState, { move, lateAtMs }: LateTry) {
  return view
    .childrenOf(clip)
    .some(
      ({ leg, isClosing, isOver, placedAtMs }) =>
        leg === move.leg && isClosing === move.isClosing && isOver && placedAtMs >= lateAtMs,
    );
}

/**
 * Reports a failure once per clip: a market that gives a little each second would fill the history.
 */
function tellFailure(turn: CarryTurn, state: FundingArbState, first: Move): FundingArbState {
  const { view, params } = turn;
  if (state.failureTold === state.clip) return state;
  const tried = view
    .childrenOf(state.clip)
    .filter(({ leg, isClosing }) => leg === first.leg && isClosing === first.isClosing)
    .findLast(({ placedAtMs }) => placedAtMs >= (state.nakedSinceMs ?? view.nowMs));
  if (!tried || tried.filled >= tried.quantity) return state;
  const what = first.isClosing ? 'closing the other leg' : 'the hedge';
  const why = tried.refusedCode === undefined ? '' : ` (${tried.refusedCode})`;
  const filled = `filled ${shown(tried.filled)} of ${shown(tried.quantity)}${why}`;
  const seconds = shown(params.maxUnhedgedMs / 2_000);
  turn.note(
    `Clip ${state.clip}: ${what} ${filled}. ` +
      `It is tried again each second, and after ${seconds} s the leading leg is undone instead.`,
  );
  return { ...state, failureTold: state.clip };
}

function givingBack(turn: CarryTurn, state: FundingArbState, move: Move): FundingArbState {
  if (state.isGivingBack) return state;
  const what = move.isClosing ? 'gives back' : 'opens again';
  const leg = move.leg === 0 ? 'spot' : 'perpetual';
  const seconds = shown(turn.params.maxUnhedgedMs / 2_000);
  turn.note(
    `Clip ${state.clip}: the legs could not be made equal the usual way for ${seconds} s, ` +
      `so the ${leg} ${what} ${shown(move.quantity)}.`,
  );
  return { ...state, isGivingBack: true, gaveBack: state.gaveBack + 1 };
}
