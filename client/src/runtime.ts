/** Time and chance as the client needs them; tests pass their own and never wait. */
export interface Runtime {
  /** Epoch ms. */
  now(): number;
  /** Uniform in [0, 1). */
  random(): number;
  /** Resolves after `delayMs`, or at once when the signal aborts. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** The machine's own time and chance, in Node and in browsers. */
export const systemRuntime: Runtime = {
  now: () => Date.now(), // tidy-ok: the client's one seam to real time
  random: () => Math.random(), // tidy-ok: jitter only; nothing here must be unguessable
  sleep: (delayMs, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const timer = setTimeout(finish, delayMs); // tidy-ok: the client's one seam to real time
      signal?.addEventListener('abort', finish, { once: true });
    }),
};

/** First wait before trying again: long enough for a dropped connection to be replaced. */
const backoffFirstMs = 200;
/** Longest wait between two tries: a person still sees recovery as prompt. */
const backoffMsMax = 5_000;

/**
 * Returns the wait before try `attempt` (counted from 1): doubling, bounded, and drawn from its
 * upper half so that clients cut off together do not come back together.
 */
export function backoffMs(attempt: number, random: Runtime['random']): number {
  const fullMs = Math.min(backoffMsMax, backoffFirstMs * 2 ** (attempt - 1));
  return Math.round(fullMs * (0.5 + random() / 2));
}
