import type { AlgorithmView, ChildGroup, ChildView, LegNumber } from '../algorithm.ts';
import { shown } from '../figures.ts';
import { lookAgainMs, type Turn } from '../turn.ts';
import { hedgeNow, waitForOutcome, withdraw } from './hedging.ts';
import { type Difference, differenceOf, legOf, sizable, whyClosed } from './legs.ts';
import { isReturnable, type LegOrder, takingOn } from './orders.ts';
import { mayEqualiseAtMs } from './pace.ts';

/** What is kept of making the legs of a pair equal. */
export interface LevelState {
  /** On the algorithm's clock: since when they differ by what can be ordered. */
  readonly sinceMs?: number | undefined;
  /** True of a difference that has had no bound of time so far. */
  readonly isUnbounded?: boolean | undefined;
  /** From when the bound counts, where it came later than the difference. */
  readonly boundedMs?: number | undefined;
  /** When something was last placed on each leg. */
  readonly triedAtMs: readonly [number, number];
  /** Of this difference, the leg that was tried last. */
  readonly lastTried?: LegNumber | undefined;
  /** What people were told of this difference. */
  readonly told: 'nothing' | 'failing' | 'unwinding';
}

export const levelStart: LevelState = {
  triedAtMs: [-lookAgainMs, -lookAgainMs],
  told: 'nothing',
};

export interface LevelTerms {
  /** Undefined: what may be hedged at leisure may take as long as it takes. */
  readonly maxUnhedgedMs: number | undefined;
  /** The clip that is under way. */
  readonly group: ChildGroup;
  /** True: the leg behind is taken at once; else from half of the time on, if that is bounded. */
  readonly takesAtOnce: boolean;
  /** Nothing is opened any more: what is too little to be hedged is given back, if it can be. */
  readonly isFinal: boolean;
  /** What the leg that is ahead may still open: what is held back for it is hedged with it. */
  readonly yetToCome: number;
}

export interface Levelled {
  readonly state: LevelState;
  /**
   * - level: the legs differ by nothing that could be ordered;
   * - early: they do, and what is behind may still be made good at leisure;
   * - busy: they do, and everything that can be done about it now is done.
   */
  readonly outcome: 'level' | 'early' | 'busy';
  /** How a difference of before came to its end in this step. */
  readonly ended?: 'hedged' | 'unwound' | undefined;
  /** When it is looked at again at the latest. */
  readonly untilMs: number;
}

interface Scene {
  readonly turn: Turn;
  readonly terms: LevelTerms;
  readonly state: LevelState;
  readonly difference: Difference;
}

/**
 * Keeps the legs of a pair from being apart for longer than they may. What is behind is taken;
 * once half of the time has gone in vain, what is ahead is given back, whichever can be done:
 *
 *   level → (early →) taking → giving back → level
 *
 * An order whose outcome is not known is never acted around.
 */
export function makeLevel(turn: Turn, before: LevelState, terms: LevelTerms): Levelled {
  const { nowMs, legs } = turn.view;
  const difference = differenceOf(legs);
  const { sinceMs } = before;
  if (!isApart(turn.view, difference, { terms, sinceMs })) return settled(turn, before);
  const since = { ...before, sinceMs: sinceMs ?? nowMs };
  const scene = { turn, terms, difference, state: boundedFrom(since, terms, nowMs) };
  const untilMs = nextTime(scene);
  if (!terms.takesAtOnce && mayWait(scene)) {
    return { state: scene.state, outcome: 'early', untilMs };
  }
  return { state: act(scene), outcome: 'busy', untilMs };
}

/** Whether a leg may lead again: once a second at most, so that its market fills up meanwhile. */
export function mayLead({ triedAtMs }: LevelState, leg: LegNumber, nowMs: number): boolean {
  return nowMs >= triedAtMs[leg] + lookAgainMs;
}

interface Equalising {
  readonly leg: LegNumber;
  readonly group: ChildGroup;
}

/** Whether a leg may be given an order that makes both equal. */
export function mayEqualise(
  view: AlgorithmView,
  { triedAtMs }: LevelState,
  { leg, group }: Equalising,
): boolean {
  return view.nowMs >= mayEqualiseAtMs(view, { leg, group, triedAtMs: triedAtMs[leg] });
}

export function tried(state: LevelState, leg: LegNumber, nowMs: number): LevelState {
  const [first, second] = state.triedAtMs;
  return { ...state, triedAtMs: leg === 0 ? [nowMs, second] : [first, nowMs], lastTried: leg };
}

