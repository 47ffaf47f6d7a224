import { compareExact, exactly, multiplyExact } from '../../../kit/exact.ts';
import {
  type AlgorithmAction,
  type AlgorithmEvent,
  type AlgorithmView,
  defineAlgorithm,
  type Step,
} from '../algorithm.ts';
import { restOf, shown } from '../shared/figures.ts';
import { isOpen, type OpenAccount, whyNoneIsOpen } from '../shared/openAccounts.ts';
import { groupOf, standingOf, statusOf } from './levels.ts';
import type { LadderParams } from './params.ts';
import { isWrongWay, type LadderLevel, planLevels, priceAt, spanOf } from './plan.ts';

/** Accounts become usable again with time, and no event reports that. */
const lookMs = 5_000;
/** Shortest time between placements: venues count orders and cancels, and fills need time. */
const standMs = 1_000;
/** Covers the rounding of mids, so that a move of exactly the bound counts. */
const edgeSlackBps = 1e-9;

interface LadderState {
  /** Number of times that levels were placed. Each child belongs to one. */
  readonly generation: number;
  /**
   * True until all live orders are over; then the levels are placed anew. It also begins like this.
   */
  readonly isClearing: boolean;
  readonly levels: readonly LadderLevel[];
  /** Mid when levels were first placed; undefined before. */
  readonly initialMid?: number | undefined;
  /** Mid when they were last placed. */
  readonly placedMid?: number | undefined;
  readonly placedAtMs: number;
  /** Last reported reason for waiting, so that it is reported once. */
  readonly waitingFor?: string | undefined;
}

interface Scene {
  readonly state: LadderState;
  readonly event: AlgorithmEvent;
  readonly params: LadderParams;
  readonly view: AlgorithmView;
}

/**
 * Places limit orders at several prices (Orderbook §4.3). It always cancels first:
 *
 *   clearing → no order live → levels placed → kept (retried, resumed) → mid moved → clearing → …
 */
export const ladder = defineAlgorithm<LadderParams, LadderState>({
  type: 'ladder',
  initialState: () => ({ generation: 0, isClearing: true, levels: [], placedAtMs: 0 }),
  step(state, event, { params, view }) {
    const scene = { state, event, params, view };
    const step = endOf(scene) ?? (isClearing(scene) ? clear(scene) : keep(scene));
    return said(scene, step);
  },
  report: (state, _params, view) => ({
    levels: state.levels.map((level) => ({
      level_number: level.number,
      price: level.price,
      quantity: level.quantity,
      status: statusOf(level, groupOf(state.generation, level), view),
    })),
    total_filled: view.filled,
    active_orders: view.live.length,
    initial_mid_price: state.initialMid ?? view.arrivalPrice,
  }),
  plannedMs: () => undefined,
});

/** Reports each wait once, and watches the books while a condition depends on them. */
function said({ state, event, params }: Scene, step: Step<LadderState>): Step<LadderState> {
  const { cancelOnFillPct, cancelOnPriceMoveBps, repriceOnMoveBps } = params;
  const isConditional = [cancelOnFillPct, cancelOnPriceMoveBps, repriceOnMoveBps].some(
    (condition) => condition !== undefined,
  );
  const isPlacing = step.actions.some(({ kind }) => kind === 'place');
  const isNew = isPlacing || event.kind === 'resumed' || event.kind === 'recovered';
  const known = isNew ? undefined : state.waitingFor;
  const waits = step.actions.flatMap((action) => (action.kind === 'wait' ? action.reason : []));
  return {
    ...step,
    state: { ...step.state, waitingFor: waits.at(-1) ?? known },
    actions: step.actions.filter((action) => action.kind !== 'wait' || action.reason !== known),
    watchesBooks: isConditional || step.watchesBooks === true,
  };
}

