import { AppError, beforeSending, errorText, type StoreError } from '../../kit/errors.ts';
import { reachableTypes } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import type {
  CancelOutcome,
  OrderRef,
  VenueOrderState,
  VenueSession,
} from '../venues/venuePort.ts';
import type { StoredOrder } from './orderStore.ts';
import {
  findNamed,
  type NamedOrder,
  notAnswering,
  orderNotFound,
  type ReadsDeps,
  writeBack,
} from './reads.ts';
import { isOver, isUnsettled } from './storedOrders.ts';
import type { Submitter } from './submit.ts';
import type { CancelAllOutcome, OrderQuery, OrderView } from './types.ts';
import { answerFrom, forOneLook, outcomeOf } from './venueCalls.ts';

/** Maximum number of parallel cancels of one account: venues count them like orders. */
const cancelsAtOnce = 5;
/** A cancel may wait for the venue's limits; its caller gets an answer within fifteen seconds. */
const cancelMsMax = 14_500;

export interface CancelsDeps extends ReadsDeps {
  /** Orders that are being sent, which no venue can cancel yet. */
  readonly sendings: Pick<Submitter, 'sent' | 'withdraw'>;
}

/**
 * Cancels an order; an order that has already ended is returned as it ended. An order that still
 * waits for its turn is never sent.
 */
export async function cancelOrder(deps: CancelsDeps, query: OrderQuery): Promise<OrderView> {
  const named = await beforeSending(findNamed(deps, query));
  const { account, stored, ref } = named;
  if (stored && isOver(stored)) return { stored };
  const withdrawn = stored && (await deps.sendings.withdraw(stored.id));
  if (withdrawn && isOver(withdrawn)) return { stored: withdrawn };
  const session = deps.sessions.of(account);
  const outcome = await cancelAt(deps, session, ref);
  switch (outcome.kind) {
    case 'done':
      return writeBack(deps, named, outcome.order);
    case 'notFound':
      // The cancel may have been faster than the order: it is sent again once the order is there.
      if (stored && (await deps.sendings.sent(stored.id))) return cancelOrder(deps, query);
      return afterNotFound(deps, session, named);
    case 'taken':
      return afterTaken(deps, named);
    case 'notSent':
      throw cancelNotSent(named, outcome);
    case 'unknown':
      throw cancelUnknown(named, outcome);
  }
}

/**
 * Returns the error of a cancel whose outcome is unknown; a paper account's database may be the
 * cause.
 */
function cancelUnknown(
  named: NamedOrder,
  { message, cause }: { readonly message: string; readonly cause?: StoreError },
): AppError {
  if (!cause) return notCancelled(named, `The cancel is not confirmed. ${message}`, 'unknown');
  return new AppError('STORE_UNAVAILABLE', {
    message:
      'The database does not answer at the moment. The cancel may have been carried out: look at ' +
      'the order, or cancel it again.',
    data: { order_id: nameOf(named), cancel_status: 'unknown' },
    cause,
  });
}

/** Returns the error of a cancel that was not sent; it says when the limits have room again. */
function cancelNotSent(
  named: NamedOrder,
  { message, waitMs }: Extract<CancelOutcome, { kind: 'notSent' }>,
): AppError {
  const text = `The cancel was not sent. ${message}`;
  if (waitMs === undefined) return notCancelled(named, text, 'not_sent');
  const data = { order_id: nameOf(named), cancel_status: 'not_sent' };
  return new AppError('RATE_LIMITED', { message: text, data, retryAfterMs: waitMs });
}

function notCancelled(
  named: NamedOrder,
  message: string,
  status: 'not_sent' | 'taken' | 'unknown',
): AppError {
  const data = { order_id: nameOf(named), cancel_status: status };
  return notAnswering(named.account, message, data);
}

function nameOf({ stored, ref }: NamedOrder): string {
  return stored?.venueOrderId ?? stored?.id ?? ref.clientId;
}

/**
 * Returns our order as it is stored now. Throws for other people's orders, which nobody follows up.
 */
async function afterTaken({ orders, observe }: ReadsDeps, named: NamedOrder): Promise<OrderView> {
  const { account, stored } = named;
  if (!stored) throw notCancelled(named, cancelAcceptedText, 'taken');
  try {
    const now = await orders.find(account.id, stored.id);
    return { stored: now ?? stored, isCancelTaken: true };
  } catch (error) {
    // The exchange has the cancel: it must not look refused because the database fails now.
    observe.writeBackFailed(account.id, stored.id, error);
    return { stored, isCancelTaken: true };
  }
}

