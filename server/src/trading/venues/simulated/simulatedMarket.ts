import type { Clock } from '../../../kit/clock.ts';
import type { Logger } from '../../../kit/logger.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { BookFeed } from '../bookPort.ts';
import { createSimulatedFeed } from './feed.ts';
import { createFunding, type SimulatedFunding } from './funding.ts';
import { createPrices } from './prices.ts';
import type { Timeline } from './timeline.ts';
import { createListings, type Listing, venueProfiles } from './venues.ts';

/**
 * Six venues around one efficient price per asset. The whole market is a function of the seed and
 * the market time and keeps nothing, so it goes on after a restart or a crash without a jump.
 */
export interface SimulatedMarket {
  /** One feed per venue, in the documents' order. */
  readonly feeds: ReadonlyMap<VenueId, BookFeed>;
  /** What a venue lists; nothing for a venue that is not simulated. */
  symbols(venue: VenueId): readonly InstrumentSymbol[];
  /** Efficient price in USD of an asset or a quote currency; undefined when there is none. */
  priceAt(asset: string, marketTimeMs: number): number | undefined;
  /** Funding of a listed perpetual, undefined for anything else. */
  fundingRateAt(
    venue: VenueId,
    symbol: InstrumentSymbol,
    marketTimeMs: number,
  ): SimulatedFunding | undefined;
}

export interface SimulatedMarketDeps {
  readonly seed: string;
  readonly clock: Clock;
  readonly timeline: Timeline;
  readonly logger: Logger;
}

export function createSimulatedMarket(deps: SimulatedMarketDeps): SimulatedMarket {
  const { seed, clock, timeline, logger } = deps;
  const prices = createPrices(seed);
  const feeds = new Map<VenueId, BookFeed>();
  const listings = new Map<VenueId, ReadonlyMap<InstrumentSymbol, Listing>>();
  for (const profile of venueProfiles) {
    const own = createListings(profile);
    listings.set(profile.venue, own);
    feeds.set(
      profile.venue,
      createSimulatedFeed({ seed, clock, timeline, prices, profile, listings: own }),
    );
  }
  logger.info({ seed, venues: [...feeds.keys()] }, 'The market is simulated');
  return {
    feeds,
    symbols: (venue) => [...(listings.get(venue)?.keys() ?? [])],
    priceAt: (asset, marketTimeMs) => prices.usd(asset)?.(marketTimeMs),
    fundingRateAt(venue, symbol, marketTimeMs) {
      const listing = listings.get(venue)?.get(symbol);
      return listing?.isPerp ? createFunding(seed, listing)(marketTimeMs) : undefined;
    },
  };
}
