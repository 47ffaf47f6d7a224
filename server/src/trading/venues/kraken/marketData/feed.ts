import type { BookFeed, BookWriter, OpenFeed } from '../../bookPort.ts';
import type { CollectorDeps } from '../../shared/collector.ts';
import { createMarketFeed } from '../../shared/stream/marketFeed.ts';
import type { StreamProtocol } from '../../shared/stream/protocol.ts';
import { createPushedBook, type PushedBookDeps } from '../../shared/stream/pushedBook.ts';
import { createVenueFeed, lazily } from '../../shared/stream/venueFeed.ts';
import { createWeightGate } from '../../shared/weightGate.ts';
import { toVenueInstrument } from '../symbols.ts';
import { createFuturesDecoder, futuresBookDialect } from './futures/book.ts';
import type { FuturesMessage } from './futures/frames.ts';
import { futuresProof } from './futures/proof.ts';
import { createFuturesProtocol } from './futures/protocol.ts';
import { createV1Reader } from './recorded/v1Reader.ts';
import { createSpotDecoder, spotBookDialect } from './spot/book.ts';
import type { SpotMessage } from './spot/frames.ts';
import { spotProof } from './spot/proof.ts';
import { createSpotProtocol } from './spot/protocol.ts';

const venue = 'kraken';

/** Spot allows about one public request per second and address: half is left to trading. */
const spotRequestsPerMinute = 30;
/** Futures documents are whole books of up to 100 kB; the venue's own limit is far higher. */
const futuresRequestsPerMinute = 60;

/** Creates the public books of spot and of futures, two hosts of one venue. */
export function createKrakenFeed(deps: CollectorDeps): BookFeed {
  const logger = deps.logger.child({ venue });
  const spot = lazily(() =>
    createMarket<SpotMessage>({
      ...deps,
      logger,
      protocol: createSpotProtocol(deps.transport.isRecording ? createV1Reader() : undefined),
      requestsPerMinute: spotRequestsPerMinute,
      partsOf: (key, book) => ({
        dialect: spotBookDialect,
        decoder: createSpotDecoder(),
        proof: spotProof(key, book),
      }),
    }),
  );
  const futures = lazily(() =>
    createMarket<FuturesMessage>({
      ...deps,
      logger,
      protocol: createFuturesProtocol(),
      requestsPerMinute: futuresRequestsPerMinute,
      partsOf: (key) => ({
        dialect: futuresBookDialect,
        decoder: createFuturesDecoder(key),
        proof: futuresProof(key),
      }),
    }),
  );
  return createVenueFeed({
    venue,
    route(symbol) {
      const instrument = toVenueInstrument(symbol);
      if (!instrument) return undefined;
      const market = instrument.market === 'spot' ? spot : futures;
      return (book) => market.get().open(instrument.venueSymbol, book);
    },
    stop() {
      spot.made()?.stop();
      futures.made()?.stop();
    },
  });
}

interface MarketSpec<M> extends CollectorDeps {
  readonly protocol: StreamProtocol<M>;
  readonly requestsPerMinute: number;
  /** Returns the parts of a book of this market. */
  partsOf(key: string, book: BookWriter): Pick<PushedBookDeps<M>, 'dialect' | 'decoder' | 'proof'>;
}

interface Market {
  open(key: string, book: BookWriter): OpenFeed;
  stop(): void;
}

/** Creates one market with the connections and the budget that its books share. */
function createMarket<M>({ requestsPerMinute, partsOf, ...deps }: MarketSpec<M>): Market {
  const gate = createWeightGate({
    clock: deps.clock,
    capacity: requestsPerMinute,
    refillPerMinute: requestsPerMinute,
  });
  const feed = createMarketFeed<M>(deps);
  return {
    open: (key, book) =>
      feed.open(key, (renew) =>
        createPushedBook<M>({ ...deps, ...partsOf(key, book), key, book, gate, renew }),
      ),
    stop: () => feed.stop(),
  };
}
