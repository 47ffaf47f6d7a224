import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { Random } from '../../../kit/random.ts';
import type { VenueId } from '../../model/venue.ts';
import type { BookFeed, BookWriter, OpenFeed } from '../bookPort.ts';
import { createWeightGate } from '../shared/weightGate.ts';
import type { FeedTransport } from '../transportPort.ts';
import { createBookStream } from './bookStream.ts';
import { type Market, markets } from './markets.ts';
import { createStreamConnection, type StreamConnection } from './streamConnection.ts';
import { type MarketName, toVenueInstrument, type VenueInstrument } from './symbols.ts';

/** The venue allows 1,024 (an older futures page 200); fewer keep the harm of a cut small. */
const streamsPerConnectionMax = 200;
/** Fine enough for ages counted in half seconds, and nothing next to the frames themselves. */
const beatMs = 500;

const venue = 'binance' as VenueId;

export interface BinanceFeedDeps {
  readonly transport: FeedTransport;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Public books of spot, USD-margined and coin-margined futures. */
export function createBinanceFeed(deps: BinanceFeedDeps): BookFeed {
  const logger = deps.logger.child({ venue });
  const opened = new Map<MarketName, MarketFeed>();

  const marketFeed = (name: MarketName): MarketFeed => {
    const known = opened.get(name);
    if (known) return known;
    const made = createMarketFeed(markets[name], { ...deps, logger });
    opened.set(name, made);
    return made;
  };

  return {
    venue,
    lists: (symbol) => (toVenueInstrument(symbol) ? 'unknown' : 'no'),
    open(symbol, book) {
      const instrument = toVenueInstrument(symbol);
      if (!instrument) {
        book.failed(`${symbol} is not a symbol of this venue`);
        return { close: () => undefined };
      }
      return marketFeed(instrument.market).open(instrument, book);
    },
    async stop() {
      for (const feed of opened.values()) feed.stop();
      opened.clear();
    },
  };
}

interface MarketFeed {
  open(instrument: VenueInstrument, book: BookWriter): OpenFeed;
  stop(): void;
}

/** The connections of one market and the budget they share. */
function createMarketFeed(market: Market, deps: BinanceFeedDeps): MarketFeed {
  const gate = createWeightGate({
    clock: deps.clock,
    capacity: market.weightPerMinute,
    refillPerMinute: market.weightPerMinute,
  });
  const connections = new Set<StreamConnection>();
  let cancelBeat: Cancel | undefined;

  const withRoom = (): StreamConnection => {
    for (const connection of connections) {
      if (connection.size() < streamsPerConnectionMax) return connection;
    }
    const connection = createStreamConnection({ ...deps, market });
    connections.add(connection);
    cancelBeat ??= deps.clock.every(beatMs, () => {
      for (const each of connections) each.beat();
    });
    return connection;
  };

  const rest = () => {
    if (connections.size > 0) return;
    cancelBeat?.();
    cancelBeat = undefined;
  };

  return {
    open(instrument, book) {
      const connection = withRoom();
      const { venueSymbol } = instrument;
      let isOpen = true;
      const lost = (again: boolean) => connection.renew(venueSymbol, again);
      connection.add(createBookStream({ ...deps, market, instrument, book, gate, lost }));
      return {
        close() {
          if (!isOpen) return;
          isOpen = false;
          connection.remove(venueSymbol);
          if (connection.size() > 0) return;
          connections.delete(connection);
          rest();
        },
      };
    },
    stop() {
      for (const connection of connections) connection.stop();
      connections.clear();
      rest();
    },
  };
}
