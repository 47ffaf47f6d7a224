import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { Store } from '../../../store/types.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Account, AccountId } from '../../model/account.ts';
import type { OrderUpdates } from '../../venues/venuePort.ts';
import type { AccountModes } from '../accountModes.ts';
import type { OrderEvents } from '../orderEvents.ts';
import { createAgenda } from './agenda.ts';
import {
  type ComparisonStates,
  type ComparisonStatesDeps,
  createComparisonStates,
} from './comparisonStates.ts';
import { createLanes } from './lanes.ts';
import { createReconciliationStore } from './store.ts';
import { createTouched } from './touched.ts';
import { createTransferLog } from './transferLog.ts';
import type { AccountReport, Reconciliation, Transfers } from './types.ts';

export interface ReconcilerDeps extends Omit<ComparisonStatesDeps, 'store' | 'touched' | 'signal'> {
  readonly accounts: Pick<Accounts, 'list'>;
  readonly accountModes: Pick<AccountModes, 'asMargined'>;
  readonly store: Pick<Store, 'db' | 'write'>;
  /** Epoch of this process as owner of the engine; an older owner can write nothing. */
  readonly epoch: number;
  readonly events: OrderEvents;
  /** Returns how order updates arrive, for every account where that is known. */
  readonly updates?: (() => readonly OrderUpdates[]) | undefined;
}

export interface Reconciler extends Reconciliation {
  readonly transfers: Transfers;
  /**
   * Returns the seconds since each account was last compared; absent before the first comparison.
   */
  ages(): ReadonlyMap<string, number>;
  /** Returns true when the account was compared since the service started. */
  isCompared(accountId: AccountId): boolean;
  start(): void;
  stop(): Promise<void>;
}

/** Interval at which due accounts are looked for. */
const tickMs = 1_000;

/** Compares every account with its venue once a minute, a few of each venue at a time. */
export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const { accounts, clock, observe } = deps;
  const store = createReconciliationStore(deps.store, deps.epoch);
  const agenda = createAgenda(clock.monotonic());
  const stopping = new AbortController();
  const touched = createTouched(deps.events);
  const comparisons = createComparisonStates({ ...deps, store, touched, signal: stopping.signal });
  const lanes = createLanes(stopping.signal);

  const compareOne = (account: Account): Promise<void> =>
    lanes.run(account, async () => {
      const isComplete = await comparisons.compare(await deps.accountModes.asMargined(account));
      agenda.done(account.id, clock.monotonic(), isComplete);
    });
  const reportFailure = (error: unknown): void => {
    if (!stopping.signal.aborted) observe.comparisonFailed('*', error);
  };
  const compareDue = async (): Promise<void> => {
    const all = await accounts.list();
    const byId = new Map(all.map((account) => [account.id, account]));
    agenda.update([...byId.keys()], clock.monotonic());
    comparisons.keep(byId);
    for (const id of agenda.due(clock.monotonic())) {
      const account = lanes.isBusy(id) ? undefined : byId.get(id);
      if (account) compareOne(account).catch(reportFailure);
    }
  };
  const ticker = createTicker(clock, () => compareDue().catch(reportFailure));
  const report = async (account: Account): Promise<AccountReport> => {
    const atMs = ticker.isOn() ? agenda.nextOf(account.id) : undefined;
    return reportOf(deps, { account, atMs, state: await comparisons.report(account) });
  };
  return {
    async compare(some) {
      const all = some.map((account) => compareOne(account));
      await Promise.all(all).catch((error: unknown) => {
        if (!stopping.signal.aborted) throw error;
      });
    },
    reports: (some) => Promise.all(some.map(report)),
    differences: store.list,
    transfers: createTransferLog(deps, comparisons),
    ages: comparisons.ages,
    isCompared: comparisons.isCompared,
    start: ticker.start,
    async stop() {
      const lastTick = ticker.stop();
      stopping.abort(new Error('the service stops'));
      await lastTick;
      await lanes.settled();
    },
  };
}

interface Ticker {
  isOn(): boolean;
  start(): void;
  /** Stops; resolves once the running tick has ended. */
  stop(): Promise<void>;
}

/** Runs at once and then every second, never twice at the same time. */
function createTicker(clock: Clock, run: () => Promise<void>): Ticker {
  let cancel: Cancel | undefined;
  let running: Promise<void> | undefined;
  const tick = (): void => {
    running ??= run().finally(() => {
      running = undefined;
    });
  };
  return {
    isOn: () => cancel !== undefined,
    start() {
      cancel = clock.every(tickMs, tick);
      tick();
    },
    async stop() {
      cancel?.();
      await running;
    },
  };
}

interface ReportParts {
  readonly account: Account;
  /** Time of the next comparison, on the monotonic clock. */
  readonly atMs: number | undefined;
  readonly state: Awaited<ReturnType<ComparisonStates['report']>>;
}

function reportOf({ clock, updates }: ReconcilerDeps, { account, atMs, state }: ReportParts) {
  const waitMs = atMs === undefined ? undefined : Math.max(0, atMs - clock.monotonic());
  return {
    ...state,
    nextMs: waitMs === undefined ? undefined : clock.now() + waitMs,
    updates: updates?.().find(({ accountId }) => accountId === account.id),
  };
}