function isApart(
  view: AlgorithmView,
  { ahead, behind, quantity }: Difference,
  { terms, sinceMs }: { readonly terms: LevelTerms; readonly sinceMs: number | undefined },
): boolean {
  if (quantity <= 0) return false;
  if (sizable(view, behind, { quantity, isClosing: false }) > 0) return true;
  // Live orders take the room of others: that these can be ordered was known before.
  const isBeingMadeGood = view.live.some(({ leg, isClosing }) => leg === behind || isClosing);
  if (sinceMs !== undefined && isBeingMadeGood) return true;
  const isListed = legOf(view, behind).accounts.some(({ rules }) => rules !== undefined);
  if (isListed && !terms.isFinal) return false;
  return isReturnable(view, { leg: ahead, quantity, group: terms.group });
}

function settled(turn: Turn, { told, sinceMs, triedAtMs }: LevelState): Levelled {
  const { nowMs } = turn.view;
  if (told !== 'nothing' && sinceMs !== undefined) {
    const seconds = shown((nowMs - sinceMs) / 1_000);
    turn.act({ kind: 'note', text: `The legs are level again after ${seconds} s.` });
  }
  const ended = told === 'unwinding' ? 'unwound' : 'hedged';
  return {
    state: { triedAtMs, told: 'nothing' },
    outcome: 'level',
    ended: sinceMs === undefined ? undefined : ended,
    untilMs: nowMs + lookAgainMs,
  };
}

/** A bound that comes later, with a cancel, counts from then on. */
function boundedFrom(state: LevelState, { maxUnhedgedMs }: LevelTerms, nowMs: number): LevelState {
  if (maxUnhedgedMs === undefined) {
    return { ...state, isUnbounded: true, boundedMs: undefined };
  }
  return state.isUnbounded ? { ...state, isUnbounded: undefined, boundedMs: nowMs } : state;
}

/** True while what is behind may rest: there is time, and something of it can be ordered. */
function mayWait(scene: Scene): boolean {
  const { turn, terms, difference } = scene;
  const { view } = turn;
  if (view.live.some(({ isClosing }) => isClosing)) return false;
  if (terms.maxUnhedgedMs !== undefined) return !hasGone(scene, 0.5);
  const { behind, quantity } = difference;
  const isResting = legOf(view, behind).live.length > 0;
  return isResting || sizable(view, behind, { quantity, isClosing: false }) > 0;
}

function countedMs({ turn, state }: Scene): number {
  return state.boundedMs ?? state.sinceMs ?? turn.view.nowMs;
}

/** True once that part of the time has gone; never where it is not bounded. */
function hasGone(scene: Scene, part: number): boolean {
  const { maxUnhedgedMs } = scene.terms;
  if (maxUnhedgedMs === undefined) return false;
  return scene.turn.view.nowMs - countedMs(scene) >= maxUnhedgedMs * part;
}

/** The next moment at which more may be done than before; else a second from now. */
function nextTime(scene: Scene): number {
  const { nowMs } = scene.turn.view;
  const { maxUnhedgedMs } = scene.terms;
  const parts = maxUnhedgedMs === undefined ? [] : [maxUnhedgedMs * 0.5, maxUnhedgedMs * 0.75];
  const times = parts.map((ms) => Math.ceil(countedMs(scene) + ms));
  return Math.min(nowMs + lookAgainMs, ...times.filter((time) => time > nowMs));
}

function act(scene: Scene): LevelState {
  const { turn, difference } = scene;
  const { view } = turn;
  const { ahead, behind } = difference;
  const state = toldFailing(scene);
  withdraw(turn, legOf(view, behind).live);
  const isLate = hasGone(scene, 0.5);
  if (isLate || state.told !== 'nothing') withdraw(turn, legOf(view, ahead).live);
  const pending = view.live.filter(({ leg, isClosing }) => leg === behind || isClosing);
  if (pending.length > 0) {
    waitForOutcome(turn, pending);
    return state;
  }
  const hedge = hedgeOf(scene, isLate);
  if (hedge === 'held') return state;
  return place({ ...scene, state }, hedge);
}

/** Says once of a difference that an order of it came to nothing, and what is done then. */
function toldFailing(scene: Scene): LevelState {
  const { turn, terms, state, difference } = scene;
  const last = failedHedge(scene);
  if (!last || state.told !== 'nothing') return state;
  const { refusedCode, number } = last;
  const why = refusedCode === undefined ? 'found nothing to take' : `was refused (${refusedCode})`;
  const { symbol } = legOf(turn.view, difference.behind);
  const giving = legOf(turn.view, difference.ahead).symbol;
  const unwindMs = (terms.maxUnhedgedMs ?? 0) * unwindPart(terms);
  const orElse =
    terms.maxUnhedgedMs === undefined
      ? '.'
      : `; if that fails for ${shown(unwindMs / 1_000)} s, ${giving} is given back.`;
  const failed = `Order ${number} on ${symbol}, which was to make the legs equal, ${why}.`;
  turn.act({ kind: 'note', text: `${failed} It is tried again${orElse}` });
  return { ...state, told: 'failing' };
}

