import { createCache } from '../../kit/cache.ts';
import type { Clock } from '../../kit/clock.ts';

/** Keeps answers of exchanges for a moment, failures included; at most one request per key runs. */
export interface KeptAnswers<Value> {
  /** Returns the kept answer, or asks for a new one. A kept failure rejects again. */
  get(key: string, ask: () => Promise<Value>): Promise<Value>;
  /** Forgets the answer; the answer of a running request is not kept either. */
  delete(key: string): void;
}

interface KeptAnswersOptions {
  readonly clock: Clock;
  readonly ttlMs: number;
  readonly failureTtlMs: number;
  /** Maximum number of answers; the least recently used one is dropped first. */
  readonly sizeMax: number;
}

type Outcome<Value> = { readonly untilMs: number } & (
  | { readonly value: Value }
  | { readonly error: unknown }
);

export function createKeptAnswers<Value>(options: KeptAnswersOptions): KeptAnswers<Value> {
  const { clock, ttlMs, failureTtlMs, sizeMax } = options;
  const longestMs = Math.max(ttlMs, failureTtlMs);
  const outcomes = createCache<Outcome<Value>>({ clock, ttlMs: longestMs, sizeMax });
  const outcomeOf = (ask: () => Promise<Value>): Promise<Outcome<Value>> =>
    ask().then(
      (value) => ({ value, untilMs: clock.monotonic() + ttlMs }),
      (error: unknown) => ({ error, untilMs: clock.monotonic() + failureTtlMs }),
    );
  return {
    async get(key, ask) {
      const kept = outcomes.peek(key);
      if (kept && kept.untilMs <= clock.monotonic()) outcomes.delete(key);
      const outcome = await outcomes.get(key, () => outcomeOf(ask));
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    },
    delete: outcomes.delete,
  };
}
