import type { Clock } from '../../server/src/kit/clock.ts';
import type { HeldLease } from '../../server/src/store/postgres/lease/holding.ts';
import type { LeaseRow } from '../../server/src/store/postgres/lease/leaseRow.ts';
import type { Write } from '../../server/src/store/sqlite/calls.ts';
import type { Store } from '../../server/src/store/types.ts';
import type { VenueSession } from '../../server/src/trading/venues/venuePort.ts';

/**
 * A mistake planted on the path of an order, to see whether the checks find it. It sits between the
 * service and its ports, so that the product holds no trace of it. Created anew for each run.
 */
export interface PlantedPorts {
  /** Returns the session for the service. */
  session?(session: VenueSession, accountId: string): VenueSession;
  store?(store: Store): Store;
  /** In runs with two processes. */
  readonly owners?: PlantedOwners;
  /** Returns the late writes of a dead incarnation. */
  lateWrites?(writes: readonly Write[], epoch: number): readonly Write[];
}

/** Mistakes in how a process owns the engine. */
export interface PlantedOwners {
  /** Returns the clock that measures the lease. */
  leaseClock?(clock: Clock): Clock;
  holding?(holding: Holding): PlantedHolding;
  /** Returns the session for the service. */
  session?(session: VenueSession): VenueSession;
  /** Returns the writes to use instead, given the current epoch. */
  write?(write: Write, epoch: number): Write;
  /** Skips the check as the first byte leaves. */
  readonly leavesUnasked?: true;
}

/** The parts with which one process holds the lease. */
export interface Holding {
  readonly row: LeaseRow;
  readonly clock: Clock;
  /** True while the holder's connection is cut. */
  readonly isHolderCut: () => boolean;
}

export interface PlantedHolding {
  /** The row as the process sees it. */
  readonly row?: LeaseRow;
  /** Returns the lease for the service. */
  readonly lease?: (held: HeldLease) => HeldLease;
}

export type PortsMaker = () => PlantedPorts;
