import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Lease } from '../../kit/lease.ts';
import type { Store } from '../../store/types.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import type { OrderUpdates, VenueConnector } from '../venues/venuePort.ts';
import {
  type AccountModes,
  type AccountModesObserver,
  createAccountModes,
} from './accountModes.ts';
import { createBalanceMemory } from './balanceMemory.ts';
import { createBookWatch, type StaleBook } from './bookWatch.ts';
import { type CancelsDeps, cancelAll, cancelOrder } from './cancels.ts';
import {
  createDeadMansSwitches,
  type DeadMansObserver,
  type DeadMansSwitches,
} from './deadMansSwitch.ts';
import { createEndProofs } from './endProofs.ts';
import { createEvidence, type Evidence } from './evidence.ts';
import { foresee } from './foresight.ts';
import { createOrderAnnouncer, type OrderEvents } from './orderEvents.ts';
import type { OrderStore } from './orderStore.ts';
import { prepareOrder } from './prepare.ts';
import {
  type ReadsDeps,
  type ReadsObserver,
  readBalances,
  readDailyLimit,
  readKnownBalances,
  readOpenOrders,
  readOrder,
  readWalletBalances,
} from './reads.ts';
import { createOrderGate } from './reconcile/gate.ts';
import { createReconciler, type Reconciler } from './reconcile/reconciler.ts';
import type { Difference, ReconciliationObserver, Transfers } from './reconcile/types.ts';
import { createResolver, type Resolver, type ResolverObserver } from './resolving/resolver.ts';
import { createSessions, type Sessions } from './sessions.ts';
import { createSettling, type Settling } from './settling.ts';
import { createSubmitter, type SubmitObserver, type Submitter } from './submit.ts';
import type { CancelAllOutcome, Execution, PreparedOrder } from './types.ts';
import { createUnderWay, type UnderWay } from './underWay.ts';
import type { UpdateObserver } from './updateWriter.ts';
import { type VerifyDeps, verifyAccount } from './verify.ts';
import type { WorldOf } from './world.ts';

interface BookObserver {
  /** Called once per failure, until the book is healthy again. */
  bookStale(stale: StaleBook): void;
}

export type ExecutionObserver = SubmitObserver &
  ReadsObserver &
  UpdateObserver &
  ResolverObserver &
  BookObserver &
  DeadMansObserver &
  AccountModesObserver &
  ReconciliationObserver;

export interface ExecutionDeps {
  readonly accounts: Pick<Accounts, 'find' | 'list' | 'keepModes'>;
  readonly orders: OrderStore;
  /** Database in which comparisons with the venues are stored. */
  readonly store: Pick<Store, 'db' | 'write'>;
  /** Epoch of this process as owner of the engine; an older owner can write nothing. */
  readonly epoch: number;
  /** Lease of the same process, which tells whether it still owns the engine. */
  readonly lease: Lease;
  /** Returns the world that the orders of an account meet. */
  readonly worldOf: WorldOf<'markets' | 'quotes' | 'orderbook'>;
  /** Returns the connector of an account, or a sentence that says why it cannot be reached. */
  readonly connectorOf: (account: Account) => VenueConnector | { readonly refusal: string };
  /**
   * Returns the maximum value of an order of the account in micro-USD; undefined = no development
   * cap.
   */
  readonly capOf: (account: Account) => number | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly observe: ExecutionObserver;
  /** Returns how the updates of orders arrive, for every account where that is known. */
  readonly updates?: () => readonly OrderUpdates[];
  /** Called with every new difference between an account and its venue. Must not throw. */
  readonly alert?: (difference: Difference) => void;
}

/** Handles orders from the request to the venue and back. */
export interface ExecutionService extends Execution {
  readonly resolver: Resolver;
  /** Resolves once every order that was requested before this call has left or was refused. */
  left(): Promise<void>;
  readonly reconciler: Reconciler;
  /** Receives the transfers between wallets of an account from the code that makes them. */
  readonly transfers: Transfers;
  /** Sessions of accounts at their venues, for requests other than orders. */
  readonly sessions: Pick<Sessions, 'at' | 'of'>;
  /** Stores fills that other code found at the venue; returns how many were new. */
  readonly addFills: Settling['addFills'];
  readonly deadMansSwitches: Pick<DeadMansSwitches, 'claim' | 'figures'>;
  /**
   * Opens the accounts, whose resting orders go on trading, starts to resolve unknown orders, and
   * compares every account with its venue from time to time.
   */
  start(): void;
  /** Waits for running requests, then closes every session. */
  stop(): Promise<void>;
}

