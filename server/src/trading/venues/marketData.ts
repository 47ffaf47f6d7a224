import { type VenueId, venueIds } from '../model/venue.ts';
import type { VenueMarketData } from './defineVenue.ts';
import { venueOf } from './registry.ts';
import type { FeedCollector } from './shared/collector.ts';

/**
 * The code that reads the public data of every exchange, in the order in which the documents name
 * them.
 */
export type MarketData = ReadonlyMap<VenueId, VenueMarketData>;

/** Loads the code that reads the public data of exchanges. */
export async function loadMarketData(): Promise<MarketData> {
  const loading = venueIds.map(async (id) => [id, await venueOf(id).marketData()] as const);
  return new Map(await Promise.all(loading));
}

/** Loads the collectors of every exchange's books. */
export async function loadCollectors(): Promise<readonly FeedCollector[]> {
  return [...(await loadMarketData()).values()].map(({ collector }) => collector);
}
