import type { Clock } from '../../../kit/clock.ts';
import { type Accounts, existingAccounts } from '../../accounts/index.ts';
import { findListed, namedMarket, type WorldOf } from '../../execution/index.ts';
import type { LegTerms } from '../algorithm.ts';
import { pairOf } from '../legs.ts';
import type { AlgorithmRecord } from '../types.ts';

interface Restart {
  /** Time of the last sign of life from its last process; undefined when there was none. */
  readonly beatAtMs: number | undefined;
  readonly nowMs: number;
}

/**
 * Returns the algorithm's clock when it is taken up again. It stood still while the service was
 * down: a schedule that missed hours must not be caught up in one burst. Time since it was last
 * stored counts as far as it is known. A pair's clock never stands still.
 */
export function elapsedAfterRestart(
  record: Pick<AlgorithmRecord, 'type' | 'status' | 'run'>,
  { beatAtMs, nowMs }: Restart,
): number {
  const { status, run } = record;
  // An unhedged position was unhedged all the while.
  if (pairOf(record)) return run.elapsedMs + Math.max(0, nowMs - run.savedAtMs);
  if (status !== 'RUNNING') return run.elapsedMs;
  const seenMs = Math.min(beatAtMs ?? run.savedAtMs, nowMs) - run.savedAtMs;
  return run.elapsedMs + Math.max(0, seenMs);
}

export interface MarketDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly worldOf: WorldOf<'markets' | 'books'>;
  readonly clock: Clock;
  readonly leaving: AbortSignal;
}

/** As long as a start waits for its books. */
const readyMsMax = 2_000;

/** Waits this long for the work. Work that is not done by then continues alone. Never rejects. */
export async function forAWhile(
  { clock, leaving }: Pick<MarketDeps, 'clock' | 'leaving'>,
  work: Promise<unknown>,
): Promise<void> {
  const enough = new AbortController();
  const signal = AbortSignal.any([leaving, enough.signal]);
  await Promise.race([work, clock.sleep(readyMsMax, signal)]).catch(() => undefined);
  enough.abort();
}

/**
 * Waits until the market of an algorithm can be seen again, as its start did: a first look at
 * nothing would cost a sweep one of its rounds. Venues that are not there by then are left out.
 */
export async function marketReady(
  deps: MarketDeps,
  { symbol, accountIds }: Pick<LegTerms, 'symbol' | 'accountIds'>,
): Promise<void> {
  const { accounts, worldOf } = deps;
  const seen = async (): Promise<void> => {
    const found = await existingAccounts(accounts, accountIds);
    const { markets, books } = worldOf(found);
    const venues = [...new Set(found.map(({ venue }) => venue))];
    const named = namedMarket(symbol, undefined);
    await Promise.allSettled([
      books.ready(symbol, venues),
      ...venues.map((venue) => findListed(markets, venue, named)),
    ]);
  };
  await forAWhile(deps, seen());
}
