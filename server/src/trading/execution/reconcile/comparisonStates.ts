import type { Clock } from '../../../kit/clock.ts';
import { AppError, errorText } from '../../../kit/errors.ts';
import type { Ids } from '../../../kit/ids.ts';
import type { Account, AccountId } from '../../model/account.ts';
import { VenueUnavailableError } from '../../model/venueUnavailableError.ts';
import type { BalanceMemory } from '../balanceMemory.ts';
import type { OrderStore } from '../orderStore.ts';
import type { Sessions } from '../sessions.ts';
import type { Settling } from '../settling.ts';
import { compareAccount } from './comparison.ts';
import { mergeFindings, resolveUnseen } from './differences.ts';
import type { OrderGate } from './gate.ts';
import type { Run } from './run.ts';
import { type AccountState, newState } from './state.ts';
import { differencesMax, type ReconciliationStore } from './store.ts';
import type { Touched } from './touched.ts';
import { mergeTransfers, orphan } from './transfers.ts';
import type {
  AccountReport,
  Difference,
  Finding,
  ReconciliationObserver,
  Transfer,
} from './types.ts';

export interface ComparisonStatesDeps {
  readonly orders: OrderStore;
  readonly store: ReconciliationStore;
  readonly sessions: Sessions;
  readonly balanceMemory: Pick<BalanceMemory, 'watch'>;
  readonly settling: Settling;
  readonly touched: Touched;
  readonly gate: OrderGate;
  readonly isSending: (orderId: string) => boolean;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly observe: ReconciliationObserver;
  /** Called once with every new difference. Must not throw. */
  readonly alert: ((difference: Difference) => void) | undefined;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

/** Maximum number of open differences of one account: some room is left for resolved ones. */
const openMax = differencesMax / 2;

/** The state of each account's comparisons. */
export interface ComparisonStates {
  /** Compares one account; returns false when something was left out. Never rejects. */
  compare(account: Account): Promise<boolean>;
  report(account: Account): Promise<Omit<AccountReport, 'nextMs' | 'updates'>>;
  ages(): ReadonlyMap<string, number>;
  /** True when the account was compared since the service began. */
  isCompared(id: AccountId): boolean;
  /** Forgets the accounts that are not among these. */
  keep(accounts: ReadonlyMap<string, Account>): void;
  /** Changes the open transfers of an account at once; resolves when that is written. */
  alterTransfers(
    account: Account,
    alter: (transfers: readonly Transfer[]) => readonly Transfer[],
  ): Promise<void>;
}

/** The known state of one account: as it was last written, except for the transfers. */
interface ComparisonState {
  state: AccountState;
  open: readonly Difference[];
  comparisons: number;
  /** Time of loading, by our clock. */
  readonly loadedMs: number;
  /**
   * States are written one after another: the database may not keep the order of two concurrent
   * writes.
   */
  writing: Promise<unknown>;
}

function newComparisonState(
  { state, open }: Pick<ComparisonState, 'state' | 'open'>,
  loadedMs: number,
): ComparisonState {
  return {
    state: { ...state, transfers: orphan(state.transfers, loadedMs) },
    open,
    comparisons: 0,
    loadedMs,
    writing: Promise.resolve(),
  };
}

export function createComparisonStates(deps: ComparisonStatesDeps): ComparisonStates {
  const { clock, store, observe } = deps;
  const comparisons = new Map<string, ComparisonState>();
  const loading = new Map<string, Promise<ComparisonState>>();
  const load = async (account: Account): Promise<ComparisonState> => {
    const { state = newState(account), open } = await store.load(account);
    const comparison = newComparisonState({ state, open }, clock.now());
    comparisons.set(account.id, comparison);
    return comparison;
  };
  const comparisonOf = async (account: Account): Promise<ComparisonState> => {
    const known = comparisons.get(account.id);
    if (known?.state.lifeMs === account.createdAtMs) return known;
    // Concurrent callers get the same state.
    const name = `${account.id} ${account.createdAtMs}`;
    const loaded = loading.get(name) ?? load(account).finally(() => loading.delete(name));
    loading.set(name, loaded);
    return loaded;
  };
  return {
    async alterTransfers(account, alter) {
      const comparison = await comparisonOf(account);
      const transfers = alter(comparison.state.transfers);
      if (transfers === comparison.state.transfers) return;
      comparison.state = { ...comparison.state, transfers };
      await writeState(deps, { account, comparison }, {});
    },
    async compare(account) {
      try {
        const comparison = await comparisonOf(account);
        return await compareState(deps, account, comparison);
      } catch (error) {
        if (!deps.signal.aborted) observe.comparisonFailed(account.id, error);
        return false;
      }
    },
    async report(account) {
      const { state, open } = await comparisonOf(account);
      const { lastComparedMs, unavailable, counts } = state;
      const status = statusOf(state, open.length);
      return { account, status, lastComparedMs, unavailable, counts, openDifferences: open.length };
    },
    ages() {
      const nowMs = clock.now();
      const known = [...comparisons].flatMap(([id, { state }]): [string, number][] =>
        state.lastComparedMs === undefined ? [] : [[id, (nowMs - state.lastComparedMs) / 1000]],
      );
      return new Map(known);
    },
    isCompared: (id) => (comparisons.get(id)?.comparisons ?? 0) > 0,
    keep(accounts) {
      for (const id of comparisons.keys()) if (!accounts.has(id)) comparisons.delete(id);
    },
  };
}

function statusOf({ lastComparedMs, unavailable }: AccountState, open: number) {
  if (unavailable) return 'venue_unavailable';
  if (lastComparedMs === undefined) return 'not_compared';
  return open > 0 ? 'differences' : 'ok';
}

async function compareState(
  deps: ComparisonStatesDeps,
  account: Account,
  comparison: ComparisonState,
): Promise<boolean> {
  const { clock, observe, touched } = deps;
  const seen = new Set<string>();
  const ids = new Set([...touched.take(account.id), ...openSums(comparison)]);
  const unsure = new Set<string>();
  const missing = new Set(
    comparison.open.filter(({ kind }) => kind === 'order_missing').map(({ identity }) => identity),
  );
  const report = async (findings: readonly Finding[]) => {
    for (const { id } of await keepFindings(deps, { account, comparison }, findings)) seen.add(id);
  };
  try {
    const run: Run = {
      ...deps,
      account,
      session: deps.balanceMemory.watch(account, deps.sessions.of(account, 'comparison')),
      report,
      wasMissing: (orderId) => missing.has(orderId),
      unsure,
      unheardUntilMs: comparison.comparisons === 0 ? comparison.loadedMs : undefined,
      recovered: (count) => observe.fillsRecovered(account.id, count),
      orderRecovered: (orderId) => observe.orderRecovered(account.id, orderId),
    };
    const { state, kinds, left, closed } = await compareAccount(run, {
      state: comparison.state,
      transfers: () => comparison.state.transfers,
      comparisons: comparison.comparisons,
      touched() {
        for (const id of touched.take(account.id)) ids.add(id);
        return [...ids];
      },
      hold: () => deps.gate.hold(account.id),
    });
    touched.add(account.id, left);
    const nowMs = clock.now();
    const resolved = resolveUnseen(comparison.open, { seen, kinds, unsure }, nowMs);
    // Other transfers may have been reported in the meantime.
    const next = ({ transfers }: AccountState) => ({
      ...state,
      transfers: mergeTransfers(transfers, { left: state.transfers, closed }),
    });
    await writeState(deps, { account, comparison }, { next, differences: resolved });
    for (const transfer of closed) observe.transferClosed(account.id, transfer);
    const gone = new Set(resolved.map(({ id }) => id));
    comparison.open = comparison.open.filter(({ id }) => !gone.has(id));
    comparison.comparisons += 1;
    return unsure.size === 0 && state.putOffs === 0;
  } catch (error) {
    touched.add(account.id, [...ids]);
    if (deps.signal.aborted || !isUnavailable(error)) throw error;
    await setUnavailable(deps, { account, comparison }, errorText(error));
    return true;
  }
}

/**
 * Returns orders with wrong sums of fills; they are checked until the sums agree, even without
 * updates.
 */
function openSums({ open }: ComparisonState): readonly string[] {
  return open.filter(({ kind }) => kind === 'fills_differ').map(({ identity }) => identity);
}

/**
 * Returns true when the venue cannot be asked; an account without a session cannot be asked either.
 */
function isUnavailable(error: unknown): boolean {
  return (
    error instanceof VenueUnavailableError ||
    (error instanceof AppError && error.code === 'NOT_SUPPORTED')
  );
}

interface InComparison {
  readonly account: Account;
  readonly comparison: ComparisonState;
}

/** Stores the findings before they correct anything: what was corrected must not go unreported. */
async function keepFindings(
  { clock, ids, store, observe, alert }: ComparisonStatesDeps,
  { account, comparison }: InComparison,
  findings: readonly Finding[],
): Promise<readonly Difference[]> {
  const nowMs = clock.now();
  const newId = () => ids.timedUuid(nowMs);
  const merging = { accountId: account.id, open: comparison.open, nowMs, newId, openMax };
  const { changed, fresh, open } = mergeFindings(merging, findings);
  if (changed.length === 0) return [];
  await store.save(account.id, undefined, { differences: changed, atMs: nowMs });
  comparison.open = open;
  for (const difference of fresh) {
    observe.differenceFound(difference);
    alert?.(difference);
  }
  return changed;
}

/**
 * Writes the changed state after the writes that are running; then it becomes the present state.
 */
async function writeState(
  { store, clock }: ComparisonStatesDeps,
  { account, comparison }: InComparison,
  {
    next = (state) => state,
    differences = [],
  }: {
    readonly next?: (state: AccountState) => AccountState;
    readonly differences?: readonly Difference[];
  },
): Promise<void> {
  const write = async (): Promise<void> => {
    await store.save(account.id, next(comparison.state), { differences, atMs: clock.now() });
    // Applied again, because transfers may have been reported while the state was written.
    comparison.state = next(comparison.state);
  };
  const written = comparison.writing.then(write);
  comparison.writing = written.catch(() => undefined);
  await written;
}

async function setUnavailable(
  deps: ComparisonStatesDeps,
  { account, comparison }: InComparison,
  reason: string,
): Promise<void> {
  const known = comparison.state.unavailable;
  const unavailable = { sinceMs: known?.sinceMs ?? deps.clock.now(), reason };
  const next = (state: AccountState) => ({ ...state, unavailable });
  await writeState(deps, { account, comparison }, { next });
  if (!known) deps.observe.accountUnavailable(account.id, reason);
}
