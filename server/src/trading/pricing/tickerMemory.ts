import type { Clock } from '../../kit/clock.ts';
import type { CoinTicker } from './priceProvider.ts';

/** Trading §4.8: the cache's time to live. */
export const tickerTtlMs = 900_000;
/** Maximum number of prices: at 1 kB each some 10 MB; every major coin in many currencies. */
export const tickersMax = 10_000;
/** Maximum number of unknown ids, kept so that they are not requested again and again. */
const absentMax = 10_000;

/** A price and when it was captured, epoch ms. */
export interface KnownTicker {
  readonly ticker: CoinTicker;
  readonly fetchedAtMs: number;
}

/** Known coins; the least recently used are dropped first. */
export interface TickerMemory {
  find(vsCurrency: string, id: string): KnownTicker | undefined;
  put(vsCurrency: string, known: KnownTicker): void;
  /** Records that the provider answered without this coin. */
  putAbsent(vsCurrency: string, id: string): void;
  /** Returns true when the provider had no such coin within the time to live. */
  isAbsent(vsCurrency: string, id: string): boolean;
}

export function createTickerMemory(clock: Clock): TickerMemory {
  const known = new Map<string, KnownTicker>();
  const absentSince = new Map<string, number>();
  const put = (key: string, value: KnownTicker) => {
    known.delete(key);
    known.set(key, value);
    dropOldest(known, tickersMax);
  };
  return {
    find(vsCurrency, id) {
      const key = keyOf(vsCurrency, id);
      const found = known.get(key);
      if (found) put(key, found);
      return found;
    },
    put(vsCurrency, value) {
      put(keyOf(vsCurrency, value.ticker.id), value);
    },
    putAbsent(vsCurrency, id) {
      const key = keyOf(vsCurrency, id);
      absentSince.delete(key);
      absentSince.set(key, clock.monotonic());
      dropOldest(absentSince, absentMax);
    },
    isAbsent(vsCurrency, id) {
      const since = absentSince.get(keyOf(vsCurrency, id));
      return since !== undefined && clock.monotonic() - since < tickerTtlMs;
    },
  };
}

/** Currencies contain no colon, so no two pairs share a key. */
function keyOf(vsCurrency: string, id: string): string {
  return `${vsCurrency}:${id}`;
}

function dropOldest(entries: Map<string, unknown>, sizeMax: number): void {
  if (entries.size <= sizeMax) return;
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}
