import type { Clock } from './kit/clock.ts';
import { errorText } from './kit/errors.ts';
import type { Ids } from './kit/ids.ts';
import type { Logger } from './kit/logger.ts';
import type { Store } from './store/types.ts';
import type { ConnectPaper } from './trading/service/orders.ts';
import { createPaperConnector } from './trading/venues/paper/connector.ts';
import type { PaperFaults } from './trading/venues/paper/ports.ts';
import { paperVenueOf } from './trading/venues/registry.ts';

interface PaperParts {
  readonly store: Store;
  readonly epoch: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  /** Loses calls, as a network does; nothing is lost when left out. */
  readonly paperFaults?: PaperFaults | undefined;
}

/** Where paper accounts trade. */
export function paperConnection({ paperFaults, logger, ...parts }: PaperParts): ConnectPaper {
  return (market) =>
    createPaperConnector({
      ...parts,
      ...market,
      venueOf: paperVenueOf,
      ...(paperFaults && { faults: paperFaults }),
      observe: {
        paperStoreFailed: (accountId, error) =>
          logger.error({ accountId, error: errorText(error) }, 'A paper account cannot be kept'),
      },
    });
}
