import type { FailoverHouse, Member } from './house.ts';

/** Something that is done to the owner, and undone. */
export interface FailoverFault {
  readonly name: string;
  /** What must come of it: the other takes over, the owner stays what it is, or one of the two. */
  readonly ends: 'takeover' | 'stays' | 'either';
  /** Resolves once it is done; what is returned undoes it. */
  strike(house: FailoverHouse, owner: Member): Promise<() => Promise<void>>;
  /**
   * How long it lasts, from the strike; between two bounds each time anew. `tillTaken`: until
   * another has the lease.
   */
  readonly lastsMs: number | readonly [number, number] | 'tillTaken';
  /**
   * Where a planned end is measured from: before it was asked for, or after that, where the asking
   * takes time of its own. All other takeovers are measured from the last renewal.
   */
  readonly plannedFrom?: 'asking' | 'asked';
  /** True where the owner and the database cannot hear of each other while it lasts. */
  readonly isPartition?: boolean;
  /** What the owner sent to exchanges before it arrives after it, by the system's own repeats. */
  readonly holdsUpOrders?: boolean;
}

/** Undoes what leaves nothing behind. */
export const nothing = async (): Promise<void> => undefined;
