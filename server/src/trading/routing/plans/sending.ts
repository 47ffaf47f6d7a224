import { abortable } from '../../../kit/abortable.ts';
import type { Clock } from '../../../kit/clock.ts';
import { AppError } from '../../../kit/errors.ts';
import { compareExact, exactly } from '../../../kit/exact.ts';
import { isOver, retryUntilStored } from '../../execution/index.ts';
import type { Execution, OrderDraft, OrderStore, StoredOrder } from '../../execution/types.ts';
import { marketTypeOf } from '../../model/order.ts';
import { paidFeeBps } from './figures.ts';
import type { PlanJournal } from './journal.ts';
import type { OrderWatch, OrderWatchObserver } from './orderWatch.ts';
import {
  closeSlice,
  dropSlice,
  growSlice,
  isPlanOver,
  isSliceOver,
  refuseSlice,
  takeSlice,
  withSlice,
} from './transitions.ts';
import type { Plan, PlanSlice } from './types.ts';

export interface SendingDeps {
  readonly execution: Pick<Execution, 'submit'>;
  readonly orders: Pick<OrderStore, 'find'>;
  readonly watch: Pick<OrderWatch, 'listen'>;
  readonly clock: Clock;
  /** Aborts when the service is left: sending goes on, waiting does not. */
  readonly leaving: AbortSignal;
  readonly observe: OrderWatchObserver;
}

/** Codes of our own checks that would give the same result for the account a moment later. */
const barringCodes: readonly string[] = [
  'ACCOUNT_HALTED',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_MARGIN',
] satisfies readonly AppError['code'][];

/** Codes that say nothing about the order: it could not be sent, whoever asked for it. */
const stoppingCodes: readonly string[] = [
  'STORE_UNAVAILABLE',
  'SHUTTING_DOWN',
] satisfies readonly AppError['code'][];

/** A slice to send, and the longest it may wait for the budget of its exchange. */
export interface Sending {
  readonly slice: PlanSlice;
  readonly sendWithinMs: number;
}

/**
 * Sends a slice and follows its order to the end. Resolves to true when its account is left out of
 * later rounds: its exchange refused, or it is halted or short of balance. Rejects when the service
 * is left before.
 *
 * Only the stored order tells a refused slice from a sent one: without an order nothing left.
 */
export async function sendSlice(
  deps: SendingDeps,
  journal: PlanJournal,
  { slice, sendWithinMs }: Sending,
): Promise<boolean> {
  const plan = journal.plan();
  const following = follow(deps, journal, slice);
  try {
    const sender = { actorId: plan.actorId, parentId: plan.id, sendWithinMs };
    const sent = await deps.execution.submit(draftOf(plan, slice), sender).then(
      (order) => ({ order, error: undefined }),
      (error: unknown) => ({ order: undefined, error }),
    );
    const order = sent.order ?? (await findOrder(deps, slice));
    if (order?.parentId !== plan.id) {
      if (isFault(sent.error)) deps.observe.planFaulted(plan.id, sent.error);
      journal.change(notSent(slice.number, sent.error));
      return barringCodes.includes(codeOf(sent.error));
    }
    following.heard(order);
    return (await following.over).status === 'rejected';
  } finally {
    following.stop();
  }
}

/**
 * Follows the order that a slice became in an earlier process. Returns false and changes nothing
 * when there is none: then it was never sent, for no order leaves before it is stored.
 */
export async function resumeSlice(
  deps: SendingDeps,
  journal: PlanJournal,
  slice: PlanSlice,
): Promise<boolean> {
  const following = follow(deps, journal, slice);
  try {
    const order = await findOrder(deps, slice);
    if (order?.parentId !== journal.plan().id) return false;
    following.heard(order);
    await following.over;
    return true;
  } finally {
    following.stop();
  }
}

/**
 * Processes reports about orders of a plan that came after their end: an exchange may report a fill
 * that late. Call it before the fills are counted.
 */
