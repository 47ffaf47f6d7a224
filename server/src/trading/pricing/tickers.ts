import { abortable } from '../../kit/abortable.ts';
import type { Clock } from '../../kit/clock.ts';
import type { PriceMetrics } from './metrics.ts';
import type { PriceCalls } from './priceCalls.ts';
import { type ChunkOutcome, createTickerChunks } from './tickerChunks.ts';
import type { PricedCoin, TickerAnswer, TickerFeed, TickerSource } from './tickerFeed.ts';
import { createTickerMemory, type KnownTicker, tickerTtlMs } from './tickerMemory.ts';
import type { TickerStore } from './tickerStore.ts';

export interface TickerFeedDeps {
  readonly calls: PriceCalls;
  /** Keeps prices over a restart; undefined keeps them only in memory. */
  readonly keep: TickerStore | undefined;
  readonly clock: Clock;
  readonly metrics: PriceMetrics;
}

/** One coin of a request: its value when the request came, and the call that reads it again. */
interface Wanted {
  readonly known: KnownTicker | undefined;
  readonly isOld: boolean;
  readonly flight: Promise<ChunkOutcome> | undefined;
}

interface Ask {
  readonly maxAgeMs: number;
  readonly isSpare: boolean;
}

export function createTickerFeed(deps: TickerFeedDeps): TickerFeed {
  const { calls, keep, clock, metrics } = deps;
  const memory = createTickerMemory(clock);
  // Every request waits for it, so a value that is read back never replaces a newer one.
  const loaded = keep?.load(memory.put);
  const received = (
    vsCurrency: string,
    ids: readonly string[],
    coins: ReadonlyMap<string, KnownTicker>,
  ) => {
    for (const known of coins.values()) memory.put(vsCurrency, known);
    for (const id of ids) if (!coins.has(id)) memory.putAbsent(vsCurrency, id);
    keep?.save(vsCurrency, [...coins.values()]);
  };
  const chunks = createTickerChunks({ calls, clock, received });

  const want = (vsCurrency: string, id: string, ask: Ask): Wanted => {
    const known = memory.find(vsCurrency, id);
    const isOld = known === undefined || ageOf(known, clock) >= ask.maxAgeMs;
    const asks = isOld && !memory.isAbsent(vsCurrency, id);
    return { known, isOld, flight: asks ? chunks.join(vsCurrency, id, ask.isSpare) : undefined };
  };

  return {
    async get(vsCurrency, ids, { maxAgeMs = tickerTtlMs, isSpare = false, signal } = {}) {
      const orAbort = <Value>(work: Promise<Value>) => (signal ? abortable(work, signal) : work);
      if (loaded) await orAbort(loaded);
      signal?.throwIfAborted();
      const wanted = new Map(
        Array.from(
          new Set(ids),
          (id) => [id, want(vsCurrency, id, { maxAgeMs, isSpare })] as const,
        ),
      );
      const outcomes = await orAbort(settle([...wanted.values()]));
      const answer = assemble(wanted, outcomes);
      report(answer, metrics);
      return answer;
    },
    peek(vsCurrency, id) {
      const known = memory.find(vsCurrency, id);
      return known && priced(known, ageOf(known, clock) < tickerTtlMs ? 'cached' : 'stale');
    },
  };
}

/** A value from the future, of a clock that was corrected since, is as doubtful as an old one. */
function ageOf({ fetchedAtMs }: KnownTicker, clock: Clock): number {
  return Math.abs(clock.now() - fetchedAtMs);
}

/** Waits for every call once, however many coins it returns. */
async function settle(
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<Promise<ChunkOutcome>, ChunkOutcome>> {
  const flights = new Set(wanted.flatMap(({ flight }) => (flight ? [flight] : [])));
  return new Map(
    await Promise.all(Array.from(flights, async (flight) => [flight, await flight] as const)),
  );
}

function assemble(
  wanted: ReadonlyMap<string, Wanted>,
  outcomes: ReadonlyMap<Promise<ChunkOutcome>, ChunkOutcome>,
): TickerAnswer {
  const coins = new Map<string, PricedCoin>();
  const unknown: string[] = [];
  let reason: string | undefined;
  for (const [id, { known, isOld, flight }] of wanted) {
    const outcome = flight && outcomes.get(flight);
    const fresh = outcome?.ok ? outcome.value.get(id) : undefined;
    if (outcome && !outcome.ok) reason ??= outcome.reason;
    if (fresh) coins.set(id, priced(fresh, 'fresh'));
    else if (known) coins.set(id, priced(known, isOld ? 'stale' : 'cached'));
    else if (outcome && !outcome.ok) unknown.push(id);
  }
  return { coins, unknown, reason };
}

function priced({ ticker, fetchedAtMs }: KnownTicker, source: TickerSource): PricedCoin {
  return { ticker, fetchedAtMs, source };
}

function report({ coins, unknown }: TickerAnswer, metrics: PriceMetrics): void {
  const counts = { fresh: 0, cached: 0, stale: 0 };
  for (const { source } of coins.values()) counts[source] += 1;
  metrics.answered('fresh', counts.fresh);
  metrics.answered('cached', counts.cached);
  metrics.answered('stale', counts.stale);
  metrics.answered('none', unknown.length);
}
