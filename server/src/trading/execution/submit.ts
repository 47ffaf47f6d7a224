import { hash } from 'node:crypto';
import { assert } from '../../kit/assert.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError, beforeSending } from '../../kit/errors.ts';
import type { Ids } from '../../kit/ids.ts';
import { isoTime } from '../../kit/isoTime.ts';
import type { Account } from '../model/account.ts';
import type { RejectCode, SubmitOutcome, VenueOrder, VenueSession } from '../venues/venuePort.ts';
import type { AccountModes } from './accountModes.ts';
import { answerOf, halted, overDailyLimit, type SentOrder, tooManyOpen } from './answers.ts';
import { createDeparture, type Departure, withdrawnBy } from './departure.ts';
import { asHeld } from './legs.ts';
import type { OrderIntent, OrderOutcome, OrderStore, StoredOrder } from './orderStore.ts';
import { toOutcome, toVenueClientId } from './outcomes.ts';
import { type PrepareDeps, prepareOrder } from './prepare.ts';
import type { Sessions } from './sessions.ts';
import type { Settling } from './settling.ts';
import { isUnsettled, pendingOrder } from './storedOrders.ts';
import { storeRefusal } from './storeRefusal.ts';
import type { OrderDraft, OrderSender, PreparedOrder } from './types.ts';
import { createUnderWay } from './underWay.ts';
import { outcomeOf } from './venueCalls.ts';

export interface SubmitDeps extends PrepareDeps {
  readonly find: (accountId: string) => Promise<Account>;
  readonly orders: OrderStore;
  readonly epoch: number;
  readonly sessions: Sessions;
  readonly settling: Settling;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly observe: SubmitObserver;
  readonly accountModes: Pick<AccountModes, 'read' | 'asHeld'>;
  /** Returns why an order would certainly be refused, from what is known without a request. */
  readonly foresee: (prepared: PreparedOrder) => Promise<AppError | undefined>;
  /** Called with every order whose outcome is unknown, so that it is looked up. */
  readonly unresolved: (order: StoredOrder) => void;
  /** Called when a venue refused what its list of markets allows. */
  readonly doubted: (account: Account) => void;
}

export interface SubmitObserver {
  /** Called after each attempt to send an order. `tookMs` is the venue's part. */
  submitted(account: Account, kind: SubmitOutcome['kind'], tookMs: number): void;
  /** Called when a venue's report cannot be written; the order is looked up again later. */
  outcomeNotWritten(accountId: string, orderId: string, error: unknown): void;
}

export interface Submitter {
  submit(draft: OrderDraft, sender: OrderSender): Promise<StoredOrder>;
  /** Returns true while the order is being sent. */
  isSending(orderId: string): boolean;
  /** Returns true while an order of the account is being sent. */
  isSendingFor(accountId: string): boolean;
  /**
   * Resolves to an order that is being sent, once its sending is over; undefined for all others.
   */
  sent(orderId: string): Promise<StoredOrder | undefined>;
  /**
   * Keeps a waiting order from leaving, and resolves to it afterwards. Undefined when it has left
   * or is not being sent.
   */
  withdraw(orderId: string): Promise<StoredOrder | undefined>;
  /** Withdraws all waiting orders of the account; resolves to the number that ended by this. */
  withdrawAll(accountId: string): Promise<number>;
  /**
   * Resolves once every order that was requested before this call has left or was refused: between
   * the last check for a halt and its leaving an order is stored, which takes a while.
   */
  left(): Promise<void>;
  /** Resolves once every earlier request is answered. */
  idle(): Promise<void>;
}

/**
 * Creates the submitter, which takes an order through these steps until its sender has an answer:
 *
 *   checks (prepareOrder) → reserve: intent, client id and daily limit, one durable step
 *     → the venue → acknowledged | rejected | unknown → recorded → answer
 *
 * Nothing is sent before the intent is durable, and nothing is ever sent twice.
 */
