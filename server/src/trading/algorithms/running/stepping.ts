import { unreachable } from '../../../kit/assert.ts';
import { exactly, formatExact } from '../../../kit/exact.ts';
import type { AccountId } from '../../model/account.ts';
import type { Side } from '../../model/order.ts';
import type {
  AccountView,
  AlgorithmAction,
  AlgorithmEvent,
  AlgorithmView,
  AnyAlgorithm,
  SizedOrder,
  Step,
} from '../algorithm.ts';
import { legOf, pairOf, sideOf } from '../legs.ts';
import { shown } from '../shared/figures.ts';
import { whyBarred } from '../shared/openAccounts.ts';
import type { AlgorithmStatus, ChildRecord, RunState } from '../types.ts';
import { nameOf } from './children.ts';
import type { Draft } from './draft.ts';
import { onTick, withinLimit } from './guards.ts';
import { isEnded, type LifecycleEvent, nextStatus } from './lifecycle.ts';
import { hasPostOnly, restingPrice } from './resting.ts';
import { createView, reportView, type ViewDeps } from './view.ts';

/** An action to carry out once a step is durable. */
export type Act =
  | Extract<AlgorithmAction, { kind: 'poll' }>
  | {
      readonly kind: 'submit';
      readonly number: number;
      /** True for a plain limit order that should rest: it is not sent if it would take. */
      readonly mustRest: boolean;
    }
  | (Extract<AlgorithmAction, { kind: 'route' }> & {
      /** Accounts that take orders now. */
      readonly accountIds: readonly AccountId[];
    });

export interface Stepping {
  readonly algorithm: AnyAlgorithm;
  readonly view: ViewDeps;
  /** On the algorithm's clock. */
  readonly nowMs: number;
}

/** Results of one step. The time of the next wake-up need not outlive the process. */
export interface Stepped extends Pick<Step<unknown>, 'wakeAtMs'> {
  readonly acts: readonly Act[];
  readonly watchesBooks: boolean;
}

/** True when the algorithm may act: it runs, and has no end that only waits for its children. */
export function isActive(draft: Draft): boolean {
  const { status, run } = draft.record();
  return status === 'RUNNING' && run.ending === undefined;
}

/** True when it is stepped. A pair is also stepped while it is paused or being cancelled. */
export function mayStep(draft: Draft): boolean {
  if (isActive(draft)) return true;
  const record = draft.record();
  const { status, run } = record;
  const isHeld = status === 'PAUSED' || status === 'CANCELLING';
  return isHeld && !run.isHalted && run.ending === undefined && pairOf(record) !== undefined;
}

/** Steps the algorithm with one event, and takes over its actions. */
export function stepOnce(draft: Draft, event: AlgorithmEvent, stepping: Stepping): Stepped {
  if (!mayStep(draft)) return { acts: [], wakeAtMs: undefined, watchesBooks: false };
  const { algorithm, nowMs } = stepping;
  const { params, state } = draft.record();
  const view = createView(draft, nowMs, stepping.view);
  const step = algorithm.step(state, event, { params, view });
  if (!isSame(step.state, state)) draft.change({ state: step.state });
  const { actions, wakeAtMs, watchesBooks = false } = step;
  const acts = actions.flatMap((action) => take(draft, action, stepping) ?? []);
  return { acts, wakeAtMs, watchesBooks };
}

function take(draft: Draft, action: AlgorithmAction, stepping: Stepping): Act | undefined {
  switch (action.kind) {
    case 'place':
      return place(draft, action, stepping);
    case 'cancel':
      askCancel(draft, action.number);
      return undefined;
    case 'route': {
      const { accounts } = createView(draft, stepping.nowMs, stepping.view);
      const { leaveOut = [] } = action;
      const open = accounts.filter(
        ({ id, barred }) => barred === undefined && !leaveOut.includes(id),
      );
      return { ...action, accountIds: open.map((account) => account.id) };
    }
    case 'poll':
      return action;
    case 'note':
      draft.tell('note', action.text);
      return undefined;
    case 'wait':
      wait(draft, action.reason);
      return undefined;
    case 'end': {
      const { status, reason } = action;
      draft.changeRun({ ending: { status, reason } });
      return undefined;
    }
    default:
      return unreachable(action);
  }
}

/**
 * Makes a child from the algorithm's order. The child is within the limit price and the total, on
 * the steps of its market, and above its minimums, or there is none.
 */
