import type { Clock } from './clock.ts';

/** A token bucket: bursts up to its capacity, then a steady rate. */
export interface TokenBucket {
  /** Takes `count` tokens if they are available, and returns true if it did. */
  take(count?: number): boolean;
}

export function createTokenBucket(options: {
  clock: Clock;
  capacity: number;
  refillPerSecond: number;
}): TokenBucket {
  let tokens = options.capacity;
  let filledAt = options.clock.monotonic();
  return {
    take(count = 1) {
      const now = options.clock.monotonic();
      tokens = Math.min(
        options.capacity,
        tokens + ((now - filledAt) / 1000) * options.refillPerSecond,
      );
      filledAt = now;
      if (tokens < count) return false;
      tokens -= count;
      return true;
    },
  };
}

/** A caller's state within its window. */
export interface WindowState {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Epoch seconds at which the window ends. */
  readonly resetAtSec: number;
  /** Whole seconds until then, at least 1. */
  readonly retryAfterSec: number;
}

/** Limits requests by a fixed window per caller, as the documents describe their limits. */
export interface FixedWindow {
  /** Counts one request of the caller. */
  count(caller: string): WindowState;
  /** Returns the state without counting a request. */
  peek(caller: string): WindowState;
}

interface FixedWindowOptions {
  readonly clock: Clock;
  readonly limit: number;
  readonly windowMs: number;
  /** Maximum number of callers; the oldest window is dropped first. */
  readonly callersMax: number;
}

interface Window {
  readonly endsAt: number;
  used: number;
}

export function createFixedWindow(options: FixedWindowOptions): FixedWindow {
  const { clock, limit, windowMs, callersMax } = options;
  const windows = new Map<string, Window>();

  const current = (caller: string): Window => {
    const now = clock.monotonic();
    const known = windows.get(caller);
    if (known && known.endsAt > now) return known;
    windows.delete(caller);
    return { endsAt: now + windowMs, used: 0 };
  };

  const state = (window: Window, allowed: boolean): WindowState => {
    const leftMs = window.endsAt - clock.monotonic();
    return {
      allowed,
      limit,
      remaining: Math.max(0, limit - window.used),
      resetAtSec: Math.ceil((clock.now() + leftMs) / 1000),
      retryAfterSec: Math.max(1, Math.ceil(leftMs / 1000)),
    };
  };

  return {
    count(caller) {
      const window = current(caller);
      if (window.used >= limit) return state(window, false);
      window.used += 1;
      windows.set(caller, window);
      if (windows.size > callersMax) {
        const oldest = windows.keys().next();
        if (!oldest.done) windows.delete(oldest.value);
      }
      return state(window, true);
    },
    peek(caller) {
      const window = current(caller);
      return state(window, window.used < limit);
    },
  };
}
