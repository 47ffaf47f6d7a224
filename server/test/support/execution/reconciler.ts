import { createIds } from '../../../src/kit/ids.ts';
import { soleLease } from '../../../src/kit/lease.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import type { Store } from '../../../src/store/types.ts';
import { createBalanceMemory } from '../../../src/trading/execution/balanceMemory.ts';
import { createOrderStore } from '../../../src/trading/execution/databaseOrders.ts';
import { createOrderAnnouncer } from '../../../src/trading/execution/orderEvents.ts';
import type { OrderIntent, OrderStore } from '../../../src/trading/execution/orderStore.ts';
import { toOutcome } from '../../../src/trading/execution/outcomes.ts';
import { createOrderGate, type OrderGate } from '../../../src/trading/execution/reconcile/gate.ts';
import {
  createReconciler,
  type Reconciler,
} from '../../../src/trading/execution/reconcile/reconciler.ts';
import type {
  Difference,
  ReconciliationObserver,
} from '../../../src/trading/execution/reconcile/types.ts';
import { createSessions } from '../../../src/trading/execution/sessions.ts';
import { createSettling } from '../../../src/trading/execution/settling.ts';
import type { Account } from '../../../src/trading/model/account.ts';
import type { SessionEvents, VenueOrderState } from '../../../src/trading/venues/venuePort.ts';
import { accountsOn, actor, newAccount, venueOf } from '../accounts/fixture.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { accountId, newIntent, wide } from '../orders/fixture.ts';
import { createScriptedSession, type ScriptedSession, venueOrder } from './scriptedSession.ts';

/** The reconciler of one account at a scripted venue, controlled by the test. */
export interface ReconcilerFixture {
  readonly clock: ManualClock;
  readonly store: Store;
  readonly venue: ScriptedSession;
  readonly orders: OrderStore;
  readonly gate: OrderGate;
  readonly reconciler: Reconciler;
  readonly account: Account;
  readonly epoch: number;
  /** Each new difference, in order. */
  readonly alerts: Difference[];
  /** Transfers that the comparisons have settled, and how. */
  readonly closed: string[];
  /** Counts of fills that a start recovered. */
  readonly recovered: number[];
  /** Orders that changed before a start and are recorded after it. */
  readonly ordersRecovered: string[];
  readonly failures: unknown[];
  /** Compares once, advancing time until it is done. */
  compare(): Promise<void>;
  /** Waits for work that needs no time, or only a little. */
  settle<Value>(work: Promise<Value>): Promise<Value>;
  /** Lets time pass, and the database answer meanwhile. */
  pass(ms: number): Promise<void>;
  /** Stores an open order, which is also at the venue. */
  open(name: string, changes?: Partial<OrderIntent>): Promise<VenueOrderState>;
  /** Returns kind, expected and found values. */
  found(): string[];
  /** Returns the kinds of open differences. */
  stillSo(): Promise<string[]>;
}

/**
 * @param restarted Takes over an existing account, at its venue and clock.
 * @param script Says whether the session reports funding and positions.
 */