function place(
  draft: Draft,
  action: Extract<AlgorithmAction, { kind: 'place' }>,
  { view: deps, nowMs }: Stepping,
): Act | undefined {
  const record = draft.record();
  const { id, run } = record;
  const { leg = 0, isClosing = false } = action;
  const side = sideOf(record, { leg, isClosing });
  const limitPrice = leg === 0 && !isClosing ? record.limitPrice : undefined;
  // Children of the same step count: each takes from what the earlier ones left.
  const view = createView(draft, nowMs, deps);
  const { accounts } = view.legs[leg] ?? view;
  const account = accounts.find((each) => each.id === action.accountId);
  const { symbol } = legOf(record, leg);
  const mustRest =
    action.timeInForce === 'POST_ONLY' &&
    account !== undefined &&
    !hasPostOnly(account.venue, symbol);
  const held = withinLimit(side, action.price, limitPrice);
  const price = account && priceAt(account, { side, price: held, mustRest });
  const quantity = price === undefined ? 0 : sizeAt(view, { ...action, leg, isClosing, price });
  const barred = account && whyBarred(account, isClosing);
  if (!mayStep(draft) || barred !== undefined || !price || quantity <= 0) {
    wait(draft, whyDropped(action, barred));
    return undefined;
  }
  const number = run.nextChild;
  const child: ChildRecord = {
    number,
    group: action.group,
    purpose: action.purpose,
    leg,
    isClosing,
    accountId: action.accountId,
    clientOrderId: `${id}.${number}`,
    quantity: formatExact(exactly(quantity)),
    price,
    timeInForce: mustRest ? 'GTC' : action.timeInForce,
    stage: 'intended',
    isCancelling: false,
    orderId: undefined,
    orderStatus: undefined,
    filled: '0',
    cost: '0',
    fee: '0',
    feeAsset: undefined,
    feeQuote: '0',
    refusedCode: undefined,
    reason: undefined,
    placedAtMs: nowMs,
    createdAtMs: draft.atMs,
    updatedAtMs: draft.atMs,
  };
  draft.put(child);
  draft.changeRun({ nextChild: number + 1, waitingFor: undefined });
  draft.tell('child_placed', placedText(child, side));
  return { kind: 'submit', number, mustRest };
}

interface Priced {
  readonly side: Side;
  readonly price: number;
  readonly mustRest: boolean;
}

/** Returns the price on the tick. A plain limit order that should rest must not cross the book. */
function priceAt(
  { rules, book }: AccountView,
  { side, price: wished, mustRest }: Priced,
): number | undefined {
  const price = rules && onTick(side, wished, rules);
  if (!rules || price === undefined || !mustRest) return price;
  return book && restingPrice(side, price, { book, rules });
}

type Sized = SizedOrder & Pick<ChildRecord, 'leg'>;

function sizeAt(view: AlgorithmView, order: Sized): number {
  const leg = view.legs[order.leg];
  return leg ? leg.sizeOf(order) : view.sizeOf(order.accountId, order.quantity, order.price);
}

function whyDropped(
  { quantity, accountId }: Extract<AlgorithmAction, { kind: 'place' }>,
  barred: string | undefined,
): string {
  const why = barred ?? 'it is below the minimum, or more than is left';
  return `An order of ${quantity} at ${accountId} is not placed now: ${why}`;
}

function placedText(child: ChildRecord, side: Side): string {
  const { quantity, price, timeInForce } = child;
  const verb = side === 'buy' ? 'buys' : 'sells';
  return `${nameOf(child)} ${verb} ${quantity} at ${price} (${timeInForce}).`;
}

/** Reports why nothing is being done, once. */
function wait(draft: Draft, reason: string): void {
  if (draft.record().run.waitingFor === reason) return;
  draft.changeRun({ waitingFor: reason });
  draft.tell('waiting', reason);
}

export function askCancel(draft: Draft, number: number): void {
  const child = draft.child(number);
  if (!child || child.stage === 'over' || child.isCancelling) return;
  draft.put({ ...child, isCancelling: true, updatedAtMs: draft.atMs });
}

/** Cancels the orders of a paused or ending algorithm, except those that make legs equal. */
export function withdraw(draft: Draft): void {
  if (!mayStep(draft)) withdrawAll(draft);
}

export function withdrawAll(draft: Draft): void {
  for (const { number } of draft.live()) askCancel(draft, number);
}