function endOf({ state, params, view }: Scene): Step<LadderState> | undefined {
  const { filled, quantity, remaining, mid, live } = view;
  if (remaining <= 0) return ended(state, 'COMPLETED');
  const rest = shown(remaining);
  if (live.length === 0 && view.isDust(remaining)) {
    const reason = `The remaining ${rest} is less than any account could trade.`;
    return ended(state, 'COMPLETED', reason);
  }
  const { cancelOnFillPct, cancelOnPriceMoveBps } = params;
  if (cancelOnFillPct !== undefined && isFilled(cancelOnFillPct, filled, quantity)) {
    const progress = `${shown(filled)} of ${shown(quantity)} is filled`;
    const reason = `${progress}, ${cancelOnFillPct} % or more.`;
    return ended(state, 'COMPLETED', reason);
  }
  if (cancelOnPriceMoveBps !== undefined && hasMoved(mid, state.initialMid, cancelOnPriceMoveBps)) {
    const moved = `The mid moved from ${shown(state.initialMid ?? 0)} to ${shown(mid ?? 0)}`;
    const reason = `${moved}, ${cancelOnPriceMoveBps} bps or more.`;
    return ended(state, 'CANCELLED', reason);
  }
  return undefined;
}

type EndStatus = Extract<AlgorithmAction, { kind: 'end' }>['status'];

function ended(state: LadderState, status: EndStatus, reason?: string): Step<LadderState> {
  return { state, actions: [{ kind: 'end', status, reason }] };
}

function isFilled(pct: number, filled: number, quantity: number): boolean {
  const reached = multiplyExact(exactly(filled), exactly(100));
  return compareExact(reached, multiplyExact(exactly(pct), exactly(quantity))) >= 0;
}

function hasMoved(mid: number | undefined, from: number | undefined, bps: number): boolean {
  if (mid === undefined || from === undefined) return false;
  return (Math.abs(mid - from) / from) * 10_000 >= bps - edgeSlackBps;
}

function isClearing({ state, params, view }: Scene): boolean {
  const { repriceOnMoveBps } = params;
  if (state.isClearing || repriceOnMoveBps === undefined) return state.isClearing;
  if (view.nowMs < state.placedAtMs + standMs) return false;
  return hasMoved(view.mid, state.placedMid, repriceOnMoveBps);
}

function clear(scene: Scene): Step<LadderState> {
  const { view } = scene;
  const state = { ...scene.state, isClearing: true };
  if (view.live.length === 0) return placeAnew({ ...scene, state });
  const cancels = view.live
    .filter(({ isCancelling }) => !isCancelling)
    .map(({ number }) => ({ kind: 'cancel', number }) as const);
  const reason = 'Waiting for the cancelled levels to be over, to place what remains anew.';
  return { state, actions: [...cancels, { kind: 'wait', reason }] };
}

function placeAnew({ state, params, view }: Scene): Step<LadderState> {
  const accounts = view.accounts.filter(isOpen);
  const { mid, nowMs } = view;
  if (accounts.length === 0 || mid === undefined) return look(state, view, whyNoneIsOpen(view));
  const initialMid = state.initialMid ?? mid;
  const span = spanOf(params, { mid, initialMid });
  if (isWrongWay(span, view.side)) {
    const place = `${view.side === 'buy' ? 'above' : 'below'} the start ${shown(span.start)}`;
    return ended(state, 'FAILED', `end_price ${shown(span.end ?? 0)} is ${place}.`);
  }
  const levels = planLevels(params, view, { span, accounts });
  const small = `The remaining ${shown(view.remaining)} is too little for a level`;
  if (levels.length === 0) {
    const isAll = accounts.length === view.accounts.length;
    return isAll
      ? short(state, view, `${small}.`)
      : look(state, view, `${small} of any open account.`);
  }
  const generation = state.generation + 1;
  const placed: LadderState = {
    generation,
    isClearing: false,
    levels,
    initialMid,
    placedMid: mid,
    placedAtMs: nowMs,
  };
  const actions = levels.map((level) => orderOf(level, generation, level.quantity));
  return { state: placed, actions, wakeAtMs: nowMs + lookMs };
}

/** Waits: nothing can be placed now, but the books or time may change that. */
function look(state: LadderState, { nowMs }: AlgorithmView, reason: string): Step<LadderState> {
  const actions = [{ kind: 'wait', reason } as const];
  return { state, actions, wakeAtMs: nowMs + lookMs, watchesBooks: true };
}

/** Ends with less than the whole quantity. */
function short(state: LadderState, view: AlgorithmView, why: string): Step<LadderState> {
  const { filled, quantity } = view;
  if (filled <= 0) return ended(state, 'FAILED', why);
  return ended(state, 'COMPLETED', `${shown(filled)} of ${shown(quantity)} is filled. ${why}`);
}