export function createExecution(deps: ExecutionDeps): ExecutionService {
  const { accounts, orders, epoch, lease, clock, observe, capOf, worldOf, connectorOf } = deps;
  const { find } = accounts;
  const announcer = createOrderAnnouncer();
  const settling = createSettling({ orders, epoch, clock, announcer, observe });
  const sessions = createSessions({ connectorOf, eventsOf: settling.eventsOf, clock, lease });
  const checks = { worldOf, capOf };
  const accountModes = createAccountModes({ accounts, sessions, clock, observe });
  const balanceMemory = createBalanceMemory({ clock, events: announcer });
  const seen = { settling, accountModes, balanceMemory };
  const shared = { find, orders, sessions, clock, observe, ...seen };
  const isSendingFor = (accountId: string) => submitter.isSendingFor(accountId);
  const evidence = createEvidence({ worldOf, sessions, balanceMemory, clock, isSendingFor });
  const submitter = createSubmitter({
    ...shared,
    ...checks,
    epoch,
    ids: deps.ids,
    foresee: async (prepared) => foresee(prepared.order, await evidence.atHand(prepared)),
    unresolved: (order) => resolver.watch(order),
    doubted: (account) => worldOf([account]).markets.doubt(account.venue),
  });
  const resolver = createResolver({ ...shared, events: announcer, isSending: submitter.isSending });
  const watches = createWatches(deps, { events: announcer, sessions, settling });
  const gate = createOrderGate({ clock });
  const { isSending } = submitter;
  const compared = { ...shared, ...deps, gate, isSending, events: announcer };
  const reconciler = createReconciler({ ...compared, alert: deps.alert });
  const cancels = createUnderWay();
  return {
    async submit(draft, sender) {
      await gate.wait(draft.accountId);
      return submitter.submit(draft, sender);
    },
    preview: async (draft) =>
      unrefused(await prepareOrder(checks, await find(draft.accountId), draft), evidence),
    ...readsOf({ ...shared, sendings: submitter }, cancels),
    cancelAll: (account) => cancelEverything(shared, submitter, account),
    events: announcer,
    resolver,
    left: submitter.left,
    reconciler,
    transfers: balanceMemory.watchTransfers(reconciler.transfers),
    sessions,
    addFills: settling.addFills,
    deadMansSwitches: watches.deadMansSwitches,
    start() {
      // The switches come first: after a takeover their exchanges are about to cancel.
      watches.start();
      void openAccounts(deps, (account) => sessions.of(account));
      resolver.start();
      reconciler.start();
    },
    stop: () => stopAll({ ...seen, watches, reconciler, submitter, cancels, resolver, sessions }),
  };
}

interface Stopping {
  readonly watches: ReturnType<typeof createWatches>;
  readonly reconciler: Reconciler;
  readonly submitter: Submitter;
  readonly cancels: UnderWay;
  readonly accountModes: AccountModes;
  readonly resolver: Resolver;
  readonly sessions: Sessions;
  readonly settling: Settling;
}

/** Waits for requests of callers, and aborts those that are only lookups. */
async function stopAll({ settling, ...parts }: Stopping): Promise<void> {
  await parts.watches.stop();
  await parts.reconciler.stop();
  parts.sessions.answerSoon();
  await Promise.all([parts.submitter.idle(), parts.cancels.over()]);
  await parts.accountModes.stop();
  await parts.resolver.stop();
  await parts.sessions.close();
  await settling.settled().catch(() => undefined);
  settling.stop();
}

/** Returns the order; throws when its exchange, which is asked, would certainly refuse it. */
async function unrefused(prepared: PreparedOrder, evidence: Evidence): Promise<PreparedOrder> {
  const refused = foresee(prepared.order, await evidence.asked(prepared));
  if (refused) throw refused;
  return prepared;
}

/**
 * Cancels everything. Waiting orders are withdrawn first; an order that was allowed before a halt
 * may only now rest.
 */
async function cancelEverything(
  deps: ReadsDeps,
  submitter: Submitter,
  account: Account,
): Promise<CancelAllOutcome> {
  const withdrawn = await submitter.withdrawAll(account.id);
  await submitter.idle();
  const outcome = await cancelAll(deps, account);
  return { ...outcome, canceled: outcome.canceled + withdrawn };
}

interface Watched {
  readonly events: OrderEvents;
  readonly sessions: Sessions;
  readonly settling: Settling;
}

/** Creates the parts that watch orders while they are live, and for a moment after. */
function createWatches(
  { orders, accounts, worldOf, clock, observe }: ExecutionDeps,
  { events, sessions, settling }: Watched,
) {
  const shared = { events, orders, accounts, clock, failed: observe.resolverFailed };
  const bookWatch = createBookWatch({ ...shared, worldOf, told: observe.bookStale });
  const deadMansSwitches = createDeadMansSwitches({ ...shared, sessions, observe });
  const endProofs = createEndProofs({ ...shared, sessions, settling });
  return {
    deadMansSwitches,
    start() {
      deadMansSwitches.start().catch(observe.resolverFailed);
      bookWatch.start().catch(observe.resolverFailed);
    },
    async stop() {
      bookWatch.stop();
      deadMansSwitches.stop();
      await endProofs.stop();
    },
  };
}

type Reads = Pick<
  Execution,
  | 'order'
  | 'cancel'
  | 'openOrders'
  | 'balances'
  | 'knownBalances'
  | 'walletBalances'
  | 'verify'
  | 'dailyLimit'
>;

function readsOf(deps: CancelsDeps & VerifyDeps, cancels: UnderWay): Reads {
  return {
    order: (query) => readOrder(deps, query),
    cancel: (query) => cancels.count(cancelOrder(deps, query)),
    openOrders: (query) => readOpenOrders(deps, query),
    balances: (accountId, marketType) => readBalances(deps, accountId, marketType),
    walletBalances: (accountId, wallet) => readWalletBalances(deps, accountId, wallet),
    knownBalances: (accountId, marketType) => readKnownBalances(deps, accountId, marketType),
    verify: (account) => verifyAccount(deps, account),
    dailyLimit: (accountId) => readDailyLimit(deps, accountId),
  };
}

/** Opens the accounts, because their resting orders fill even when nobody asks. */
async function openAccounts(
  { accounts, connectorOf, observe }: ExecutionDeps,
  open: (account: Account) => unknown,
): Promise<void> {
  try {
    for (const account of await accounts.list()) {
      if (!('refusal' in connectorOf(account))) open(account);
    }
  } catch (error) {
    observe.resolverFailed(error);
  }
}