/** The newest order that was to make this difference good, when it came to nothing. */
function failedHedge({ turn, terms, state, difference }: Scene): ChildView | undefined {
  const last = turn.view
    .childrenOf(terms.group)
    .filter(({ leg, purpose, timeInForce }) => {
      return leg === difference.behind && purpose === 'hedge' && timeInForce === 'IOC';
    })
    .at(-1);
  if (!last?.isOver || last.filled > 0 || last.placedAtMs < (state.sinceMs ?? 0)) return undefined;
  return last;
}

/** Returns the part of the time after which a vain order is reason enough to give back. */
function unwindPart({ takesAtOnce }: LevelTerms): number {
  return takesAtOnce ? 0.5 : 0.75;
}

/** What would make good what is behind; `held` when it is better done with what is to come. */
function hedgeOf({ turn, terms, difference }: Scene, isLate: boolean) {
  const { view } = turn;
  const { behind, ahead } = difference;
  const take = { leg: behind, isClosing: false, group: terms.group } as const;
  const whole = takingOn(view, { ...take, quantity: difference.quantity });
  if (!whole || isLate || terms.yetToCome <= 0) return whole;
  const { accountId } = whole;
  const quantity = hedgeNow(view, { difference, accountId, yetToCome: terms.yetToCome });
  if (quantity > 0) return takingOn(view, { ...take, quantity });
  if (legOf(view, ahead).live.length === 0) return whole;
  turn.wait('The hedge waits for the rest of the leading order, which is too small for its own.');
  return 'held';
}

/** Does whichever can be done: what is behind first, both in turn once that has failed. */
function place(scene: Scene, hedge: LegOrder | undefined): LevelState {
  const { turn, state, terms, difference } = scene;
  const { view } = turn;
  const { ahead, behind, quantity } = difference;
  const closing = { leg: ahead, quantity, isClosing: true, group: terms.group } as const;
  const mayUnwind = isUnwinding(scene, hedge);
  if (mayUnwind) withdraw(turn, legOf(view, ahead).live);
  const isFree = view.live.length === 0;
  const unwind = mayUnwind && isFree ? takingOn(view, closing) : undefined;
  const { group } = terms;
  const isHedgeDue = hedge !== undefined && mayEqualise(view, state, { leg: behind, group });
  const isUnwindDue = unwind !== undefined && mayEqualise(view, state, { leg: ahead, group });
  if (isUnwindDue && !(isHedgeDue && state.lastTried !== behind)) {
    return unwound({ ...scene, state }, unwind);
  }
  if (isHedgeDue) {
    turn.act({
      ...{ kind: 'place', ...hedge, timeInForce: 'IOC' },
      ...{ purpose: 'hedge', group: terms.group, leg: behind },
    });
    return tried(state, behind, view.nowMs);
  }
  if (hedge || unwind) turn.hush();
  else if (mayUnwind && !isFree) waitForOutcome(turn, view.live);
  else waitForMarket(scene, mayUnwind);
  return state;
}

/** Whether the time has come to give back what is ahead. */
function isUnwinding(scene: Scene, hedge: LegOrder | undefined): boolean {
  const { turn, terms, difference } = scene;
  const { quantity, behind } = difference;
  const isTooSmall = sizable(turn.view, behind, { quantity, isClosing: false }) <= 0;
  if (isTooSmall && terms.isFinal) return true;
  if (hasGone(scene, 0.75)) return true;
  const hasFailed = hedge === undefined || failedHedge(scene) !== undefined;
  return hasFailed && hasGone(scene, unwindPart(terms));
}

function unwound({ turn, state, terms, difference }: Scene, order: LegOrder): LevelState {
  const { view } = turn;
  const { ahead, behind, quantity } = difference;
  if (state.told !== 'unwinding') {
    const why = whyClosed(legOf(view, behind), 'its orders came to nothing, or are too small.');
    const text = `${shown(quantity)} of ${legOf(view, ahead).symbol} is given back. ${why}`;
    turn.act({ kind: 'note', text });
  }
  turn.act({
    ...{ kind: 'place', ...order, timeInForce: 'IOC', isClosing: true },
    ...{ purpose: 'unwind', group: terms.group, leg: ahead },
  });
  return { ...tried(state, ahead, view.nowMs), told: 'unwinding' };
}

function waitForMarket({ turn, difference }: Scene, mayUnwind: boolean): void {
  const { view } = turn;
  const { ahead, behind, quantity } = difference;
  const apart = `The legs differ by ${shown(quantity)}.`;
  const unreached = 'no price within reach.';
  const why = whyClosed(legOf(view, behind), unreached);
  const other = mayUnwind ? ` ${whyClosed(legOf(view, ahead), unreached, true)}` : '';
  turn.wait(`${apart} ${why}${other}`, true);
}