function orderOf(level: LadderLevel, generation: number, quantity: number): AlgorithmAction {
  const { accountId, price } = level;
  return {
    kind: 'place',
    accountId,
    quantity,
    price,
    timeInForce: 'GTC',
    purpose: 'level',
    group: groupOf(generation, level),
  };
}

/** Result of one level in this step. */
interface Kept {
  readonly level: LadderLevel;
  /** Quantity of the order that is placed for it. */
  readonly size?: number;
  readonly isLive?: boolean;
  /** Time at which it is looked at again. */
  readonly atMs?: number;
  readonly reason?: string | undefined;
  readonly isBookless?: boolean;
  readonly failure?: string;
  /** True when its rest is too small to order alone. */
  readonly isScrap?: boolean;
}

/** Places refused and pause-cancelled orders again, and ends when nothing is left to do. */
function keep(scene: Scene): Step<LadderState> {
  const { state, params, view } = scene;
  const kept: Kept[] = [];
  let left = view.free;
  for (const level of state.levels) {
    const one = keepLevel(scene, level, left);
    left = restOf(left, one.size ?? 0);
    kept.push(one);
  }
  const orders = kept.flatMap(({ level, size }) =>
    size === undefined ? [] : orderOf(level, state.generation, size),
  );
  const isBusy = orders.length > 0 || kept.some(({ isLive, atMs }) => isLive || atMs !== undefined);
  if (!isBusy) return finish(scene, kept);
  const reason = kept.flatMap((each) => each.reason ?? [])[0];
  const stands = params.repriceOnMoveBps !== undefined ? state.placedAtMs + standMs : 0;
  const times = kept.flatMap(({ atMs }) => atMs ?? []);
  if (orders.length > 0) times.push(view.nowMs + lookMs);
  if (stands > view.nowMs) times.push(stands);
  return {
    state: { ...state, levels: kept.map(({ level }) => level) },
    actions: reason === undefined ? orders : [...orders, { kind: 'wait', reason }],
    wakeAtMs: times.length > 0 ? Math.min(...times) : undefined,
    watchesBooks: kept.some(({ isBookless }) => isBookless),
  };
}

function keepLevel({ state, event, view }: Scene, level: LadderLevel, left: number): Kept {
  const children = view.childrenOf(groupOf(state.generation, level));
  const standing = standingOf(level, children, event.kind === 'resumed');
  if (standing.kind === 'live') return { level, isLive: true };
  if (standing.kind === 'filled') return { level };
  if (standing.kind === 'failed') return { level, failure: standing.why };
  const { rest, atMs, why } = standing;
  if (atMs > view.nowMs) return { level, atMs, reason: `${why} It is tried again.` };
  const account = accountFor(level, view);
  const price = account && priceAt(level.target, account.rules, view.side);
  if (!account || price === undefined) {
    const barred = view.accounts.find(({ id }) => id === level.accountId)?.barred;
    const reason = barred ?? `The account ${level.accountId} has no usable book.`;
    return { level, atMs: view.nowMs + lookMs, reason, isBookless: true };
  }
  const size = view.sizeOf(account.id, Math.min(rest, left), price);
  if (size <= 0) return { level, isScrap: true };
  return { level: { ...level, accountId: account.id, price }, size };
}

/**
 * Returns the level's own account, or the next open one if the own one is barred. A missing book
 * alone is no reason to change.
 */
function accountFor(level: LadderLevel, { accounts }: AlgorithmView): OpenAccount | undefined {
  const at = accounts.findIndex(({ id }) => id === level.accountId);
  const own = accounts[at];
  if (own?.barred === undefined) return own && isOpen(own) ? own : undefined;
  return [...accounts.slice(at + 1), ...accounts.slice(0, at)].find(isOpen);
}

/** Ends, or places anew because scraps of several levels may make one order together. */
function finish(scene: Scene, kept: readonly Kept[]): Step<LadderState> {
  const { state, view } = scene;
  const failures = kept.flatMap(({ failure }) => failure ?? []);
  if (failures.length === 0) return placeAnew({ ...scene, state: { ...state, isClearing: true } });
  return short(state, view, failures.join(' '));
}
