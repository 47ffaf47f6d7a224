import type { FaultName } from './catalogue.ts';

/** One fault that struck. */
export interface Strike {
  /** By the clock of the process, which no fault moves. */
  readonly atMs: number;
  readonly venue: string;
  readonly fault: FaultName;
  /** Of faults that strike one market. */
  readonly market?: string;
  /** Of faults that strike a request: its method and path. */
  readonly request?: string;
}

export interface Injected {
  readonly venue: string;
  readonly fault: FaultName;
  readonly market?: string;
  readonly count: number;
}

/** What struck so far. */
export interface StrikeLog {
  note(strike: Strike): void;
  /** How often each struck. */
  counts(): readonly Injected[];
  /** The newest ones, oldest first. */
  all(): readonly Strike[];
}

/** Hours of harsh faults at every exchange, in a few megabytes; the counts go on beyond it. */
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
