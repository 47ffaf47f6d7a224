import { AppError } from '../../../src/kit/errors.ts';
import { createIds } from '../../../src/kit/ids.ts';
import { soleLease } from '../../../src/kit/lease.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import type { Store } from '../../../src/store/types.ts';
import type { Accounts } from '../../../src/trading/accounts/index.ts';
import { createOrderStore } from '../../../src/trading/execution/databaseOrders.ts';
import {
  createExecution,
  type ExecutionDeps,
  type ExecutionObserver,
  type ExecutionService,
} from '../../../src/trading/execution/execution.ts';
import type { World } from '../../../src/trading/execution/index.ts';
import type { OrderStore, StoredOrder } from '../../../src/trading/execution/orderStore.ts';
import { createQuotes } from '../../../src/trading/execution/quotes.ts';
import type { OrderDraft, OrderSender } from '../../../src/trading/execution/types.ts';
import type { Account } from '../../../src/trading/model/account.ts';
import type { Valuation } from '../../../src/trading/valuation/types.ts';
import type {
  CancelOutcome,
  LookupOutcome,
  SessionEvents,
  SubmitOutcome,
  VenueFill,
  VenueOrder,
  VenueOrderState,
  VenueSession,
} from '../../../src/trading/venues/venuePort.ts';
import { accountsOn, actor, newAccount } from '../accounts/fixture.ts';
import { oneWorld } from '../algorithms/oneWorld.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { startMs } from '../orders/fixture.ts';
import { listedMarket } from '../paper/fixture.ts';
import { stateOf } from './orders.ts';

/** A venue that answers what a test tells it to, and records its requests. */
export interface ScriptedVenue extends VenueSession {
  readonly submitted: VenueOrder[];
  readonly lookups: string[];
  readonly canceled: string[];
  /** The answers to the next calls; by default orders rest and lookups find what was submitted. */
  onSubmit: (order: VenueOrder, signal: AbortSignal) => Promise<SubmitOutcome>;
  onLookup: (clientId: string) => Promise<LookupOutcome>;
  onCancel: (clientId: string) => Promise<CancelOutcome>;
  onFills: () => Promise<readonly VenueFill[]>;
  open: VenueOrderState[];
  /** Listener of the account, for reports. */
  events: SessionEvents | undefined;
}

/** Returns the order, completely filled at its own price. */
export function filledOf(order: VenueOrder): VenueOrderState {
  const price = Number(order.price ?? 100);
  return stateOf(order, {
    status: 'closed',
    filled: order.quantity,
    average: price,
    cost: String(price * Number(order.quantity)),
    fees: { USDT: '0.1' },
    lastTradeAtMs: startMs + 1,
    updatedAtMs: startMs + 1,
  });
}

export function fillOf(order: VenueOrder, changes: Partial<VenueFill> = {}): VenueFill {
  return {
    venueTradeId: 't-1',
    venueOrderId: `v-${order.clientId.slice(-6)}`,
    clientId: order.clientId,
    symbol: order.symbol,
    marketType: order.marketType,
    side: order.side,
    price: Number(order.price ?? 100),
    quantity: order.quantity,
    fee: '0.1',
    feeAsset: 'USDT',
    liquidity: 'taker',
    atMs: startMs + 1,
    ...changes,
  };
}

function createScriptedVenue(): ScriptedVenue {
  const submitted: VenueOrder[] = [];
  const venue: ScriptedVenue = {
    submitted,
    lookups: [],
    canceled: [],
    open: [],
    events: undefined,
    onSubmit: async (order) => ({ kind: 'acknowledged', order: stateOf(order) }),
    async onLookup(clientId) {
      const order = submitted.find((each) => each.clientId === clientId);
      return order ? { kind: 'found', order: stateOf(order) } : { kind: 'absent' };
    },
    async onCancel(clientId) {
      const order = submitted.find((each) => each.clientId === clientId);
      if (!order) return { kind: 'notFound' };
      return { kind: 'done', order: stateOf(order, { status: 'canceled' }) };
    },
    onFills: async () => [],
    takenWithinMs: () => 5_000,
    submit(order, signal) {
      submitted.push(order);
      return venue.onSubmit(order, signal);
    },
    lookup({ clientId }) {
      venue.lookups.push(clientId);
      return venue.onLookup(clientId);
    },
    cancel({ clientId }) {
      venue.canceled.push(clientId);
      return venue.onCancel(clientId);
    },
    openOrders: async (marketType) => venue.open.filter((each) => each.marketType === marketType),
    balances: async () => ({ USDT: { free: '9', used: '1', total: '10' } }),
    fills: () => venue.onFills(),
    close: async () => undefined,
  };
  return venue;
}

