import { unreachable } from '../../../kit/assert.ts';
import type { AlgorithmView } from '../algorithm.ts';
import { shown } from '../shared/figures.ts';
import { legOf } from '../shared/pair/legs.ts';
import { hoursBetween } from './carry.ts';
import { entryClip, exitClip, imbalanceOf, isOrderable, type Move, offerOf } from './legs.ts';
import { ask, freshFacts, isLastPollOver } from './polls.ts';
import { currentBasisBps, type Exit, entryGate, exitDue, signalGate } from './signal.ts';
import { carryLegs, type FundingArbState, filledBasisBps, isUntouched } from './state.ts';
import { type CarryTurn, mayLeadAtMs, mayLevelAtMs } from './turn.ts';

/** Returns the phase that follows from time, funding and fills. */
export function decide(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { mode } = turn.view;
  if (mode === 'paused') return state;
  if (mode === 'cancelling') return cancelled(turn, state);
  switch (state.phase) {
    case 'waiting':
      return entryGate(state, turn) === undefined ? entered(turn, state) : state;
    case 'entering': {
      const exit = exitDue(state, turn);
      if (exit) return left(turn, state, exit);
      return isFullyOpen(turn, state) ? held(turn, state) : state;
    }
    case 'holding': {
      const exit = exitDue(state, turn);
      return exit ? exited(turn, state, exit) : state;
    }
    case 'exiting':
    case 'done':
      return state;
    default:
      return unreachable(state.phase);
  }
}

function cancelled(turn: CarryTurn, state: FundingArbState): FundingArbState {
  if (state.phase === 'exiting' || state.phase === 'done') return state;
  return exited(turn, state, { reason: 'cancelled', why: 'it was cancelled' });
}

function entered(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { view } = turn;
  const apr = state.smoothed?.value.toFixed(2);
  const basis = currentBasisBps(view)?.toFixed(2);
  turn.note(`Entry: the smoothed funding is ${apr} % a year, the basis ${basis} bps.`);
  return { ...state, phase: 'entering', fundedSinceMs: view.atMs, gaveBack: 0 };
}

/** Before any fill there is nothing to exit from, so it waits for the next signal. */
function left(turn: CarryTurn, state: FundingArbState, exit: Exit): FundingArbState {
  if (!isUntouched(turn.view)) return exited(turn, state, exit);
  turn.note(`Back to waiting, as nothing was opened yet: ${exit.why}.`);
  return { ...state, phase: 'waiting', fundedSinceMs: undefined };
}

function isFullyOpen({ view, params }: CarryTurn, state: FundingArbState): boolean {
  if (view.live.length > 0 || state.nakedSinceMs !== undefined) return false;
  const { perp } = carryLegs(view.legs);
  return perp.held > 0 && entryClip(view, params.riskQuantity) === 0;
}

function held(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { view } = turn;
  const legs = carryLegs(view.legs);
  const entryBasisBps = filledBasisBps(legs);
  turn.note(
    `Both legs are open: ${shown(legs.spot.held)} of the spot, ${shown(legs.perp.held)} of the ` +
      `perpetual, at a basis of ${entryBasisBps?.toFixed(2)} bps.${heldRest(view)}`,
  );
  const { atMs } = view;
  return { ...state, phase: 'holding', heldSinceMs: atMs, seenAtMs: atMs, entryBasisBps };
}

/** Describes what the entry left unhedged, and what will happen to it. */
function heldRest(view: AlgorithmView): string {
  const { opening, closing } = imbalanceOf(view);
  if (opening.quantity === 0) return '';
  const differ = ` They differ by ${shown(opening.quantity)}, too little to`;
  if (!isOrderable(view, closing)) return `${differ} trade.`;
  const [lagging, leading] = [opening, closing].map(({ leg }) => legOf(view, leg).symbol);
  return `${differ} order on ${lagging}: ${leading} gives it back.`;
}

function exited(turn: CarryTurn, state: FundingArbState, exit: Exit): FundingArbState {
  const { atMs } = turn.view;
  const hours = state.heldSinceMs === undefined ? 0 : hoursBetween(state.heldSinceMs, atMs);
  turn.note(`Exit (${exit.reason}) after ${hours.toFixed(1)} h: ${exit.why}.`);
  const entryBasisBps = state.entryBasisBps ?? filledBasisBps(carryLegs(turn.view.legs));
  const left = { ...state, phase: 'exiting', exitReason: exit.reason, seenAtMs: atMs } as const;
  return { ...left, entryBasisBps, gaveBack: 0, restUntilMs: turn.view.nowMs };
}

/** Does the work of a phase while the legs are equal and nothing is live. */
export function act(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { view } = turn;
  if (view.mode === 'paused') return waitPaused(turn, state);
  switch (state.phase) {
    case 'waiting': {
      // A signal that is off stays off until the next poll, but the basis changes with the books.
      if (signalGate(state, turn) === undefined) turn.lookAgain();
      turn.wait('gate', entryGate(state, turn) ?? 'The entry begins.');
      return state;
    }
    case 'entering':
      return enterOn(turn, state);
    case 'holding': {
      const unknown = freshFacts(state, turn) ? '' : ' The funding rate is not known now.';
      turn.wait('hold', `Both legs are held while funding pays.${unknown}`);
      if (turn.params.basisStopBps !== undefined) turn.lookAgain();
      return state;
    }
    case 'exiting':
      return exitOn(turn, state);
    case 'done':
      return state;
    default:
      return unreachable(state.phase);
  }
}

