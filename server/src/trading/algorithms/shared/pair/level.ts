import type { AlgorithmView, ChildGroup, ChildView, LegNumber } from '../../algorithm.ts';
import { shown } from '../figures.ts';
import { lookAgainMs, type Turn } from '../turn.ts';
import { hedgeNow, waitForOutcome, withdraw } from './hedging.ts';
import { type Difference, differenceOf, legOf, sizable, whyClosed } from './legs.ts';
import { isReturnable, type LegOrder, takingOn } from './orders.ts';
import { mayEqualiseAtMs } from './pace.ts';

/** State of making the legs of a pair equal. */
export interface LevelState {
  /** Time since which they differ by a quantity that can be ordered, on the algorithm's clock. */
  readonly sinceMs?: number | undefined;
  /** True for a difference without a time limit so far. */
  readonly isUnbounded?: boolean | undefined;
  /** Start of the time limit when it came later than the difference. */
  readonly boundedMs?: number | undefined;
  /** Time of the last placed order on each leg. */
  readonly triedAtMs: readonly [number, number];
  /** The leg that was last tried for this difference. */
  readonly lastTried?: LegNumber | undefined;
  /** The report that people got about this difference. */
  readonly told: 'nothing' | 'failing' | 'unwinding';
}

export const levelStart: LevelState = {
  triedAtMs: [-lookAgainMs, -lookAgainMs],
  told: 'nothing',
};

export interface LevelTerms {
  /** Undefined when hedges that may wait have no time limit. */
  readonly maxUnhedgedMs: number | undefined;
  /** The current clip. */
  readonly group: ChildGroup;
  /** True when the lagging leg takes at once; else after half of the time, if that is limited. */
  readonly takesAtOnce: boolean;
  /** True when nothing more is opened: a quantity too small to be hedged is closed, if possible. */
  readonly isFinal: boolean;
  /** Quantity that the leading leg may still open. What is held back for it is hedged with it. */
  readonly yetToCome: number;
}

export interface Levelled {
  readonly state: LevelState;
  /**
   * - level: the legs differ by nothing that could be ordered;
   * - early: they do, and the lagging leg may still be hedged without hurry;
   * - busy: they do, and everything that can be done about it now is done.
   */
  readonly outcome: 'level' | 'early' | 'busy';
  /** The end of an earlier difference in this step. */
  readonly ended?: 'hedged' | 'unwound' | undefined;
  /** Latest time of the next look. */
  readonly untilMs: number;
}

interface Scene {
  readonly turn: Turn;
  readonly terms: LevelTerms;
  readonly state: LevelState;
  readonly difference: Difference;
}

/**
 * Keeps the legs of a pair from differing for longer than allowed. First the lagging leg takes.
 * After half of the time without success, the leading leg is closed instead, whichever is possible:
 *
 *   level → (early →) taking → giving back → level
 *
 * No order is placed while the outcome of another is unknown.
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

/** True when a leg may lead again: at most once a second, so that its market can refill. */
export function mayLead({ triedAtMs }: LevelState, leg: LegNumber, nowMs: number): boolean {
  return nowMs >= triedAtMs[leg] + lookAgainMs;
}

interface Equalising {
  readonly leg: LegNumber;
  readonly group: ChildGroup;
}

/** True when a leg may get an order that makes both equal. */
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
  // Live orders use up the available quantity. That the difference can be ordered was known before.
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

/** Starts a time limit that comes later, with a cancel, at that moment. */
function boundedFrom(state: LevelState, { maxUnhedgedMs }: LevelTerms, nowMs: number): LevelState {
  if (maxUnhedgedMs === undefined) {
    return { ...state, isUnbounded: true, boundedMs: undefined };
  }
  return state.isUnbounded ? { ...state, isUnbounded: undefined, boundedMs: nowMs } : state;
}

/** True while the hedge may rest: there is time, and a part of it can be ordered. */
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

/** True once that part of the time has passed. Never true without a time limit. */
function hasGone(scene: Scene, part: number): boolean {
  const { maxUnhedgedMs } = scene.terms;
  if (maxUnhedgedMs === undefined) return false;
  return scene.turn.view.nowMs - countedMs(scene) >= maxUnhedgedMs * part;
}

/** Returns the next moment at which more may be done, or a second from now. */
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

/** Reports once per difference that an order of it failed, and what happens next. */
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
      : `; if that fails for ${shown(unwindMs / 1_000)} s, ${giving} is unwound.`;
  const failed = `Order ${number} on ${symbol}, which was to make the legs equal, ${why}.`;
  turn.act({ kind: 'note', text: `${failed} It is tried again${orElse}` });
  return { ...state, told: 'failing' };
}

/** Returns the newest order that should have hedged this difference, if it filled nothing. */
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

/** Returns the part of the time after which a failed order is reason to close the leading leg. */
function unwindPart({ takesAtOnce }: LevelTerms): number {
  return takesAtOnce ? 0.5 : 0.75;
}

/**
 * Returns the order that hedges the lagging leg; `held` when it is better to hedge it together with
 * the quantity to come.
 */
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

/**
 * Places whichever order is possible: the hedge first, and both in turn once the hedge has failed.
 */
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
      kind: 'place',
      ...hedge,
      timeInForce: 'IOC',
      purpose: 'hedge',
      group: terms.group,
      leg: behind,
    });
    return tried(state, behind, view.nowMs);
  }
  if (hedge || unwind) turn.keepReason();
  else if (mayUnwind && !isFree) waitForOutcome(turn, view.live);
  else waitForMarket(scene, mayUnwind);
  return state;
}

/** True when it is time to close the surplus of the leading leg. */
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
    const why = whyClosed(legOf(view, behind), 'its orders were not filled, or are too small.');
    const text = `${shown(quantity)} of ${legOf(view, ahead).symbol} is unwound. ${why}`;
    turn.act({ kind: 'note', text });
  }
  turn.act({
    kind: 'place',
    ...order,
    timeInForce: 'IOC',
    isClosing: true,
    purpose: 'unwind',
    group: terms.group,
    leg: ahead,
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
