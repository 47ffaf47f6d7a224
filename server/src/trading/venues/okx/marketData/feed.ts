import type { BookFeed, BookWriter, OpenFeed } from '../../bookPort.ts';
import type { CollectorDeps } from '../../shared/collector.ts';
import { openWithContract } from '../../shared/stream/contractLoader.ts';
import { createMarketFeed } from '../../shared/stream/marketFeed.ts';
import { createPushedBook } from '../../shared/stream/pushedBook.ts';
import { createVenueFeed, lazily } from '../../shared/stream/venueFeed.ts';
import { createWeightGate } from '../../shared/weightGate.ts';
import { toVenueInstrument, type VenueInstrument } from '../symbols.ts';
import {
  contractUrl,
  createOkxDecoder,
  okxBookDialect,
  okxProof,
  parseContractWorth,
  sizesAreBase,
  sizesAreContracts,
  type ToBase,
} from './book.ts';
import { createOkxProtocol } from './protocol.ts';

const venue = 'okx';
/** The host accepts 20 to 40 requests in two seconds by kind; trading needs them more. */
const requestsPerMinute = 300;

/** Creates the public books of spot, swaps and futures. */
export function createOkxFeed(deps: CollectorDeps): BookFeed {
  const logger = deps.logger.child({ venue });
  const gate = createWeightGate({
    clock: deps.clock,
    capacity: requestsPerMinute,
    refillPerMinute: requestsPerMinute,
  });
  const market = lazily(() => createMarketFeed({ ...deps, logger, protocol: createOkxProtocol() }));

  const openSized = (instrument: VenueInstrument, book: BookWriter, toBase: ToBase): OpenFeed =>
    market.get().open(instrument.instId, (renew) =>
      createPushedBook({
        ...deps,
        logger,
        key: instrument.instId,
        book,
        gate,
        renew,
        dialect: okxBookDialect,
        decoder: createOkxDecoder(toBase),
        proof: okxProof(instrument, toBase),
      }),
    );

  return createVenueFeed({
    venue,
    route(symbol) {
      const instrument = toVenueInstrument(symbol);
      if (!instrument) return undefined;
      const { contract, instId } = instrument;
      if (contract === 'none') return (book) => openSized(instrument, book, sizesAreBase);
      return (book) =>
        openWithContract<ToBase>({
          ...deps,
          gate,
          book,
          url: contractUrl(instrument),
          parse(text) {
            const worth = parseContractWorth(text, instId);
            return typeof worth === 'string' ? worth : sizesAreContracts(contract, worth);
          },
          unknown: sizesAreBase,
          open(toBase) {
            if (toBase === sizesAreBase) {
              logger.warn({ contract: instId }, 'Sizes of the recording are contracts');
            }
            return openSized(instrument, book, toBase);
          },
        });
    },
    stop: () => market.made()?.stop(),
  });
}
