import { ask, type Run } from './run.ts';

/**
 * Maximum page size: a page with entries of only one millisecond is requested again, with up to
 * this many entries.
 */
const pageSizeMax = 4_000;
/**
 * Maximum number of pages of one list in one reading: 10,000 fills, some minutes of extreme
 * trading. After a long outage the next comparison continues there.
 */
const defaultPagesMax = 20;

/** A list of an account at its venue, oldest first. */
export interface PagedList<Entry> {
  /** Reads the first entries at or after a time. */
  read(
    query: { readonly sinceMs: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<readonly Entry[]>;
  /** Handles a page before the next one is read. */
  take(page: readonly Entry[]): void | Promise<void>;
  readonly sinceMs: number;
  /** Number of entries requested in one call. */
  readonly pageSize: number;
  /** Maximum number of pages in one reading; `defaultPagesMax` when left out. */
  readonly pagesMax?: number;
}

/**
 * Reads page after page; returns the time that it reached if there is more, undefined at the end.
 */
export async function readPages<Entry extends { readonly atMs: number }>(
  run: Pick<Run, 'clock' | 'signal'>,
  { read, take, sinceMs, pageSize, pagesMax = defaultPagesMax }: PagedList<Entry>,
): Promise<number | undefined> {
  let fromMs = sinceMs;
  let limit = pageSize;
  for (let page = 0; page < pagesMax; page += 1) {
    const query = { sinceMs: fromMs, limit };
    const entries = await ask(run, (signal) => read(query, signal));
    await take(entries);
    const lastMs = entries.at(-1)?.atMs;
    if (lastMs === undefined || entries.length < limit) return undefined;
    const isStuck = lastMs === fromMs;
    limit = isStuck ? Math.min(limit * 2, pageSizeMax) : pageSize;
    // A venue that returns no more entries of one millisecond than this never will.
    fromMs = isStuck && entries.length >= pageSizeMax ? lastMs + 1 : lastMs;
  }
  return fromMs;
}

/**
 * Forgets entries before `sinceMs`, which are not read again, and the oldest beyond `knownMax`.
 * Returns the time from which entries are kept.
 */
export function forgetOld(
  known: Map<string, number>,
  { sinceMs, knownMax }: { readonly sinceMs: number; readonly knownMax: number },
): number {
  const byTime = [...known].sort(([, a], [, b]) => a - b);
  const surplus = byTime[byTime.length - knownMax - 1];
  const fromMs = surplus === undefined ? sinceMs : Math.max(sinceMs, surplus[1] + 1);
  for (const [name, atMs] of byTime) if (atMs < fromMs) known.delete(name);
  return fromMs;
}
