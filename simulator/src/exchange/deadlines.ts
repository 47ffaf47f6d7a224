/** Work that is due at a time. It runs at the next look at the exchange, so no timer is needed. */
export interface Deadlines {
  /** Replaces the work of the same name. */
  set(name: string, at: number, run: () => void): void;
  drop(name: string): void;
  pass(now: number): void;
}

export function createDeadlines(): Deadlines {
  const waiting = new Map<string, { readonly at: number; readonly run: () => void }>();
  return {
    set(name, at, run) {
      waiting.set(name, { at, run });
    },
    drop: (name) => {
      waiting.delete(name);
    },
    pass(now) {
      for (const [name, { at, run }] of waiting) {
        if (at > now) continue;
        waiting.delete(name);
        run();
      }
    },
  };
}
