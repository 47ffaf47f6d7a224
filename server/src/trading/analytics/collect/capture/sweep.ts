import type { Clock } from '../../../../kit/clock.ts';
import type { AccountId } from '../../../model/account.ts';
import type { UsdNow } from '../../feeRate.ts';
import type { CollectStore, FillPlace } from '../../types.ts';
import { usdThen } from './usd.ts';

export interface SweepDeps {
  readonly store: Pick<CollectStore, 'fillsAfter' | 'saveMarks' | 'readSince' | 'saveSince'>;
  readonly accountIds: () => Promise<readonly AccountId[]>;
  readonly latestUsd: UsdNow;
  readonly clock: Clock;
  /** Aborts the sweep. */
  readonly signal: AbortSignal;
}

const list = 'marks';
/** Fills that are read at once, and the pause after them: other callers need the database too. */
const partSize = 500;
const pauseMs = 100;
/** Younger fills may still be processed by others; they are looked through next time. */
const youngMs = 600_000;
/** Overlap for fills that came late, about when the last sweep ended. */
const overlapMs = 3_600_000;

/**
 * Adds marks for the fills that got none when they were stored: those from before marks existed,
 * and those of the last second before a crash. Runs once after each start, from where the last run
 * ended.
 */
export async function sweepFills(deps: SweepDeps): Promise<void> {
  for (const accountId of await deps.accountIds()) {
    if (deps.signal.aborted) return;
    await sweepAccount(deps, accountId);
  }
}

async function sweepAccount(deps: SweepDeps, accountId: AccountId): Promise<void> {
  const { store, clock, signal } = deps;
  const untilMs = clock.now() - youngMs;
  const sinceMs = ((await store.readSince(accountId, list)) ?? 0) - overlapMs;
  let place: FillPlace = { ...beginning, atMs: sinceMs };
  for (;;) {
    const fills = await store.fillsAfter(accountId, place, partSize);
    const old = fills.filter(({ atMs }) => atMs <= untilMs);
    await store.saveMarks(
      old
        .filter(({ isMarked }) => !isMarked)
        .map((fill) => {
          const { marketType, symbol, venueTradeId, atMs } = fill;
          const key = { accountId, marketType, symbol, venueTradeId, atMs };
          const none = { markMissing: 'late', dueMs: null } as const;
          return { ...key, ...usdThen(fill, deps.latestUsd), ...none };
        }),
    );
    const last = old.at(-1);
    if (last) {
      await store.saveSince(accountId, list, { sinceMs: last.atMs, nowMs: clock.now() });
    }
    if (!last || old.length < partSize) return;
    place = last;
    await clock.sleep(pauseMs, signal);
    if (signal.aborted) return;
  }
}

/** No fill comes before this place. */
const beginning = { marketType: '', symbol: '', venueTradeId: '' } as const;
