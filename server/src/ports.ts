import type { Config } from './config.ts';
import type { LiveLimits } from './connectors.ts';
import type { Clock } from './kit/clock.ts';
import type { Logger } from './kit/logger.ts';
import type { Random } from './kit/random.ts';
import type { OwnOptions, Store } from './store/types.ts';
import type { ConnectPaper } from './trading/service/orders.ts';
import type { FeedSet } from './trading/venues/feeds.ts';
import type { LiveDialects } from './trading/venues/liveVenues.ts';
import type { PaperFaults } from './trading/venues/paper/ports.ts';

/** What the process gives: everything impure that the service needs. */
export interface AppPorts {
  readonly config: Config;
  readonly version: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Whether answers are checked against the contract; tests do. */
  readonly checkAnswers?: boolean;
  /** Loses calls to the paper venue, as a network does; simulations do. */
  readonly paperFaults?: PaperFaults;
  /** Who waits where another process owns the engine; without it the start fails there. */
  readonly standby?: OwnOptions;
  /** Stands in for the feeds of `WINDLASS_FEED`; tests that set the market give them. */
  readonly feeds?: FeedSet;
  /** What lies between the house and its paper venues; a perfect line unless given. */
  readonly paperLine?: (venues: ConnectPaper) => ConnectPaper;
  /** Stand in for how venues are spoken to; a proof plants mistakes in them. */
  readonly liveDialects?: LiveDialects;
  /** Stands in for the limits of venues; suites that send at a pace no venue allows widen them. */
  readonly liveLimits?: LiveLimits;
  /** Folder of the built page, served at `/`; none is served unless given. */
  readonly pageFolder?: string;
  /** Opens the database; the one of the configuration unless given. */
  readonly openStore?: () => Promise<Store>;
  /** Whether an endpoint is opened; all are unless given. Simulations that start often open few. */
  readonly serves?: (path: string) => boolean;
  /** False where one process runs many services: its own figures say nothing of one of them. */
  readonly hasProcessFigures?: boolean;
}