export function createSubmitter(deps: SubmitDeps): Submitter {
  const sendings = createSendings(deps);
  const depart = async (draft: OrderDraft, sender: OrderSender): Promise<Departed> => {
    let account = await deps.find(draft.accountId);
    const requestHash = hashOf(draft);
    let prepared: PreparedOrder;
    let session: VenueSession;
    try {
      if (account.halted) throw halted(account.id);
      session = deps.sessions.of(account);
      account = await asHeld(deps.accountModes, account, draft);
      prepared = await prepareOrder(deps, account, { ...draft, isClosing: sender.isClosing });
      // The checks may have waited for a book, and the account may have been halted in the
      // meantime.
      if ((await deps.find(account.id)).halted) throw halted(account.id);
      const refused = await deps.foresee(prepared);
      if (refused) throw refused;
    } catch (error) {
      // An order that was accepted once gets the same answer for ever, whatever is against it now.
      const first = await findFirst(deps, account, draft.clientOrderId);
      if (first) return sendings.answerFirst(first, requestHash);
      throw error;
    }
    const { sendWithinMs = sendWithinMsMax } = sender;
    const intent = toIntent(deps, { draft, sender, prepared, requestHash, sendWithinMs });
    const sendBeforeMs = deps.clock.monotonic() + sendWithinMs;
    return sendings.send(intent, { prepared, session, sendBeforeMs });
  };

  /** Counts orders from the first check on: an order that passes now is sent a moment later. */
  const departing = createUnderWay();
  const running = createUnderWay();
  const submit = async (draft: OrderDraft, sender: OrderSender): Promise<StoredOrder> => {
    const { order } = await departing.count(beforeSending(depart(draft, sender)));
    return answerOf(await order);
  };
  return {
    submit: (draft, sender) => running.count(submit(draft, sender)),
    isSending: sendings.has,
    isSendingFor: sendings.hasFor,
    sent: sendings.sent,
    withdraw: sendings.withdraw,
    withdrawAll: sendings.withdrawAll,
    left: departing.over,
    idle: running.over,
  };
}

/** Reserves and sends orders; a repeated request is answered with the first order. */
function createSendings(deps: SubmitDeps) {
  // Contains an order before it is reserved, because others may hear of the reservation before its
  // sender does.
  const sending = new Map<string, Sending>();

  /** Answers with the first order of the client id. */
  const answerFirst = (first: StoredOrder, requestHash: string): Departed => {
    if (first.requestHash !== requestHash) throw duplicate(first);
    return { order: isUnsettled(first) ? settled(first) : first };
  };
  const settled = async (first: StoredOrder): Promise<StoredOrder> => {
    const sent = await sending.get(first.id)?.order;
    // Its sending may have ended while the store was read.
    return sent ?? (await deps.orders.find(first.accountId, first.id)) ?? first;
  };

  const send = async (intent: OrderIntent, checked: Checked): Promise<Departed> => {
    const sent = Promise.withResolvers<StoredOrder | undefined>();
    const departure = checked.session.mayHoldBack ? createDeparture() : undefined;
    sending.set(intent.id, {
      accountId: intent.accountId,
      departure,
      order: sent.promise.finally(() => sending.delete(intent.id)),
    });
    try {
      const first = await reserve(deps, checked.prepared, intent);
      if (first) return answerFirst(first, intent.requestHash);
      const order = sendOrder(deps, pendingOrder(intent), { ...checked, departure });
      sent.resolve(order);
      // An order that may be held back has left when its departure says so, or when it is over.
      if (departure) await Promise.race([departure.left, order]);
      return { order };
    } finally {
      // Ends the wait for an order that was not sent; for a sent one it has no effect.
      sent.resolve(undefined);
    }
  };

  return {
    answerFirst,
    send,
    has: (orderId: string): boolean => sending.has(orderId),
    hasFor: (accountId: string): boolean =>
      [...sending.values()].some((each) => each.accountId === accountId),
    sent: async (orderId: string) => sending.get(orderId)?.order,
    async withdraw(orderId: string) {
      const one = sending.get(orderId);
      return one?.departure?.withdraw() ? one.order : undefined;
    },
    async withdrawAll(accountId: string): Promise<number> {
      const own = [...sending.values()].filter((each) => each.accountId === accountId);
      const waiting = own.filter(({ departure }) => departure?.withdraw());
      const orders = await Promise.all(waiting.map(({ order }) => order));
      return orders.filter((order) => order?.status === 'canceled').length;
    },
  };
}

