import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import { type VenueId, venueIds } from '../model/venue.ts';
import { type Environment, globalRegion, productionOf } from '../model/venuePlace.ts';
import type { BookFeed } from './bookPort.ts';
import { createPlaceMarketSource } from './liveMarkets.ts';
import type { MarketData } from './marketData.ts';
import type { MarketSource } from './marketPort.ts';
import { capabilitiesOf, hostsOf } from './registry.ts';
import type { HttpSend } from './shared/marketHttp.ts';
import type { PlaceHosts } from './shared/placeHosts.ts';
import { transportIn } from './shared/placeWays.ts';
import type { FeedTransport } from './transportPort.ts';

/**
 * Books and market lists of places other than global production; opened when they are first needed.
 */
export interface Elsewhere {
  /** Returns the books of an environment, which its regions share. */
  feeds(environment: Environment): ReadonlyMap<VenueId, BookFeed>;
  sources(environment: Environment, region: string): ReadonlyMap<VenueId, MarketSource>;
}

interface ElsewhereDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly marketData: MarketData;
  readonly transport: FeedTransport;
  readonly send: HttpSend;
}

/**
 * Opens the public streams and market lists of places other than global production, through the
 * same collectors.
 */
export function createElsewhere(deps: ElsewhereDeps): Elsewhere & { stop(): Promise<void> } {
  const opened: BookFeed[] = [];
  return {
    feeds(environment) {
      const feeds = [...deps.marketData.values()].flatMap(({ collector }) => {
        const hosts = bookHostsOf(collector.venue, environment);
        if (!hosts) return [];
        const transport = transportIn(hosts, deps.transport, deps.clock);
        return [[collector.venue, collector.createFeed({ ...deps, transport })] as const];
      });
      opened.push(...feeds.map(([, feed]) => feed));
      return new Map(feeds);
    },
    sources(environment, region) {
      const sources = venueIds.flatMap((venue): (readonly [VenueId, MarketSource])[] => {
        const hosts = hostsOf({ venue, environment, region });
        const source = hosts && createPlaceMarketSource(venue, hosts, deps);
        return source ? [[venue, source]] : [];
      });
      return new Map(sources);
    },
    async stop() {
      await Promise.all(opened.map((feed) => feed.stop()));
    },
  };
}

/**
 * Returns the hosts of the books that orders of the environment meet; undefined when there are
 * none.
 */
function bookHostsOf(venue: VenueId, environment: Environment): PlaceHosts | undefined {
  const own = capabilitiesOf(venue).hosts[environment];
  if (!own) return undefined;
  if (own.books === 'production') return hostsOf(productionOf(venue));
  return own.regions[globalRegion];
}