export interface ExecutionBench {
  readonly execution: ExecutionService;
  readonly orders: OrderStore;
  readonly venue: ScriptedVenue;
  readonly clock: ManualClock;
  readonly epoch: number;
  /** Observations, in words. */
  readonly observed: string[];
  readonly changeAccount: (change: object) => Promise<Account>;
  readonly haltAccount: () => Promise<unknown>;
  readonly accounts: Accounts;
  /** Submits a limit buy of 1 BTC at 100 USDT on the account `desk`, with the given changes. */
  submit(draft?: Partial<OrderDraft>, sender?: Partial<OrderSender>): Promise<StoredOrder>;
}

export const usualDraft: OrderDraft = {
  accountId: 'desk',
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  quantity: 1,
  price: 100,
  timeInForce: 'GTC',
  reduceOnly: false,
  postOnly: false,
};

/** Opens orders of one account (daily limit USD 1,000) at a scripted venue, on a real store. */
export async function createExecutionBench(
  store: Store,
  changes: Partial<ExecutionDeps> & { readonly clock?: ManualClock; readonly epoch?: number } = {},
): Promise<ExecutionBench> {
  const clock = changes.clock ?? createManualClock(startMs);
  const epoch = changes.epoch ?? (await store.own()).epoch;
  const orders = changes.orders ?? createOrderStore(store);
  const { accounts } = accountsOn(store);
  if ((await accounts.list()).length === 0) {
    await accounts.create(newAccount({ dailyLimitMicroUsd: 1_000_000_000 }), actor);
  }
  const venue = createScriptedVenue();
  const observed: string[] = [];
  const execution = createExecution({
    accounts,
    orders,
    store,
    epoch,
    lease: soleLease,
    clock,
    ids: createIds(createSeededRandom('execution')),
    worldOf: oneWorld(worldParts(clock, observed)),
    connectorOf: () => ({
      open(_account, events) {
        venue.events = events;
        return venue;
      },
    }),
    capOf: () => undefined,
    observe: observerOf(observed),
    ...changes,
  });
  return {
    execution,
    orders,
    venue,
    clock,
    epoch,
    observed,
    changeAccount: (change) => accounts.change('desk', change, actor),
    accounts,
    haltAccount: () => accounts.halt(['desk'], actor),
    submit: (draft = {}, sender = {}) =>
      execution.submit({ ...usualDraft, ...draft }, { actorId: 'key-1', ...sender }),
  };
}

/** Returns one market list, no books, and a provider in their place: BTC at 100 USD. */
function worldParts(clock: ManualClock, observed: string[]): Parameters<typeof oneWorld>[0] {
  const orderbook: World['orderbook'] = {
    book: () => undefined,
    keep() {
      throw new AppError('UNSUPPORTED_SYMBOL');
    },
    onChange: () => () => undefined,
  };
  const valuation: Valuation = {
    latest: (asset) => rateOf(asset, clock),
    usd: async (asset) => rateOf(asset, clock),
  };
  return {
    orderbook,
    quotes: createQuotes({ orderbook, valuation, clock }),
    markets: {
      knows: () => true,
      prepare: async () => undefined,
      rulesOf: (_venue, symbol) => listedMarket(symbol),
      doubt: (venue) => void observed.push(`doubted ${venue}`),
    },
  };
}

function observerOf(observed: string[]): ExecutionObserver {
  const note = (name: string) => (): void => void observed.push(name);
  return {
    submitted: (_account, kind) => void observed.push(kind),
    outcomeNotWritten: note('outcomeNotWritten'),
    writeBackFailed: note('writeBackFailed'),
    newsNotWritten: note('newsNotWritten'),
    fillsPutOff: note('fillsPutOff'),
    bookStale: note('bookStale'),
    differenceFound: note('differenceFound'),
    fillsRecovered: note('fillsRecovered'),
    orderRecovered: note('orderRecovered'),
    accountUnavailable: note('accountUnavailable'),
    comparisonFailed: note('comparisonFailed'),
    transferClosed: () => undefined,
    transferNotWritten: note('transferNotWritten'),
    orderUnknown: note('orderUnknown'),
    orderResolved: note('orderResolved'),
    resolverFailed: note('resolverFailed'),
    accountModeFailed: note('accountModeFailed'),
    switchFailed: note('switchFailed'),
    switchWell: note('switchWell'),
  };
}

function rateOf(asset: string, clock: ManualClock) {
  return { usd: asset === 'BTC' ? 100 : 1, source: 'provider', atMs: clock.now() } as const;
}

const stepMs = 250;

/** Advances time until the promise is settled. */
export async function moveOnUntil(clock: ManualClock, done: Promise<unknown>): Promise<void> {
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    for (let turn = 0; turn < 10 && !isDone; turn += 1) await clock.advance(0);
    if (!isDone) await clock.advance(stepMs);
  }
  await done;
}
