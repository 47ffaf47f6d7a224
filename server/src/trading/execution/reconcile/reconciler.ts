import type { Cancel } from '../../../kit/clock.ts';
import type { Store } from '../../../store/types.ts';
import type { Accounts } from '../../accounts/index.ts';
import type { Account } from '../../model/account.ts';
import type { OrderUpdates } from '../../venues/venuePort.ts';
import type { OrderEvents } from '../orderEvents.ts';
import { createAgenda } from './agenda.ts';
import { createDesks, type DesksDeps } from './desks.ts';
import { createReconciliationStore } from './store.ts';
import { createTouched } from './touched.ts';
import { createTransferLog } from './transferLog.ts';
import type { Reconciliation, Transfers } from './types.ts';

export interface ReconcilerDeps extends Omit<DesksDeps, 'store' | 'touched' | 'signal'> {
  readonly accounts: Pick<Accounts, 'list'>;
  readonly store: Pick<Store, 'db' | 'write'>;
  /** Of the process that owns the engine; an older owner can write nothing. */
  readonly epoch: number;
  readonly events: OrderEvents;
  /** How the news of orders come, of every account for which that can be told. */
  readonly updates?: (() => readonly OrderUpdates[]) | undefined;
}

export interface Reconciler extends Reconciliation {
  readonly transfers: Transfers;
  /** Seconds since each account was last compared; absent before the first time. */
  ages(): ReadonlyMap<string, number>;
  start(): void;
  stop(): Promise<void>;
}

/** How often it is looked who is due. */
const beatMs = 1_000;

/** Compares every account with its venue in turn, one at a time. */
export function createReconciler(deps: ReconcilerDeps): Reconciler {
  const { accounts, clock, observe } = deps;
  const store = createReconciliationStore(deps.store, deps.epoch);
  const agenda = createAgenda(clock.monotonic());
  const stopping = new AbortController();
  const touched = createTouched(deps.events);
  const desks = createDesks({ ...deps, store, touched, signal: stopping.signal });
  const lane = createLane();
  let looking: Promise<void> | undefined;
  let cancelBeat: Cancel | undefined;

  const compareOne = (account: Account): Promise<void> =>
    lane(account.id, async () => {
      if (stopping.signal.aborted) return;
      const isWhole = await desks.compare(account);
      agenda.done(account.id, clock.monotonic(), isWhole);
    });
  const look = async (): Promise<void> => {
    const all = await accounts.list();
    const byId = new Map(all.map((account) => [account.id, account]));
    agenda.update([...byId.keys()], clock.monotonic());
    desks.keep(byId);
    const id = agenda.due(clock.monotonic());
    const account = id === undefined ? undefined : byId.get(id);
    if (account) await compareOne(account);
  };
  const beat = (): void => {
    looking ??= look()
      .catch((error: unknown) => observe.comparisonFailed('*', error))
      .finally(() => {
        looking = undefined;
      });
  };
  const report = async (account: Account) => {
    const atMs = cancelBeat && agenda.nextOf(account.id);
    const waitMs = atMs === undefined ? undefined : Math.max(0, atMs - clock.monotonic());
    const nextMs = waitMs === undefined ? undefined : clock.now() + waitMs;
    const updates = deps.updates?.().find(({ accountId }) => accountId === account.id);
    return { ...(await desks.report(account)), nextMs, updates };
  };
  return {
    async compare(some) {
      for (const account of some) await compareOne(account);
    },
    reports: (some) => Promise.all(some.map(report)),
    differences: store.list,
    transfers: createTransferLog(deps, desks),
    ages: desks.ages,
    start() {
      cancelBeat = clock.every(beatMs, beat);
      beat();
    },
    async stop() {
      cancelBeat?.();
      stopping.abort(new Error('the service stops'));
      await looking;
      await lane('', async () => undefined);
    },
  };
}

/** One at a time, in the order they came; an account that waits already is not entered again. */
function createLane() {
  let last: Promise<void> = Promise.resolve();
  const waiting = new Map<string, Promise<void>>();
  return (id: string, work: () => Promise<void>): Promise<void> => {
    const known = waiting.get(id);
    if (known) return known;
    const turn = last.then(() => {
      waiting.delete(id);
      return work();
    });
    waiting.set(id, turn);
    last = turn.catch(() => undefined);
    return turn;
  };
}
