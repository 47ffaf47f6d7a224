import type { Clock } from '../../../../kit/clock.ts';
import type { Logger } from '../../../../kit/logger.ts';
import type { Random } from '../../../../kit/random.ts';
import type { BookFeed, BookWriter, OpenFeed } from '../../bookPort.ts';
import { createMarketFeed } from '../../shared/stream/marketFeed.ts';
import { createVenueFeed } from '../../shared/stream/venueFeed.ts';
import { createWeightGate } from '../../shared/weightGate.ts';
import type { FeedTransport } from '../../transportPort.ts';
import { type MarketName, toVenueInstrument, type VenueInstrument } from '../symbols.ts';
import { createBookStream } from './book.ts';
import { type Market, markets } from './markets.ts';
import { createBinanceProtocol } from './protocol.ts';

const venue = 'binance';

export interface BinanceFeedDeps {
  readonly transport: FeedTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Creates the public books of spot, USD-margined and coin-margined futures. */
export function createBinanceFeed(deps: BinanceFeedDeps): BookFeed {
  const logger = deps.logger.child({ venue });
  const opened = new Map<MarketName, BinanceMarket>();

  const marketOf = (name: MarketName): BinanceMarket => {
    const known = opened.get(name);
    if (known) return known;
    const made = createMarket(markets[name], { ...deps, logger });
    opened.set(name, made);
    return made;
  };

  return createVenueFeed({
    venue,
    route(symbol) {
      const instrument = toVenueInstrument(symbol);
      return instrument && ((book) => marketOf(instrument.market).open(instrument, book));
    },
    stop() {
      for (const feed of opened.values()) feed.stop();
      opened.clear();
    },
  });
}

interface BinanceMarket {
  open(instrument: VenueInstrument, book: BookWriter): OpenFeed;
  stop(): void;
}

/** Creates one market with the budget that its books share. */
function createMarket(market: Market, deps: BinanceFeedDeps): BinanceMarket {
  const gate = createWeightGate({
    clock: deps.clock,
    capacity: market.weightPerMinute,
    refillPerMinute: market.weightPerMinute,
  });
  const feed = createMarketFeed({ ...deps, protocol: createBinanceProtocol(market) });
  return {
    open: (instrument, book) =>
      feed.open(instrument.venueSymbol, (lost) =>
        createBookStream({ ...deps, market, instrument, book, gate, lost }),
      ),
    stop: () => feed.stop(),
  };
}
