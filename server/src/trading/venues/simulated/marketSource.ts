import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import { type MarketSource, MarketSourceError, type MarketTicker } from '../marketPort.ts';
import { createSimulatedBook, levelDepthUsd } from './book.ts';
import { createCadence } from './cadence.ts';
import { createLadder } from './ladder.ts';
import type { Listing } from './listings.ts';
import { toListedMarket } from './marketRules.ts';
import { createSmoothNoise, noiseKey } from './noise.ts';
import type { Prices } from './prices.ts';
import type { Timeline } from './timeline.ts';

interface MarketSourceDeps {
  readonly seed: string;
  readonly timeline: Timeline;
  readonly prices: Prices;
  readonly venue: VenueId;
  readonly listings: ReadonlyMap<InstrumentSymbol, Listing>;
}

/**
 * Number of times a day that the quantity at the best level is traded. With a level of USD 24,000
 * the largest market turns over USD 2 billion a day, as BTC/USDT did in 2024 and 2025.
 */
const turnoversPerDay = 83_000;
/** A sum over 24 hours moves over hours and days. */
const volumePeriodsMs = [20 * 3_600_000, 130 * 3_600_000];
/** Standard deviation of the logarithm: a day that is a third busier is ordinary. */
const volumeLogStd = 0.3;

/**
 * Creates the market list of a simulated venue, with its figures of the last 24 hours of market
 * time.
 */
export function createMarketSource(deps: MarketSourceDeps): MarketSource {
  const { venue, timeline } = deps;
  const listings = [...deps.listings.values()];
  const markets = listings.map(toListedMarket);
  const tickers = listings.map((listing) => createTicker(deps, listing));
  return {
    venue,
    async markets(signal) {
      refuseAborted(signal);
      return markets;
    },
    async tickers(signal) {
      refuseAborted(signal);
      const nowMs = timeline.marketNow();
      return tickers.map((tickerAt) => tickerAt(nowMs));
    },
  };
}

function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new MarketSourceError('The request was abandoned.');
}

function createTicker(deps: MarketSourceDeps, listing: Listing): (atMs: number) => MarketTicker {
  const { seed, prices } = deps;
  const { symbol, quote, profile, tickDecimals } = listing;
  const book = createSimulatedBook(seed, listing, prices);
  const cadence = createCadence(seed, listing);
  const ladder = createLadder();
  const noise = createSmoothNoise(noiseKey(seed, profile.venue, symbol, 'volume'), volumePeriodsMs);
  const quoteUsd = prices.usd(quote.name) ?? (() => quote.usd);
  return (atMs) => {
    // The book as it was last published, not as it is between two updates.
    book.write(cadence.timeOf(cadence.indexAt(atMs)), ladder);
    const ticks = ((ladder.bids.ticks[0] ?? 0) + (ladder.asks.ticks[0] ?? 0)) / 2;
    const last = ticks / 10 ** tickDecimals;
    const volumeUsd =
      levelDepthUsd(listing) * turnoversPerDay * Math.exp(volumeLogStd * noise(atMs));
    const quoteVolume24h = volumeUsd / quoteUsd(atMs);
    return { symbol, last, quoteVolume24h, baseVolume24h: quoteVolume24h / last };
  };
}
