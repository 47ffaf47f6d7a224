import type { FailoverSetup, Member } from './setup.ts';

/** A fault of the owner, which can be undone. */
export interface FailoverFault {
  readonly name: string;
  /** The required outcome: the other takes over, the owner stays, or either. */
  readonly ends: 'takeover' | 'stays' | 'either';
  /** Resolves once the fault is there; the returned function undoes it. */
  strike(setup: FailoverSetup, owner: Member): Promise<() => Promise<void>>;
  /**
   * Duration from the strike, in ms; drawn each time between two bounds. `tillTaken`: until another
   * has the lease.
   */
  readonly lastsMs: number | readonly [number, number] | 'tillTaken';
  /**
   * Start of the measurement of a planned end: before its request, or after it when the request
   * takes time of its own. All other takeovers are measured from the last renewal.
   */
  readonly plannedFrom?: 'asking' | 'asked';
  /** True where the owner and the database cannot reach each other while it lasts. */
  readonly isPartition?: boolean;
  /** True when requests sent before it arrive after it, through the system's own repeats. */
  readonly holdsUpOrders?: boolean;
}

/** Undoes a fault that leaves nothing to undo. */
export const nothing = async (): Promise<void> => undefined;
