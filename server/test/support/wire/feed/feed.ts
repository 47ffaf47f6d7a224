import type { Simulator } from '@windlass/simulator';
import type { Clock } from '../../../../src/kit/clock.ts';
import { createSeededRandom } from '../../../../src/kit/random.ts';
import { loadCollectors } from '../../../../src/trading/venues/marketData.ts';
import { createLiveTransport } from '../../../../src/trading/venues/shared/liveTransport.ts';
import { venueOf } from '../../accounts/fixture.ts';
import type { SimulatedMarket, SimulatedVenue } from '../../exchanges/simulated.ts';
import { symbolOf } from '../../paper/fixture.ts';
import { silentLogger } from '../../silentLogger.ts';
import { createLadder } from './ladder.ts';
import { createTruth, type Truth } from './truth.ts';
import { createWatchedBook, type WatchedBook } from './watchedBook.ts';

const collectors = await loadCollectors();

/** Levels per side: more than are compared, fewer than any exchange cuts off. */
const usual = { shown: 25, compared: 20 };
/** Kraken's checksum covers ten levels; nothing on its stream reveals losses of deeper ones. */
const summed = { shown: 10, compared: 10 };

/** A market whose book moves at the exchange, and the collector's book of it. */
export interface WireBook extends WatchedBook {
  readonly market: SimulatedMarket;
  /** Its name at the simulator. */
  readonly name: string;
  readonly truth: Truth;
}

/** A collector of a venue, connected only to the simulator. */
export interface WireFeed {
  readonly venue: string;
  readonly books: readonly WireBook[];
  /** Moves every book at the exchange by a step. */
  step(): void;
  stop(): Promise<void>;
}

interface WireFeedDeps {
  readonly simulator: Simulator;
  readonly url: string;
  readonly clock: Clock;
  readonly seed: string;
}

/** Defines the exchange's markets, shows them once and collects them. */
export function openWireFeed(own: SimulatedVenue, deps: WireFeedDeps): WireFeed {
  const { clock, seed } = deps;
  const venue = venueOf(own.venue);
  const collector = collectors.find((each) => each.venue === venue);
  if (!collector) throw new Error(`no collector of ${own.venue}`);
  const feed = collector.createFeed({
    clock,
    random: createSeededRandom(`${seed} feed`),
    logger: silentLogger,
    transport: createLiveTransport({ clock, logger: silentLogger, simulator: new URL(deps.url) }),
  });
  const moving = own.markets.map((market) => openBook(market, { ...deps, own }));
  let steps = 0;
  const step = () => {
    steps += 1;
    // Each comes first in turn: the frames of the first are the first to be hit.
    for (const [at] of moving.entries()) moving[(at + steps) % moving.length]?.show();
  };
  step();
  const open = moving.map(({ market, writer }) => feed.open(symbolOf(market.symbol), writer));
  return {
    venue: own.venue,
    books: moving,
    step,
    async stop() {
      for (const each of open) each.close();
      await feed.stop();
    },
  };
}

function openBook(
  market: SimulatedMarket,
  { simulator, clock, seed, own }: WireFeedDeps & { readonly own: SimulatedVenue },
): WireBook & { readonly show: () => void } {
  const name = simulator.defineMarket(market.at, market.definition);
  const { lot, contractSize = '1' } = market.definition;
  const { shown: levels, compared } = market.at === 'kraken' ? summed : usual;
  const ladder = createLadder(createSeededRandom(`${seed} ${name}`), { lot: Number(lot), levels });
  const truth = createTruth(compared);
  const inBase = (levels: readonly (readonly [string, string])[]) =>
    levels.map(([price, quantity]) => [Number(price), Number(quantity) * Number(contractSize)]);
  const watched = createWatchedBook({
    venue: venueOf(own.venue),
    symbol: symbolOf(market.symbol),
    clock,
    truth,
    isLevelwise: market.at === 'krakenfutures',
  });
  return {
    ...watched,
    market,
    name,
    truth,
    show() {
      watched.settled();
      const book = ladder.next();
      const [bids, asks] = [inBase(book.bids), inBase(book.asks)] as [
        [number, number][],
        [number, number][],
      ];
      truth.note(bids, asks);
      simulator.show(market.at, name, book);
    },
  };
}
