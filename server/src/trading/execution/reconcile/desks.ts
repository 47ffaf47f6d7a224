import type { Clock } from '../../../kit/clock.ts';
import { AppError, errorText } from '../../../kit/errors.ts';
import type { Ids } from '../../../kit/ids.ts';
import type { Account } from '../../model/account.ts';
import { VenueUnavailableError } from '../../model/venueUnavailableError.ts';
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
import type { AccountReport, Difference, Finding, ReconciliationObserver } from './types.ts';

export interface DesksDeps {
  readonly orders: OrderStore;
  readonly store: ReconciliationStore;
  readonly sessions: Sessions;
  readonly settling: Settling;
  readonly touched: Touched;
  readonly gate: OrderGate;
  readonly isSending: (orderId: string) => boolean;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly observe: ReconciliationObserver;
  /** Told of every new difference, once. Must not throw. */
  readonly alert: ((difference: Difference) => void) | undefined;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

/** Differences of one account that may be open at once: what is resolved keeps some room. */
const openMax = differencesMax / 2;

/** Where each account stands. */
export interface Desks {
  /** Compares one account; false when something was left out. Never rejects. */
  compare(account: Account): Promise<boolean>;
  report(account: Account): Promise<Omit<AccountReport, 'nextMs' | 'updates'>>;
  ages(): ReadonlyMap<string, number>;
  /** Forgets the accounts that are not among these. */
  keep(accounts: ReadonlyMap<string, Account>): void;
}

/** What is known of one account; the state as it was last written. */
interface Desk {
  state: AccountState;
  open: readonly Difference[];
  comparisons: number;
}

export function createDesks(deps: DesksDeps): Desks {
  const { clock, store, observe } = deps;
  const desks = new Map<string, Desk>();
  const deskOf = async (account: Account): Promise<Desk> => {
    const known = desks.get(account.id);
    if (known?.state.lifeMs === account.createdAtMs) return known;
    const { state = newState(account), open } = await store.load(account);
    const desk = { state, open, comparisons: 0 };
    desks.set(account.id, desk);
    return desk;
  };
  return {
    async compare(account) {
      try {
        const desk = await deskOf(account);
        return await compareDesk(deps, account, desk);
      } catch (error) {
        if (!deps.signal.aborted) observe.comparisonFailed(account.id, error);
        return false;
      }
    },
    async report(account) {
      const { state, open } = await deskOf(account);
      const { lastComparedMs, unavailable, counts } = state;
      const status = statusOf(state, open.length);
      return { account, status, lastComparedMs, unavailable, counts, openDifferences: open.length };
    },
    ages() {
      const nowMs = clock.now();
      const known = [...desks].flatMap(([id, { state }]): [string, number][] =>
        state.lastComparedMs === undefined ? [] : [[id, (nowMs - state.lastComparedMs) / 1000]],
      );
      return new Map(known);
    },
    keep(accounts) {
      for (const id of desks.keys()) if (!accounts.has(id)) desks.delete(id);
    },
  };
}

function statusOf({ lastComparedMs, unavailable }: AccountState, open: number) {
  if (unavailable) return 'venue_unavailable';
  if (lastComparedMs === undefined) return 'not_compared';
  return open > 0 ? 'differences' : 'ok';
}

async function compareDesk(deps: DesksDeps, account: Account, desk: Desk): Promise<boolean> {
  const { clock, store, touched } = deps;
  const seen = new Set<string>();
  const ids = new Set([...touched.take(account.id), ...openSums(desk)]);
  const unsure = new Set<string>();
  const report = async (findings: readonly Finding[]) => {
    for (const { id } of await keepFindings(deps, { account, desk }, findings)) seen.add(id);
  };
  try {
    const run: Run = { ...deps, account, session: deps.sessions.of(account), report, unsure };
    const { state, kinds, left } = await compareAccount(run, {
      state: desk.state,
      comparisons: desk.comparisons,
      touched() {
        for (const id of touched.take(account.id)) ids.add(id);
        return [...ids];
      },
      hold: () => deps.gate.hold(account.id),
    });
    touched.add(account.id, left);
    const nowMs = clock.now();
    const resolved = resolveUnseen(desk.open, { seen, kinds, unsure }, nowMs);
    await store.save(account.id, state, { differences: resolved, atMs: nowMs });
    const gone = new Set(resolved.map(({ id }) => id));
    desk.open = desk.open.filter(({ id }) => !gone.has(id));
    desk.state = state;
    desk.comparisons += 1;
    return unsure.size === 0 && state.putOffs === 0;
  } catch (error) {
    touched.add(account.id, [...ids]);
    if (deps.signal.aborted || !isUnavailable(error)) throw error;
    await setUnavailable(deps, { account, desk }, errorText(error));
    return true;
  }
}

/** What was uneven is looked at until it is even, whether or not anything is heard of it. */
function openSums({ open }: Desk): readonly string[] {
  return open.filter(({ kind }) => kind === 'fills_differ').map(({ identity }) => identity);
}

/** An account that no session can be opened for cannot be asked either. */
function isUnavailable(error: unknown): boolean {
  return (
    error instanceof VenueUnavailableError ||
    (error instanceof AppError && error.code === 'NOT_SUPPORTED')
  );
}

interface AtDesk {
  readonly account: Account;
  readonly desk: Desk;
}

/** Written before anything is put right by them: what was mended must not go untold. */
async function keepFindings(
  { clock, ids, store, observe, alert }: DesksDeps,
  { account, desk }: AtDesk,
  findings: readonly Finding[],
): Promise<readonly Difference[]> {
  const nowMs = clock.now();
  const newId = () => ids.timedUuid(nowMs);
  const merging = { accountId: account.id, open: desk.open, nowMs, newId, openMax };
  const { changed, fresh, open } = mergeFindings(merging, findings);
  if (changed.length === 0) return [];
  await store.save(account.id, undefined, { differences: changed, atMs: nowMs });
  desk.open = open;
  for (const difference of fresh) {
    observe.differenceFound(difference);
    alert?.(difference);
  }
  return changed;
}

async function setUnavailable(
  { clock, store, observe }: DesksDeps,
  { account, desk }: AtDesk,
  reason: string,
): Promise<void> {
  const nowMs = clock.now();
  const known = desk.state.unavailable;
  const unavailable = { sinceMs: known?.sinceMs ?? nowMs, reason };
  const state = { ...desk.state, unavailable };
  await store.save(account.id, state, { differences: [], atMs: nowMs });
  desk.state = state;
  if (!known) observe.accountUnavailable(account.id, reason);
}