/** Message for callers of a cancel that the exchange took while the order's end is not yet seen. */
export const cancelAcceptedText = 'The exchange accepted the cancel; the order is being looked up.';

/** Returns the order if it filled or ended just before the cancel; otherwise throws. */
async function afterNotFound(
  deps: ReadsDeps,
  session: VenueSession,
  named: NamedOrder,
): Promise<OrderView> {
  const { account, stored, ref } = named;
  const name = stored?.clientOrderId ?? ref.clientId;
  // The resolver looks it up already, and at some venues every lookup takes one from others.
  if (stored && isUnsettled(stored)) throw notSeenYet(account, stored);
  const found = await outcomeOf(deps.clock, (signal) => session.lookup(ref, signal));
  if (found.kind === 'found') return writeBack(deps, named, found.order);
  if (found.kind === 'unknown') {
    throw found.cause ? cancelUnknown(named, found) : notAnswering(account, found.message);
  }
  throw orderNotFound(name, account);
}

function notSeenYet({ venue }: Account, { id, clientOrderId, status }: StoredOrder): AppError {
  return new AppError('ORDER_NOT_FOUND', {
    message:
      `${venue} does not know order ${clientOrderId} yet: whether it arrived is being looked up. ` +
      'Try again shortly.',
    data: { order_id: id, order_status: status },
  });
}

/** Cancels all open orders of the account, in all of its markets. Never rejects. */
export async function cancelAll(deps: ReadsDeps, account: Account): Promise<CancelAllOutcome> {
  const failed: { orderId: string; reason: string }[] = [];
  let canceled = 0;
  let open: readonly VenueOrderState[] = [];
  try {
    open = await everythingOpen(deps, account);
  } catch (error) {
    return { canceled, failed: [{ orderId: '*', reason: errorText(error) }] };
  }
  const session = deps.sessions.of(account);
  for (let first = 0; first < open.length; first += cancelsAtOnce) {
    await Promise.all(
      open.slice(first, first + cancelsAtOnce).map(async (state) => {
        const orderId = state.venueOrderId;
        const outcome = await cancelAt(deps, session, refTo(state));
        const reason = whyNotDone(outcome);
        if (reason !== undefined) failed.push({ orderId, reason });
        if (outcome.kind !== 'done') return;
        await storeCancelled(deps, account, { asked: state, told: outcome.order });
        if (outcome.order.status === 'canceled') canceled += 1;
      }),
    );
  }
  return { canceled, failed };
}

interface Cancelled {
  readonly asked: VenueOrderState;
  readonly told: VenueOrderState;
}

/** Stores the order after its cancel. Never rejects: the comparison stores what this cannot. */
async function storeCancelled(
  deps: ReadsDeps,
  account: Account,
  { asked, told }: Cancelled,
): Promise<void> {
  const { venueOrderId, symbol } = asked;
  try {
    const stored = await deps.orders.find(account.id, venueOrderId, symbol);
    await writeBack(deps, { account, stored, ref: refTo(asked) }, told);
  } catch (error) {
    deps.observe.writeBackFailed(account.id, venueOrderId, error);
  }
}

function whyNotDone(outcome: CancelOutcome): string | undefined {
  switch (outcome.kind) {
    case 'done':
    case 'notFound':
      return undefined;
    case 'taken':
      return cancelAcceptedText;
    case 'notSent':
      return `The cancel was not sent. ${outcome.message}`;
    case 'unknown':
      return outcome.message;
  }
}

async function everythingOpen(
  { sessions, clock }: ReadsDeps,
  account: Account,
): Promise<readonly VenueOrderState[]> {
  const session = forOneLook(sessions.of(account, 'proof'));
  const lists = await Promise.all(
    reachableTypes(account).map((marketType) =>
      answerFrom(clock, (signal) => session.openOrders(marketType, undefined, signal)),
    ),
  );
  return lists.flat();
}

async function cancelAt(
  { clock }: ReadsDeps,
  session: VenueSession,
  ref: OrderRef,
): Promise<CancelOutcome> {
  return outcomeOf(clock, (signal) => session.cancel(ref, signal), { limitMs: cancelMsMax });
}

function refTo({ clientId, venueOrderId, symbol, marketType }: VenueOrderState): OrderRef {
  return { clientId: clientId ?? venueOrderId, venueOrderId, symbol, marketType };
}
