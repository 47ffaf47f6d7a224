import type { Clock } from './clock.ts';

interface Entry<Value> {
  readonly value: Value;
  readonly expiresAt: number;
}

/** A bounded cache with a time to live and at most one load in flight per key. */
export interface Cache<Value> {
  /** The cached value, or the loader's. A failed load is not cached and fails every waiter. */
  get(key: string, load: () => Promise<Value>): Promise<Value>;
  peek(key: string): Value | undefined;
  delete(key: string): void;
  clear(): void;
  readonly size: number;
}

interface CacheOptions {
  readonly clock: Clock;
  readonly ttlMs: number;
  /** Beyond this the least recently used entry goes. */
  readonly sizeMax: number;
}

export function createCache<Value>(options: CacheOptions): Cache<Value> {
  const { clock, ttlMs, sizeMax } = options;
  const entries = new Map<string, Entry<Value>>();
  const flights = new Map<string, Promise<Value>>();
  // A delete or clear while a load is under way must win over what that load brings.
  const voided = new WeakSet<Promise<Value>>();

  const peek = (key: string): Value | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    entries.delete(key);
    if (entry.expiresAt <= clock.monotonic()) return undefined;
    entries.set(key, entry);
    return entry.value;
  };

  const store = (key: string, value: Value) => {
    entries.delete(key);
    entries.set(key, { value, expiresAt: clock.monotonic() + ttlMs });
    if (entries.size <= sizeMax) return;
    const oldest = entries.keys().next();
    if (!oldest.done) entries.delete(oldest.value);
  };

  const voidFlight = (key: string) => {
    const flight = flights.get(key);
    if (flight) voided.add(flight);
    flights.delete(key);
  };

  return {
    get size() {
      return entries.size;
    },
    peek,
    get(key, load) {
      const cached = peek(key);
      if (cached !== undefined) return Promise.resolve(cached);
      const running = flights.get(key);
      if (running) return running;
      const flight: Promise<Value> = load().then(
        (value) => {
          if (!voided.has(flight)) store(key, value);
          if (flights.get(key) === flight) flights.delete(key);
          return value;
        },
        (error: unknown) => {
          if (flights.get(key) === flight) flights.delete(key);
          throw error;
        },
      );
      flights.set(key, flight);
      return flight;
    },
    delete(key) {
      entries.delete(key);
      voidFlight(key);
    },
    clear() {
      entries.clear();
      for (const key of [...flights.keys()]) voidFlight(key);
    },
  };
}
