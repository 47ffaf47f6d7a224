import type { Clock } from '../../../../kit/clock.ts';
import { readPages } from '../../../execution/index.ts';
import type { AccountId } from '../../../model/account.ts';
import type { CollectStore } from '../../types.ts';
import type { ReadOutcome } from './pace.ts';

/** Exchanges book late: entries this much older than the newest one may still come. */
const overlapMs = 600_000;

/** A list of an account at its exchange, oldest first. */
export interface LedgerList<Entry extends { readonly atMs: number }> {
  /** Name under which its progress is stored. */
  readonly name: string;
  /** Time from which the first reading starts. */
  readonly firstMs: number;
  /** Time at which it ends: later entries come another way. Undefined for a list that goes on. */
  readonly endMs?: number;
  /** Entries asked for in one call. */
  readonly pageSize: number;
  readonly pagesMax?: number;
  /** Returns the first entries at or after a time. */
  read(
    query: { readonly sinceMs: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly Entry[]>;
  /** Stores each entry once, however often it comes. */
  store(entries: readonly Entry[]): Promise<unknown>;
}

interface ReadingsDeps {
  readonly store: Pick<CollectStore, 'readSince' | 'saveSince'>;
  readonly clock: Clock;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

interface Quiet {
  readonly sinceMs: number;
  /** When a reading that found nothing newer began. */
  readonly beganMs: number;
}

export interface Readings {
  /**
   * Reads on, and returns the outcome. Rejects when the venue does not answer or the database
   * refuses the entries: what was read by then is kept, and the rest comes next time.
   */
  readOn<Entry extends { readonly atMs: number }>(
    accountId: AccountId,
    list: LedgerList<Entry>,
  ): Promise<ReadOutcome>;
}

/**
 * Reads lists from where they were left, with an overlap. A list counts as read up to the newest
 * entry that came. Only when two readings in a row found nothing newer, it counts as read up to the
 * time of the first of them: a page that comes short or empty once loses nothing.
 */
export function createReadings({ store, clock, signal }: ReadingsDeps): Readings {
  const quiet = new Map<string, Quiet>();
  /** Positions at which lists that were too long for one turn go on. */
  const going = new Map<string, number>();

  return {
    async readOn(accountId, list) {
      const key = `${accountId} ${list.name}`;
      const beganMs = clock.now();
      const stored = await store.readSince(accountId, list.name);
      const sinceMs = stored ?? list.firstMs;
      // The start is stored, so that it stays the same however long the first reading takes.
      if (stored === undefined) {
        await store.saveSince(accountId, list.name, { sinceMs, nowMs: beganMs });
      }
      const { endMs = Number.POSITIVE_INFINITY } = list;
      if (sinceMs >= endMs) return 'quiet';
      let newestMs = sinceMs;
      const save = async (toMs: number): Promise<void> => {
        if (toMs <= sinceMs) return;
        await store.saveSince(accountId, list.name, { sinceMs: toMs, nowMs: clock.now() });
      };
      const read = async (): Promise<number | undefined> =>
        readPages(
          { clock, signal },
          {
            ...list,
            sinceMs: going.get(key) ?? sinceMs - overlapMs,
            async take(page) {
              await list.store(page.filter(({ atMs }) => atMs < endMs));
              for (const { atMs } of page) newestMs = Math.max(newestMs, atMs);
            },
          },
        );
      let reachedMs: number | undefined;
      try {
        reachedMs = await read();
      } finally {
        // A clock that runs ahead must not skip entries that come until then.
        newestMs = Math.min(newestMs, Math.max(sinceMs, beganMs), endMs);
        await save(newestMs);
      }
      if (reachedMs !== undefined) {
        going.set(key, reachedMs);
        return 'more';
      }
      going.delete(key);
      const before = quiet.get(key);
      quiet.set(key, { sinceMs: newestMs, beganMs });
      if (newestMs > sinceMs) return 'news';
      if (before?.sinceMs !== sinceMs) return 'quiet';
      const toMs = Math.min(endMs, Math.max(sinceMs, before.beganMs));
      quiet.set(key, { sinceMs: toMs, beganMs });
      await save(toMs);
      return 'quiet';
    },
  };
}