const endings = {
  COMPLETED: 'completed',
  CANCELLED: 'withdrawn',
  FAILED: 'failed',
} as const satisfies Record<string, LifecycleEvent>;

/** Ends an algorithm that wants to end, once none of its children is live. */
export function endWhenOver(draft: Draft, stepping: Stepping): void {
  const { status, run, reason } = draft.record();
  if (draft.live().length > 0) return;
  if (status === 'CANCELLING') settle(draft, reason);
  if (status !== 'RUNNING' || !run.ending) return;
  const view = createView(draft, stepping.nowMs, stepping.view);
  const isDust =
    run.ending.status === 'COMPLETED' && view.remaining > 0 && view.isDust(view.remaining);
  draft.changeRun({ isDust });
  if (pairOf(draft.record())) {
    // A pair's own reason tells the result of its legs.
    end(draft, endings[run.ending.status], run.ending.reason);
    return;
  }
  const refusal = view.remaining > 0 && !isDust ? reason : undefined;
  const hasNothing = run.ending.status === 'COMPLETED' && view.filled <= 0;
  const ending = hasNothing && refusal !== undefined ? 'FAILED' : run.ending.status;
  const dust = dustText(view);
  // Dust is no shortfall, but a large amount of it is reported all the same.
  const told = isDust ? dust : [run.ending.reason, refusal].filter((each) => each !== undefined);
  end(draft, endings[ending], told.length > 0 ? told.join(' ') : undefined);
}

/** Share of the quantity. Dust above it is reported in words. */
const dustShare = 0.05;

function dustText({ filled, quantity, remaining }: AlgorithmView): readonly string[] {
  if (remaining <= quantity * dustShare) return [];
  const rest = `the rest, ${shown(remaining)}, is below the minimum of every account.`;
  return [`${shown(filled)} of ${shown(quantity)} was filled: ${rest}`];
}

/** Ends a cancelled algorithm. A pair itself says when its legs are in their final state. */
function settle(draft: Draft, reason: string | undefined): void {
  const { run } = draft.record();
  if (!pairOf(draft.record())) end(draft, 'settled', reason);
  else if (run.ending) end(draft, 'settled', run.ending.reason ?? reason);
}

function end(draft: Draft, event: LifecycleEvent, reason: string | undefined): void {
  const status = nextStatus(draft.record().status, event);
  if (status === undefined) return;
  draft.changeRun({ waitingFor: undefined });
  draft.change({ status, reason, endedAtMs: draft.atMs });
  const { filled } = draft.record().run;
  const why = reason === undefined ? '' : ` ${reason}`;
  draft.tell('ended', `${status} with ${filled} of ${draft.record().quantity} filled.${why}`);
}

/** Returns the status that a caller asks for, or why it cannot be had. */
export function statusAfter(draft: Draft, verb: 'pause' | 'resume' | 'cancel'): StatusChange {
  const { status, run } = draft.record();
  if (run.ending && verb !== 'cancel') return { refusal: 'is ending' };
  const next = nextStatus(status, verb);
  if (next === undefined) return { refusal: isEnded(status) ? 'has ended' : `is ${status}` };
  return { next };
}

export type StatusChange =
  | { readonly next: AlgorithmStatus }
  /** In words that follow the algorithm's id. */
  | { readonly refusal: string };

/** Stores the clock, the sampled mids and the report as of the time when a step is written. */
export function stamp(
  draft: Draft,
  stepping: Stepping,
  { seen, faulted }: { readonly seen: SeenMids; readonly faulted: (error: unknown) => void },
): void {
  draft.changeRun({ ...seen, elapsedMs: stepping.nowMs, savedAtMs: draft.atMs });
  draft.change({ updatedAtMs: draft.atMs });
  try {
    draft.changeRun({ reported: report(draft, stepping.algorithm) });
  } catch (error) {
    // The shown report stays as it was: no order waits for it.
    faulted(error);
  }
}

export type SeenMids = Pick<RunState, 'midTimeMs' | 'midSum' | 'lastMid'>;

function report(draft: Draft, algorithm: AnyAlgorithm): RunState['reported'] {
  const { state, params } = draft.record();
  return algorithm.report(state, params, reportView(draft));
}

/**
 * True when two states are equal. States are JSON that definitions make anew each time. Most steps
 * leave them unchanged, with identical parts. An undefined field counts as missing, as in JSON.
 */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!isPart(a) || !isPart(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  for (const name of names) if (!isSame(a[name], b[name])) return false;
  return true;
}

function isPart(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
