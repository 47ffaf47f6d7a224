import { createCache } from '../../kit/cache.ts';
import type { Clock } from '../../kit/clock.ts';

/** What exchanges said a moment ago, failures included; at most one question per key under way. */
export interface KeptAnswers<Value> {
  /** The answer that is kept, or the asker's; so is its failure. */
  get(key: string, ask: () => Promise<Value>): Promise<Value>;
  /** What is being answered to the key by now is not kept either. */
  delete(key: string): void;
}

interface KeptAnswersOptions {
  readonly clock: Clock;
  readonly ttlMs: number;
  readonly failureTtlMs: number;
  /** Beyond this the least recently used goes. */
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
