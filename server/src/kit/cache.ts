import type { Clock } from './clock.ts';

/** A bounded cache with a time to live and at most one load in flight per key. */
export interface Cache<Value> {
  /**
   * Returns the cached value, or loads it. A failed load is not cached and fails for every waiter.
   */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  peek(key: string): Value | undefined;
  delete(key: string): void;
  clear(): void;
  readonly size: number;
}

interface CacheOptions {
  readonly clock: Clock;
  readonly ttlMs: number;
  /** Maximum number of entries; the least recently used one is dropped first. */
  readonly sizeMax: number;
}

export function createCache<Value>(options: CacheOptions): Cache<Value> {
  const entries = createEntries<Value>(options);
  // A load that was deleted while it ran still answers its waiters, but its value is not cached.
  const flights = new Map<string, Promise<Value>>();

  const start = (key: string, load: () => Promise<Value>): Promise<Value> => {
    const isCurrent = () => flights.get(key) === flight;
    const flight: Promise<Value> = load().then(
      (value) => {
        if (isCurrent()) {
          entries.set(key, value);
          flights.delete(key);
        }
        return value;
      },
      (error: unknown) => {
        if (isCurrent()) flights.delete(key);
        throw error;
      },
    );
    flights.set(key, flight);
    return flight;
  };

  return {
    get size() {
      return entries.size;
    },
    peek: entries.get,
    get(key, load) {
      const cached = entries.get(key);
      if (cached !== undefined) return Promise.resolve(cached);
      return flights.get(key) ?? start(key, load);
    },
    delete(key) {
      entries.delete(key);
      flights.delete(key);
    },
    clear() {
      entries.clear();
      flights.clear();
    },
  };
}

/** Holds values in order of use, each with its expiry time. */
function createEntries<Value>({ clock, ttlMs, sizeMax }: CacheOptions) {
  const entries = new Map<string, { readonly value: Value; readonly expiresAt: number }>();
  return {
    get size() {
      return entries.size;
    },
    get(key: string): Value | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.expiresAt <= clock.monotonic()) return undefined;
      entries.set(key, entry);
      return entry.value;
    },
    set(key: string, value: Value): void {
      entries.delete(key);
      entries.set(key, { value, expiresAt: clock.monotonic() + ttlMs });
      if (entries.size <= sizeMax) return;
      const oldest = entries.keys().next();
      if (!oldest.done) entries.delete(oldest.value);
    },
    delete: (key: string) => entries.delete(key),
    clear: () => entries.clear(),
  };
}
