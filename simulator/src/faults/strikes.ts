import type { FaultName } from './catalogue.ts';

/** One fault that struck. */
export interface Strike {
  /** By the clock of the process, which no fault moves. */
  readonly atMs: number;
  readonly venue: string;
  readonly fault: FaultName;
  /** Set for faults that strike one market. */
  readonly market?: string;
  /** Method and path, for faults that strike a request. */
  readonly request?: string;
}

export interface Injected {
  readonly venue: string;
  readonly fault: FaultName;
  readonly market?: string;
  readonly count: number;
}

/** The faults that struck so far. */
export interface StrikeLog {
  note(strike: Strike): void;
  /** Returns how often each fault struck. */
  counts(): readonly Injected[];
  /** Returns the newest ones, oldest first. */
  all(): readonly Strike[];
}

/**
 * Enough for hours of harsh faults at every exchange, in a few megabytes; counts go on beyond it.
 */
const strikesMax = 20_000;

export function createStrikeLog(): StrikeLog {
  const strikes: Strike[] = [];
  const counts = new Map<string, Injected>();
  return {
    note(strike) {
      const { venue, fault, market } = strike;
      strikes.push(strike);
      if (strikes.length > strikesMax) strikes.shift();
      const key = `${venue} ${fault} ${market ?? ''}`;
      const count = (counts.get(key)?.count ?? 0) + 1;
      counts.set(key, { venue, fault, ...(market !== undefined && { market }), count });
    },
    counts: () => [...counts.values()],
    all: () => [...strikes],
  };
}
