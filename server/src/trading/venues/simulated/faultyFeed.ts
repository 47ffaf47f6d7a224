import type { Logger } from '../../../kit/logger.ts';
import type { Random } from '../../../kit/random.ts';
import type { BookFeed } from '../bookPort.ts';
import { createMarketFeed } from '../shared/stream/marketFeed.ts';
import { createPushedBook } from '../shared/stream/pushedBook.ts';
import { createWeightGate } from '../shared/weightGate.ts';
import { createFaultPlan, type FaultRates, type FaultReport } from './faults.ts';
import type { SimulatedFeedDeps } from './feed.ts';
import {
  createSimulatedProtocol,
  simulatedDecoder,
  simulatedDialect,
  simulatedProof,
} from './wireProtocol.ts';
import { createWireVenue } from './wireVenue.ts';

/** More than enough: nothing else requests anything from a simulated venue. */
const requestsPerMinute = 600;

export interface FaultyFeedDeps extends SimulatedFeedDeps {
  readonly random: Random;
  readonly logger: Logger;
  readonly rates: FaultRates;
  readonly report: FaultReport;
}

/**
 * Creates one venue's books behind a connection with faults: the simulated market at its far end,
 * and at this end the same code that keeps the books of real venues.
 */
export function createFaultyFeed(deps: FaultyFeedDeps): BookFeed {
  const { seed, profile, rates, clock, listings } = deps;
  const { venue } = profile;
  const logger = deps.logger.child({ venue });
  const transport = createWireVenue({ ...deps, plan: createFaultPlan(seed, venue, rates) });
  const gate = createWeightGate({
    clock,
    capacity: requestsPerMinute,
    refillPerMinute: requestsPerMinute,
  });
  const protocol = createSimulatedProtocol(venue);
  const market = createMarketFeed({ ...deps, logger, transport, protocol });
  return {
    venue,
    lists: (symbol) => (listings.has(symbol) ? 'yes' : 'no'),
    open(symbol, book) {
      if (!listings.has(symbol)) {
        const reason = `${venue} does not list ${symbol}`;
        return { close: clock.schedule(0, () => book.failed(reason)) };
      }
      return market.open(symbol, (renew) =>
        createPushedBook({
          ...deps,
          logger,
          transport,
          key: symbol,
          book,
          gate,
          renew,
          dialect: simulatedDialect,
          decoder: simulatedDecoder,
          proof: simulatedProof(venue, symbol),
        }),
      );
    },
    async stop() {
      market.stop();
      transport.stop();
    },
  };
}