interface Sending {
  readonly accountId: string;
  /** Set when the session may hold the order back. */
  readonly departure: Departure | undefined;
  /** Resolves to the order once its sending is over; undefined for one that was not sent. */
  readonly order: Promise<StoredOrder | undefined>;
}

/** An order that has left, or the first order of its client id, after its sending is over. */
interface Departed {
  readonly order: SentOrder | Promise<SentOrder>;
}

async function findFirst(
  { orders }: SubmitDeps,
  account: Account,
  clientOrderId: string | undefined,
): Promise<StoredOrder | undefined> {
  if (clientOrderId === undefined) return undefined;
  const first = await orders.find(account.id, clientOrderId);
  return first?.clientOrderId === clientOrderId ? first : undefined;
}

interface Intended {
  readonly draft: OrderDraft;
  readonly sender: OrderSender;
  readonly prepared: PreparedOrder;
  readonly requestHash: string;
  readonly sendWithinMs: number;
}

function toIntent({ clock, ids }: SubmitDeps, intended: Intended): OrderIntent {
  const { draft, sender, prepared, requestHash, sendWithinMs } = intended;
  const { account, order, valueMicroUsd, isExempt, quoteUsd } = prepared;
  const nowMs = clock.now();
  const id = ids.timedUuid(nowMs);
  return {
    id,
    accountId: account.id,
    clientOrderId: draft.clientOrderId ?? id,
    venueClientId: toVenueClientId(id),
    requestHash,
    ...order,
    // A limit must keep nobody in a position.
    reservedMicroUsd: isExempt ? 0 : valueMicroUsd,
    quoteUsd,
    day: utcDay(nowMs),
    createdAtMs: nowMs,
    // The rest of a plan's time is not a whole number of milliseconds.
    sendBeforeAtMs: Math.floor(nowMs + sendWithinMs),
    actorId: sender.actorId,
    parentId: sender.parentId,
  };
}

/** Reserves the order; returns the order that already has the client id, if there is one. */
async function reserve(
  { orders, epoch }: SubmitDeps,
  { account, valueMicroUsd, isExempt }: PreparedOrder,
  intent: OrderIntent,
): Promise<StoredOrder | undefined> {
  const limitMicroUsd = account.dailyLimitMicroUsd;
  const openOrdersMax = isExempt ? undefined : account.limits.maxOpenOrders;
  const outcome = await orders
    .reserve(epoch, intent, { dailyMicroUsd: limitMicroUsd, openOrdersMax })
    .catch((error: unknown) => {
      throw storeRefusal(error);
    });
  switch (outcome.kind) {
    case 'recorded':
      return undefined;
    case 'exists':
      return outcome.order;
    case 'overLimit':
      throw overDailyLimit({ valueMicroUsd, limitMicroUsd, usedMicroUsd: outcome.usedMicroUsd });
    case 'tooManyOpen':
      throw tooManyOpen(outcome.open, openOrdersMax ?? 0);
  }
}

/** An order that passed its checks, and the session that will send it. */
interface Checked {
  readonly prepared: PreparedOrder;
  readonly session: VenueSession;
  /** Time on the monotonic clock after which the order must not leave. */
  readonly sendBeforeMs: number;
}

interface Leaving extends Checked {
  readonly departure: Departure | undefined;
}

/** Maximum time until an order leaves: its decision was based on the market of its time. */
const sendWithinMsMax = 5_000;

