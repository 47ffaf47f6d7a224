/** Work that is held back for a time. */
export interface Holding {
  hold(ms: number, work: () => void): void;
  /** Runs all of it now, oldest first. */
  release(): void;
}

export function createHolding(schedule: (ms: number, work: () => void) => void): Holding {
  const held = new Set<() => void>();
  return {
    hold(ms, work) {
      // A new function each time, as the same work may be held twice.
      const once = () => {
        if (held.delete(once)) work();
      };
      held.add(once);
      schedule(ms, once);
    },
    release() {
      for (const once of [...held]) once();
    },
  };
}
