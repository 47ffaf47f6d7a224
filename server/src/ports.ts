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

/** Everything impure that the service needs, given by the process. */
export interface AppPorts {
  readonly config: Config;
  readonly version: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** True when answers are checked against the contract, as in tests. */
  readonly checkAnswers?: boolean;
  /** Loses calls to the paper venue, like a real network; used by simulations. */
  readonly paperFaults?: PaperFaults;
  /**
   * Options for waiting while another process owns the engine; without them the start fails then.
   */
  readonly standby?: OwnOptions;
  /** Replaces the feeds of `WINDLASS_FEED`; given by tests that set the market. */
  readonly feeds?: FeedSet;
  /** The connection to the paper venues; by default without faults. */
  readonly paperLine?: (venues: ConnectPaper) => ConnectPaper;
  /** Replace the venues' protocols; a test uses them to plant mistakes. */
  readonly liveDialects?: LiveDialects;
  /** Replaces the venues' limits; test suites that send faster than any venue allows raise them. */
  readonly liveLimits?: LiveLimits;
  /** Folder of the built page, which is served at `/`; nothing is served by default. */
  readonly pageFolder?: string;
  /** Opens the database, by default the configured one. */
  readonly openStore?: () => Promise<Store>;
  /** Returns true for endpoints to open; by default all. Simulations that start often open few. */
  readonly serves?: (path: string) => boolean;
  /** False when one process runs many services: its own figures then describe none of them. */
  readonly hasProcessFigures?: boolean;
}
