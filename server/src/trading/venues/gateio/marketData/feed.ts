import type { BookFeed, BookWriter, OpenFeed } from '../../bookPort.ts';
import type { CollectorDeps } from '../../shared/collector.ts';
import { openWithContract } from '../../shared/stream/contractLoader.ts';
import { createMarketFeed } from '../../shared/stream/marketFeed.ts';
import { createPushedBook } from '../../shared/stream/pushedBook.ts';
import { createVenueFeed, lazily } from '../../shared/stream/venueFeed.ts';
import { createWeightGate } from '../../shared/weightGate.ts';
import { type MarketName, toVenueInstrument, type VenueInstrument } from '../symbols.ts';
import {
  createGateioDecoder,
  gateioBookDialect,
  gateioProof,
  joinedDocument,
  parseMultiplier,
  sizesAreBase,
  sizesAreContracts,
  sizesAreUsd,
  type ToBase,
} from './book.ts';
import { contractUrl, createGateioProtocol } from './protocol.ts';

const venue = 'gateio';
/** The host accepts 200 requests in ten seconds from one address; trading needs them more. */
const requestsPerMinute = 300;

/** Creates the public books of spot and perpetuals. */
export function createGateioFeed(deps: CollectorDeps): BookFeed {
  const logger = deps.logger.child({ venue });
  const gate = createWeightGate({
    clock: deps.clock,
    capacity: requestsPerMinute,
    refillPerMinute: requestsPerMinute,
  });
  const feedOf = (name: MarketName) =>
    lazily(() => createMarketFeed({ ...deps, logger, protocol: createGateioProtocol(name) }));
  const markets = { spot: feedOf('spot'), usdt: feedOf('usdt'), btc: feedOf('btc') };

  const openSized = (instrument: VenueInstrument, book: BookWriter, toBase: ToBase): OpenFeed =>
    markets[instrument.market].get().open(instrument.venueSymbol, (renew) =>
      createPushedBook({
        ...deps,
        logger,
        key: instrument.venueSymbol,
        book,
        gate,
        renew,
        dialect: gateioBookDialect,
        decoder: createGateioDecoder(toBase),
        proof: gateioProof(instrument, toBase),
        snapshotOf: (message) => joinedDocument(instrument, message),
      }),
    );
  const openContract = (instrument: VenueInstrument, book: BookWriter): OpenFeed =>
    openWithContract<ToBase>({
      ...deps,
      gate,
      book,
      url: contractUrl(instrument.venueSymbol),
      parse(text) {
        const multiplier = parseMultiplier(text);
        return multiplier === undefined ? 'unreadable' : sizesAreContracts(multiplier);
      },
      unknown: sizesAreBase,
      open(toBase) {
        if (toBase === sizesAreBase) {
          logger.warn({ contract: instrument.venueSymbol }, 'Sizes of the recording are contracts');
        }
        return openSized(instrument, book, toBase);
      },
    });

  return createVenueFeed({
    venue,
    route(symbol) {
      const instrument = toVenueInstrument(symbol);
      if (!instrument) return undefined;
      if (instrument.market === 'usdt') return (book) => openContract(instrument, book);
      const toBase = instrument.market === 'btc' ? sizesAreUsd : sizesAreBase;
      return (book) => openSized(instrument, book, toBase);
    },
    stop() {
      for (const market of Object.values(markets)) market.made()?.stop();
    },
  });
}