/** Sends and records the order. Never rejects: an outcome that cannot be determined is unknown. */
async function sendOrder(
  deps: SubmitDeps,
  order: StoredOrder,
  { prepared, session, sendBeforeMs, departure }: Leaving,
): Promise<SentOrder> {
  const { clock, observe, settling, unresolved } = deps;
  settling.made(order);
  const { venueClientId: clientId } = order;
  // The monotonic clock may have stopped while the machine slept.
  const isLate = () => clock.now() > (order.sendBeforeAtMs ?? Number.POSITIVE_INFINITY);
  const leave = departure && (() => !isLate() && departure.leave());
  const venueOrder: VenueOrder = { ...prepared.order, clientId, sendBeforeMs, leave };
  const startMs = clock.monotonic();
  const outcome = await outcomeOf(clock, (signal) => {
    const ends = departure ? AbortSignal.any([signal, departure.signal]) : signal;
    return session.submit(venueOrder, ends);
  });
  observe.submitted(prepared.account, outcome.kind, clock.monotonic() - startMs);
  // Steps and minimums change while the service runs: the next order is rounded by the present
  // rules.
  const isOdd = outcome.kind === 'rejected' && outcome.code === 'OTHER';
  if (isOdd) deps.doubted(prepared.account);
  const isOtherMode = outcome.kind === 'rejected' && modeCodes.includes(outcome.code);
  // The modes are read again for the next order; this answer does not wait for them.
  if (isOtherMode) void deps.accountModes.read(prepared.account);
  const said = withdrawnBy(departure, outcome, clock.now()) ?? toSaid(outcome, clock.now());
  try {
    const recorded = await settling.record(order.id, said);
    assert(recorded, `the order ${order.id} was stored before it was sent`);
    if (recorded.status === 'unknown') unresolved(recorded);
    const waitMs = outcome.kind === 'rejected' ? outcome.waitMs : undefined;
    return waitMs === undefined ? recorded : { ...recorded, waitMs };
  } catch (error) {
    observe.outcomeNotWritten(order.accountId, order.id, error);
    const unknown: StoredOrder = { ...order, status: 'unknown' };
    unresolved(unknown);
    return unknown;
  }
}

/** Refusals that show a changed mode of the account; its owner changed it at the exchange. */
const modeCodes: readonly RejectCode[] = ['POSITION_MODE', 'ACCOUNT_MODE'];

function toSaid(outcome: SubmitOutcome, atMs: number): OrderOutcome {
  switch (outcome.kind) {
    case 'acknowledged':
      return toOutcome(outcome.order);
    case 'unknown':
      return { status: 'unknown', reason: outcome.message, atMs };
    case 'rejected': {
      const { code, message: reason } = outcome;
      // The venue has an order with this id: ours, sent by another retry. It is looked up.
      if (code === 'DUPLICATE') return { status: 'unknown', reason, atMs };
      // A fill-or-kill order that found too little did what it should do.
      if (code === 'CANNOT_FILL') return { status: 'expired', reason, atMs };
      return { status: 'rejected', rejectCode: code, reason, atMs };
    }
  }
}

/** Returns a hash of everything that makes orders differ; equal orders have equal hashes. */
function hashOf(draft: OrderDraft): string {
  const { symbol, side, type, quantity, price, stopPrice, trailingDelta } = draft;
  const { timeInForce, reduceOnly, postOnly, marketType } = draft;
  const terms = [symbol, side, type, quantity, price, stopPrice, trailingDelta];
  return hash('sha256', JSON.stringify([...terms, timeInForce, reduceOnly, postOnly, marketType]));
}

function duplicate(first: StoredOrder): AppError {
  return new AppError('DUPLICATE_CLIENT_ORDER_ID', {
    message: `Another order of this account has the client_order_id ${first.clientOrderId}.`,
    data: {
      order_id: first.venueOrderId ?? first.id,
      client_order_id: first.clientOrderId,
      order: {
        market: first.symbol,
        order_type: first.type,
        order_side: first.side,
        order_status: first.status,
        quantity: Number(first.quantity),
        quantity_filled: Number(first.filled),
        price: first.price === undefined ? null : Number(first.price),
        stop_price: first.stopPrice === undefined ? null : Number(first.stopPrice),
        execution_date: isoTime(first.createdAtMs),
      },
    },
  });
}

/** Returns the UTC day, by which limits are counted. */
export function utcDay(epochMs: number): string {
  return isoTime(epochMs).slice(0, 10);
}