function waitPaused(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const isHeld = state.phase === 'entering' || state.phase === 'holding';
  const exit = isHeld ? exitDue(state, turn) : undefined;
  const due = exit ? ` An exit is due (${exit.reason}): resume or cancel.` : '';
  turn.wait(exit ? 'paused, exit due' : 'paused', `Paused, with nothing left to make level.${due}`);
  return state;
}

/** Begins the next clip of spot, if the other leg could follow at once. */
function enterOn(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { view, params } = turn;
  turn.lookAgain();
  const gate = entryGate(state, turn);
  if (gate) {
    turn.wait('gate', gate);
    return state;
  }
  const quantity = entryClip(view, params.riskQuantity);
  if (quantity === 0) {
    turn.wait('gate', `No clip within ${shown(params.riskQuantity)} can be ordered on both legs.`);
    return state;
  }
  return lead(turn, state, {
    move: { leg: 0, isClosing: false, quantity },
    follower: { leg: 1, isClosing: false, quantity },
  });
}

function exitOn(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { view, params } = turn;
  const quantity = exitClip(view, params.riskQuantity);
  if (quantity > 0) {
    turn.lookAgain();
    const halted = freshFacts(state, turn)?.halted;
    if (halted !== undefined) {
      turn.wait('gate', `The exit waits until both legs can be traded: ${halted}`);
      return state;
    }
    return lead(turn, state, {
      move: { leg: 1, isClosing: true, quantity },
      follower: { leg: 0, isClosing: true, quantity },
    });
  }
  return sellRest(turn, state);
}

interface Clip {
  readonly move: Move;
  /** The move of the other leg after it. */
  readonly follower: Move;
}

function lead(turn: CarryTurn, state: FundingArbState, { move, follower }: Clip): FundingArbState {
  const { nowMs } = turn.view;
  const mayAtMs = Math.max(mayLeadAtMs(state, move.leg), state.restUntilMs);
  if (nowMs < mayAtMs) {
    if (nowMs < state.restUntilMs) turn.wait('gate', 'The next clip waits after one was undone.');
    return state;
  }
  const following = offerOf(turn.view, follower);
  const offer = offerOf(turn.view, move);
  const obstacles = [
    ...(offer.kind === 'order' ? [] : [offer.why]),
    // A move that is too small alone follows with the next clip.
    ...(following.kind === 'closed' ? [following.why] : []),
  ];
  if (offer.kind !== 'order' || following.kind === 'closed') {
    turn.wait('gate', `No new clip is begun. ${obstacles.join(' ')}`);
    return state;
  }
  const clip = state.clip + 1;
  const purpose = move.isClosing ? 'unwind' : 'lead';
  return turn.place({ ...state, clip }, { ...offer.order, purpose, group: clip });
}

/** Once no more of the perpetual can be closed, all spot that can be sold is sold. */
function sellRest(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { view } = turn;
  const { spot } = carryLegs(view.legs);
  const move = { leg: 0, isClosing: true, quantity: spot.held } as const;
  if (!isOrderable(view, move)) return finish(turn, state);
  const offer = offerOf(view, move);
  turn.lookAgain();
  if (offer.kind !== 'order') {
    turn.wait('level', `What is left of the spot waits to be sold. ${offer.why}`);
    return state;
  }
  if (view.nowMs < mayLevelAtMs(turn, state, 0)) return state;
  return turn.place(state, { ...offer.order, purpose: 'unwind', group: state.clip });
}

function finish(turn: CarryTurn, state: FundingArbState): FundingArbState {
  const { view } = turn;
  if (isUntouched(view) || isLastPollOver(state)) {
    const status = view.mode === 'cancelling' ? 'CANCELLED' : 'COMPLETED';
    turn.act({ kind: 'end', status, reason: endingOf(turn, state) });
    return { ...state, phase: 'done', seenAtMs: view.atMs };
  }
  turn.wait('last', 'Both legs are closed: the collected funding is read a last time.');
  if (state.poll.isEnding) return state;
  const poll = { ...state.poll, isEnding: true, dueAtMs: view.nowMs };
  return ask(turn, { ...state, poll });
}

function endingOf({ view }: CarryTurn, state: FundingArbState): string {
  if (isUntouched(view)) return 'Nothing was opened.';
  const { spot, perp } = carryLegs(view.legs);
  const hours = state.heldSinceMs === undefined ? 0 : hoursBetween(state.heldSinceMs, view.atMs);
  const isAsked = state.poll.isLastAnswered;
  return [
    `Exit (${state.exitReason}) after ${hours.toFixed(1)} h:`,
    `${shown(spot.opened)} of the spot was bought for ${shown(spot.openedCost)}`,
    `and ${shown(spot.closed)} sold for ${shown(spot.closedCost)};`,
    `${shown(perp.opened)} of the perpetual was sold for ${shown(perp.openedCost)}`,
    `and ${shown(perp.closed)} bought for ${shown(perp.closedCost)};`,
    `funding collected ${shown(state.collected)}${isAsked ? '' : ', as far as is known'}.`,
    ...restText(view.legs.map(({ held: rest, symbol }) => ({ rest, symbol }))),
  ].join(' ');
}

function restText(legs: readonly { readonly rest: number; readonly symbol: string }[]): string[] {
  return legs
    .filter(({ rest }) => rest > 0)
    .map(({ rest, symbol }) => `${shown(rest)} of ${symbol} is left: too little to be traded.`);
}
