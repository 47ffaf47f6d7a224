import type { Registry } from 'prom-client';
import type { Clock } from './kit/clock.ts';
import { errorText } from './kit/errors.ts';
import type { Ids } from './kit/ids.ts';
import type { Lease } from './kit/lease.ts';
import type { Logger } from './kit/logger.ts';
import type { Random } from './kit/random.ts';
import type { OwnOptions, Store } from './store/types.ts';
import type { ConnectLive, ConnectPaper } from './trading/service/orders.ts';
import { dialectsOf, type LiveDialects, loadLiveVenues } from './trading/venues/liveVenues.ts';
import { createPaperConnector } from './trading/venues/paper/connector.ts';
import type { PaperFaults } from './trading/venues/paper/ports.ts';
import { hostsOf, paperVenueOf, regionsOf } from './trading/venues/registry.ts';
import { createGates, type GatesDeps } from './trading/venues/shared/limits/gates.ts';
import { observeGates } from './trading/venues/shared/limits/observeGates.ts';
import { createLiveConnector } from './trading/venues/shared/live/connector.ts';
import type { UpdatesObserver } from './trading/venues/shared/live/followedSession.ts';
import { createStreamConnect } from './trading/venues/shared/live/streamSockets.ts';
import { createTradeSend } from './trading/venues/shared/live/tradeHttp.ts';

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

/** Stands in for the limits that exchanges have. */
export type LiveLimits = GatesDeps['limitsOf'];

/** Where live accounts trade. Nothing is loaded or connected before the first of them does. */
export function liveConnection({
  simulator,
  liveDialects = dialectsOf,
  liveLimits,
  logger,
  registry,
  isTakenOver = false,
  ...process
}: {
  readonly clock: Clock;
  readonly lease: Lease;
  readonly random: Random;
  readonly logger: Logger;
  readonly registry: Registry;
  /** `WINDLASS_VENUE_TRANSPORT`: where every connection goes instead. */
  readonly simulator: URL | undefined;
  /** Whether another process has just sent with the same addresses and credentials. */
  readonly isTakenOver?: boolean;
  /** How venues are spoken to, where it is not as usual. */
  readonly liveDialects?: LiveDialects | undefined;
  readonly liveLimits?: LiveLimits | undefined;
}): { readonly connectLive: ConnectLive; readonly close: () => Promise<void> } {
  const send = createTradeSend(simulator);
  const ended = new AbortController();
  const { clock } = process;
  const gates = createGates({
    clock,
    signal: ended.signal,
    limitsOf: liveLimits,
    spentBefore: isTakenOver ? { share: 0.5, atMs: clock.monotonic() } : undefined,
    observer: observeGates(registry, logger, () => gates.figures()),
  });
  return {
    connectLive: (house) =>
      createLiveConnector({
        ...{ ...house, ...process, send, gates },
        connect: createStreamConnect({ clock: process.clock, logger, simulator }),
        observe: updatesObserver(logger),
        ended: ended.signal,
        dialectsOf: liveDialects,
        hostsOf,
        regionsOf,
      }),
    async close() {
      ended.abort(new Error('The service stops.'));
      await send.close();
    },
  };
}

/** Gets ready while another process owns the engine, without writing anything. */
export function warming(
  waits: OwnOptions | undefined,
  { store, logger }: { readonly store: Pick<Store, 'db'>; readonly logger: Logger },
) {
  let hasWaited = false;
  const waiting = (owner: string): void => {
    hasWaited = true;
    waits?.waiting?.(owner);
    void warmLiveAccounts(store, logger);
  };
  return {
    options: waits && { ...waits, waiting },
    hasWaited: () => hasWaited,
  };
}

/**
 * Loads the code with which the live accounts of a database trade, for a process that waits to take
 * them over. Of a database without tables there are none.
 */
async function warmLiveAccounts({ db }: Pick<Store, 'db'>, logger: Logger): Promise<void> {
  try {
    const accounts = db.selectFrom('exchange_accounts').where('mode', '=', 'live');
    const rows = await accounts.select('venue').distinct().execute();
    await loadLiveVenues(rows.map(({ venue }) => venue));
  } catch (error) {
    logger.info({ error: errorText(error) }, 'The live accounts cannot be prepared for yet');
  }
}

function updatesObserver(logger: Logger): UpdatesObserver {
  return {
    streamLive: (accountId, stream) =>
      logger.info({ accountId, stream }, 'The exchange tells of the orders of an account'),
    streamDown: (accountId, stream, { reason, nextTryMs }) =>
      logger.warn(
        { accountId, stream, reason, nextTryMs },
        'Orders are polled: their stream is away',
      ),
    inFlightNotRead: (accountId, error) =>
      logger.error(
        { accountId, error: errorText(error) },
        'Which orders are in flight cannot be read yet',
      ),
  };
}
