import type { BookFeed } from '../../bookPort.ts';
import type { CollectorDeps } from '../../shared/collector.ts';
import { createMarketFeed } from '../../shared/stream/marketFeed.ts';
import { createPushedBook } from '../../shared/stream/pushedBook.ts';
import { createVenueFeed, lazily } from '../../shared/stream/venueFeed.ts';
import { createWeightGate } from '../../shared/weightGate.ts';
import { type MarketName, toVenueInstrument } from '../symbols.ts';
import { bybitBookDialect, bybitProof, createBybitDecoder } from './book.ts';
import { createBybitProtocol } from './protocol.ts';

const venue = 'bybit';
/** The host accepts 600 requests in five seconds from an address; trading needs them more. */
const requestsPerMinute = 600;

/** Creates the public books of spot, linear and inverse derivatives. */
export function createBybitFeed(deps: CollectorDeps): BookFeed {
  const logger = deps.logger.child({ venue });
  const gate = createWeightGate({
    clock: deps.clock,
    capacity: requestsPerMinute,
    refillPerMinute: requestsPerMinute,
  });
  const feedOf = (name: MarketName) =>
    lazily(() => createMarketFeed({ ...deps, logger, protocol: createBybitProtocol(name) }));
  const markets = { spot: feedOf('spot'), linear: feedOf('linear'), inverse: feedOf('inverse') };

  return createVenueFeed({
    venue,
    route(symbol) {
      const instrument = toVenueInstrument(symbol);
      if (!instrument) return undefined;
      const { market, venueSymbol } = instrument;
      return (book) =>
        markets[market].get().open(venueSymbol, (renew) =>
          createPushedBook({
            ...deps,
            logger,
            key: venueSymbol,
            book,
            gate,
            renew,
            dialect: bybitBookDialect,
            decoder: createBybitDecoder(market),
            proof: bybitProof(instrument),
          }),
        );
    },
    stop() {
      for (const market of Object.values(markets)) market.made()?.stop();
    },
  });
}
