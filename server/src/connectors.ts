import type { Registry } from 'prom-client';
import type { Clock } from './kit/clock.ts';
import { errorText } from './kit/errors.ts';
import type { Ids } from './kit/ids.ts';
import type { Lease } from './kit/lease.ts';
import type { Logger } from './kit/logger.ts';
import type { Random } from './kit/random.ts';
import type { Store } from './store/types.ts';
import type { ConnectLive, ConnectPaper } from './trading/service/orders.ts';
import type { LiveDialects } from './trading/venues/liveVenues.ts';
import { createPaperConnector } from './trading/venues/paper/connector.ts';
import type { PaperFaults } from './trading/venues/paper/ports.ts';
import { hostsOf, paperVenueOf, regionsOf } from './trading/venues/registry.ts';
import { createGates, type GatesDeps } from './trading/venues/shared/limits/gates.ts';
import { observeGates } from './trading/venues/shared/limits/observeGates.ts';
import { createLiveConnector } from './trading/venues/shared/live/connector.ts';
import {
  createDialectClients,
  type LiveTrait,
} from './trading/venues/shared/live/dialectClients.ts';
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

/** Returns the connector of paper accounts. */
export function paperConnection({ paperFaults, logger, ...parts }: PaperParts): ConnectPaper {
  return (market) =>
    createPaperConnector({
      ...parts,
      ...market,
      venueOf: paperVenueOf,
      ...(paperFaults && { faults: paperFaults }),
      observe: {
        paperStoreFailed: (accountId, error) =>
          logger.error({ accountId, error: errorText(error) }, 'A paper account cannot be stored'),
      },
    });
}

/** Replaces the limits of exchanges. */
export type LiveLimits = GatesDeps['limitsOf'];

export interface LiveConnectionDeps {
  readonly clock: Clock;
  readonly lease: Lease;
  readonly random: Random;
  readonly logger: Logger;
  readonly registry: Registry;
  /** `WINDLASS_VENUE_TRANSPORT`: where every connection goes instead. */
  readonly simulator: URL | undefined;
  readonly liveDialects: LiveDialects;
  readonly liveLimits?: LiveLimits | undefined;
}

export interface LiveConnection {
  readonly connectLive: ConnectLive;
  /** Gets ready for accounts of this kind, by public answers alone. */
  warm(trait: LiveTrait): Promise<void>;
  /** Counts what the process before this one may have sent with the same keys and addresses. */
  takeOver(): void;
  close(): Promise<void>;
}

/** Share assumed spent at a takeover: the last requests of the former owner are not known. */
const spentShare = 0.5;

/** Creates the connection of live accounts. No list of markets is loaded before the first call. */
export function liveConnection({
  simulator,
  liveDialects,
  liveLimits,
  registry,
  ...process
}: LiveConnectionDeps): LiveConnection {
  const send = createTradeSend(simulator);
  const ended = new AbortController();
  const { clock, lease, logger, random } = process;
  const gates = createGates({
    clock,
    signal: ended.signal,
    limitsOf: liveLimits,
    observer: observeGates(registry, logger, () => gates.figures()),
  });
  const dialectClients = createDialectClients({
    clock,
    lease,
    send,
    gates,
    ended: ended.signal,
    dialectsOf: liveDialects,
    hostsOf,
  });
  return {
    connectLive: (own) =>
      createLiveConnector({
        ...own,
        clock,
        random,
        dialectClients,
        connect: createStreamConnect({ clock, logger, simulator }),
        observe: updatesObserver(logger),
        regionsOf,
      }),
    warm: dialectClients.warm,
    takeOver: () => gates.spendBefore({ share: spentShare, atMs: clock.monotonic() }),
    async close() {
      ended.abort(new Error('The service stops.'));
      await send.close();
    },
  };
}

function updatesObserver(logger: Logger): UpdatesObserver {
  return {
    streamLive: (accountId, stream) =>
      logger.info({ accountId, stream }, 'The exchange streams the order updates of an account'),
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
