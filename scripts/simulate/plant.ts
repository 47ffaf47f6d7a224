import type { Write } from '../../server/src/store/sqliteCalls.ts';
import type { Store } from '../../server/src/store/types.ts';
import type { VenueSession } from '../../server/src/trading/venues/venuePort.ts';

/**
 * A mistake planted into the way of an order, to see whether the checks find it. It sits between
 * the service and its ports, so that the product holds no trace of it. Made anew for each run.
 */
export interface Plant {
  /** The session as the service has it. */
  session?(session: VenueSession, accountId: string): VenueSession;
  store?(store: Store): Store;
  /** What a dead incarnation writes late. */
  lateWrites?(writes: readonly Write[], epoch: number): readonly Write[];
}

export type PlantMaker = () => Plant;