export async function lookAgain(deps: SendingDeps, journal: PlanJournal): Promise<void> {
  const { id, slices } = journal.plan();
  for (const slice of slices) {
    if (slice.orderId === undefined || slice.status === 'filled') continue;
    const order = await findOrder(deps, slice);
    if (order?.parentId !== id) continue;
    journal.change((plan) => withOrder(plan, slice.number, order));
  }
  await journal.flushed();
}

/** Processes reports about a slice's order from now on. */
function follow({ watch, leaving }: SendingDeps, journal: PlanJournal, slice: PlanSlice) {
  const over = Promise.withResolvers<StoredOrder>();
  const heard = (order: StoredOrder): void => {
    journal.change((plan) => withOrder(plan, slice.number, order));
    if (isOver(order)) over.resolve(order);
  };
  const planId = journal.plan().id;
  const stop = watch.listen(slice, (order) => order.parentId === planId && heard(order));
  const ended = abortable(over.promise, leaving);
  // Callers that wait for it get the error; there may be none.
  ended.catch(() => undefined);
  return { heard, over: ended, stop };
}

function findOrder(
  { orders, clock, leaving, observe }: SendingDeps,
  { accountId, clientOrderId }: PlanSlice,
): Promise<StoredOrder | undefined> {
  return retryUntilStored(() => orders.find(accountId, clientOrderId), {
    clock,
    leaving,
    failed: observe.plansNotRead,
  });
}

function draftOf({ symbol, side, reduceOnly = false }: Plan, slice: PlanSlice): OrderDraft {
  return {
    accountId: slice.accountId,
    symbol,
    side,
    type: 'limit',
    quantity: Number(slice.quantity),
    price: Number(slice.limitPrice),
    timeInForce: 'IOC',
    reduceOnly,
    postOnly: false,
    clientOrderId: slice.clientOrderId,
    marketType: marketTypeOf(symbol),
  };
}

/** Applies an order's state to its slice. Returns the same plan when nothing is new. */
function withOrder(plan: Plan, number: number, order: StoredOrder): Plan {
  if (isPlanOver(plan)) return plan;
  return withSlice(plan, number, (slice) => {
    const fill = {
      filled: order.filled,
      avgFillPrice: order.average,
      paidFeeBps: paidFeeBps(order, plan.symbol, slice.feeBps),
      reason: undefined,
    };
    if (isSliceOver(slice)) {
      return hasMore(order, slice) ? withReason(growSlice(slice, fill), order) : slice;
    }
    const taken = slice.status === 'pending' ? takeSlice(slice, order.id) : slice;
    return isOver(order) ? withReason(closeSlice(taken, fill), order) : taken;
  });
}

function hasMore({ id, filled }: StoredOrder, slice: PlanSlice): boolean {
  return slice.orderId === id && compareExact(exactly(filled), exactly(slice.filled)) > 0;
}

function withReason(slice: PlanSlice, order: StoredOrder): PlanSlice {
  return slice.status === 'filled' ? slice : { ...slice, reason: whyNotWhole(order) };
}

function whyNotWhole({ reason, status }: StoredOrder): string {
  if (reason !== undefined) return reason;
  if (status === 'rejected') return 'The exchange rejected it.';
  return 'The book had no more at its limit price.';
}

/** Our own checks refused it, or it could not be sent whatever they say. */
function notSent(number: number, error: unknown): (plan: Plan) => Plan {
  const isStopped = isFault(error) || stoppingCodes.includes(codeOf(error));
  const end = isStopped ? dropSlice : refuseSlice;
  return (plan) => withSlice(plan, number, (slice) => end(slice, reasonOf(error)));
}

function codeOf(error: unknown): string {
  return error instanceof AppError ? error.code : '';
}

function isFault(error: unknown): boolean {
  return error !== undefined && !(error instanceof AppError);
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message;
  if (error === undefined) return 'Another order of the account has its name.';
  // The error's text is only for the log.
  return 'It was not sent: an internal error of this service.';
}