export async function createReconcilerFixture(
  store: Store,
  restarted?: ReconcilerFixture,
  script: { readonly tellsPerps?: boolean } = {},
): Promise<ReconcilerFixture> {
  const clock = restarted?.clock ?? createManualClock();
  const { accounts } = accountsOn(store);
  if (!restarted) await accounts.create(newAccount({ venue: venueOf('binance') }), actor);
  const account = await accounts.find(accountId);
  const { epoch } = restarted ?? (await store.own());
  const orders = createOrderStore(store);
  const announcer = createOrderAnnouncer();
  const failures: unknown[] = [];
  const alerts: Difference[] = [];
  const told = createTold();
  const newsNotWritten = (_id: string, error: unknown) => failures.push(error);
  const observe = { newsNotWritten, fillsPutOff: () => undefined };
  const settling = createSettling({ orders, epoch, clock, announcer, observe });
  let events: SessionEvents | undefined;
  const quiet: SessionEvents = { order: () => undefined, fill: () => undefined };
  const venue = restarted?.venue ?? createScriptedSession(clock, () => events ?? quiet, script);
  events = settling.eventsOf(account);
  const at = () => ({ open: () => venue.session });
  const owned = { clock, lease: soleLease };
  const sessions = createSessions({ connectorOf: at, eventsOf: settling.eventsOf, ...owned });
  const gate = createOrderGate({ clock });
  const ids = createIds(createSeededRandom(restarted ? 'again' : 'reconciler'));
  const reconciler = createReconciler({
    balanceMemory: createBalanceMemory({ clock, events: announcer }),
    accountModes: { asMargined: async (account) => account },
    accounts,
    orders,
    store,
    epoch,
    sessions,
    settling,
    gate,
    clock,
    ids,
    events: announcer,
    isSending: () => false,
    observe: observerOf(failures, told),
    alert: (difference) => alerts.push(difference),
  });
  const settle = <Value>(work: Promise<Value>) => settleWith(store, clock, work);
  return {
    clock,
    store,
    venue,
    orders,
    gate,
    reconciler,
    account,
    epoch,
    alerts,
    failures,
    settle,
    ...told,
    async pass(ms) {
      for (let passedMs = 0; passedMs < ms; passedMs += passStepMs) {
        await answers(store, { clock, count: 15 });
        await clock.advance(passStepMs);
      }
    },
    compare: () => settle(reconciler.compare([account])),
    open: (name, changes) => openOrder({ orders, venue, epoch }, name, changes),
    found: () => alerts.map(({ kind, expected, found }) => `${kind}: ${expected} / ${found}`),
    async stillSo() {
      const query = { accountIds: [account.id], isResolved: false, page: 0, size: 100 };
      return (await reconciler.differences(query)).differences.map(({ kind }) => kind);
    },
  };
}

function createTold() {
  return {
    closed: [] as string[],
    recovered: [] as number[],
    ordersRecovered: [] as string[],
  };
}

function observerOf(
  failures: unknown[],
  told: Pick<ReconcilerFixture, 'closed' | 'recovered' | 'ordersRecovered'>,
): ReconciliationObserver {
  return {
    differenceFound: () => undefined,
    fillsRecovered: (_accountId, count) => told.recovered.push(count),
    orderRecovered: (_accountId, orderId) => told.ordersRecovered.push(orderId),
    accountUnavailable: () => undefined,
    comparisonFailed: (_id, error) => failures.push(error),
    transferClosed: (_id, { asset, amount, outcome }) =>
      told.closed.push(`${amount} ${asset} ${outcome}`),
    transferNotWritten: (_accountId, _id, error) => failures.push(error),
  };
}

/** Stores an acknowledged order that is open at the venue. */
async function openOrder(
  { orders, venue, epoch }: Pick<ReconcilerFixture, 'orders' | 'venue' | 'epoch'>,
  name: string,
  changes?: Partial<OrderIntent>,
): Promise<VenueOrderState> {
  const intent = newIntent(name, changes);
  await orders.reserve(epoch, intent, wide);
  const { venueClientId: clientId, symbol, marketType, side, quantity } = intent;
  const said = { clientId, symbol, marketType, side, quantity };
  const order = venueOrder(`v-${name}`, { ...said, price: Number(intent.price) });
  venue.put(order, false);
  await orders.record(epoch, intent.id, toOutcome(order));
  return order;
}

/** Small enough that deadlines are not skipped. */
const stepMs = 100;
/** A minute: longer than any comparison here takes. */
const stepsMax = 600;
/** The same for long times. */
const passStepMs = 500;

/** The database answers in real time, which the clock does not see: waits for this many answers. */
async function answers(
  { db }: Store,
  { clock, count }: { readonly clock: ManualClock; readonly count: number },
  isDone = () => false,
): Promise<void> {
  for (let turn = 0; turn < count && !isDone(); turn += 1) {
    await db.selectFrom('engine').select('epoch').execute();
    await clock.advance(0);
  }
}

async function settleWith<Value>(
  store: Store,
  clock: ManualClock,
  work: Promise<Value>,
): Promise<Value> {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  for (let step = 0; step < stepsMax && !isDone; step += 1) {
    await answers(store, { clock, count: 20 }, () => isDone);
    if (!isDone) await clock.advance(stepMs);
  }
  return work;
}
