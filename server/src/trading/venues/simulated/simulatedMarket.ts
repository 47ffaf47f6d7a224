import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { Random } from '../../../kit/random.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { BookFeed } from '../bookPort.ts';
import type { MarketSource } from '../marketPort.ts';
import type { SimulatedProfile } from '../shared/simulatedProfile.ts';
import { type FaultLevel, type FaultReport, faultRates } from './faults.ts';
import { createFaultyFeed } from './faultyFeed.ts';
import { createSimulatedFeed, type SimulatedFeedDeps } from './feed.ts';
import { createFunding, type SimulatedFunding } from './funding.ts';
import { createListings, type Listing } from './listings.ts';
import { createMarketSource } from './marketSource.ts';
import { createPrices } from './prices.ts';
import type { Timeline } from './timeline.ts';

/**
 * Six venues around one efficient price per asset. The whole market is a function of the seed and
 * the market time and keeps no state, so it goes on after a restart or a crash without a jump.
 */
export interface SimulatedMarket {
  /** One feed per venue, in the order of the documents. */
  readonly feeds: ReadonlyMap<VenueId, BookFeed>;
  /** One list of markets per venue. */
  readonly markets: ReadonlyMap<VenueId, MarketSource>;
  /** Returns the symbols that a venue lists; none for a venue that is not simulated. */
  symbols(venue: VenueId): readonly InstrumentSymbol[];
  /**
   * Returns the efficient price in USD of an asset or a quote currency; undefined when there is
   * none.
   */
  priceAt(asset: string, marketTimeMs: number): number | undefined;
  /** Returns the funding of a listed perpetual; undefined for anything else. */
  fundingRateAt(
    venue: VenueId,
    symbol: InstrumentSymbol,
    marketTimeMs: number,
  ): SimulatedFunding | undefined;
}

export interface SimulatedMarketDeps {
  readonly seed: string;
  /** Profiles with which the venues are imitated, in the order of the documents. */
  readonly profiles: readonly SimulatedProfile[];
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly logger: Logger;
  readonly random: Random;
  /** Level of the faults between the venues and us; `off` when absent. */
  readonly faults?: FaultLevel;
  readonly report?: FaultReport;
}

export function createSimulatedMarket(deps: SimulatedMarketDeps): SimulatedMarket {
  const { seed, clock, timeline, logger } = deps;
  const prices = createPrices(seed);
  const feeds = new Map<VenueId, BookFeed>();
  const markets = new Map<VenueId, MarketSource>();
  const listings = new Map<VenueId, ReadonlyMap<InstrumentSymbol, Listing>>();
  for (const profile of deps.profiles) {
    const own = createListings(profile);
    listings.set(profile.venue, own);
    markets.set(
      profile.venue,
      createMarketSource({ seed, timeline, prices, venue: profile.venue, listings: own }),
    );
    const feedDeps = { seed, clock, timeline, prices, profile, listings: own };
    feeds.set(profile.venue, createFeed(feedDeps, deps));
  }
  const faults = deps.faults ?? 'off';
  logger.info({ seed, faults, venues: [...feeds.keys()] }, 'The market is simulated');
  return {
    feeds,
    markets,
    symbols: (venue) => [...(listings.get(venue)?.keys() ?? [])],
    priceAt: (asset, marketTimeMs) => prices.usd(asset)?.(marketTimeMs),
    fundingRateAt(venue, symbol, marketTimeMs) {
      const listing = listings.get(venue)?.get(symbol);
      return listing?.isPerp ? createFunding(seed, listing)(marketTimeMs) : undefined;
    },
  };
}

/** Creates a feed directly from the market, or through a connection with faults. */
function createFeed(feed: SimulatedFeedDeps, deps: SimulatedMarketDeps): BookFeed {
  const { faults = 'off', report = { injected: () => undefined }, random, logger } = deps;
  if (faults === 'off') return createSimulatedFeed(feed);
  return createFaultyFeed({ ...feed, random, logger, report, rates: faultRates[faults] });
}
