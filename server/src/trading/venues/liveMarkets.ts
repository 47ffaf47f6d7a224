import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { VenueId } from '../model/venue.ts';
import type { MarketData } from './marketData.ts';
import type { MarketSource } from './marketPort.ts';
import { createCcxtMarketSource } from './shared/ccxtMarkets.ts';
import { createHttpSend, type HttpSend } from './shared/marketHttp.ts';
import { listingIn, type PlaceHosts } from './shared/placeHosts.ts';
import { httpSendIn } from './shared/placeWays.ts';

interface LiveMarketDeps {
  readonly marketData: MarketData;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Sends the requests; when it is left out, they go to the network. */
  readonly send?: HttpSend;
}

/** Opens every exchange's own lists of markets. Nothing is loaded or sent before the first call. */
export function createLiveMarketSources(deps: LiveMarketDeps): ReadonlyMap<VenueId, MarketSource> {
  const send = deps.send ?? createHttpSend();
  return new Map(
    [...deps.marketData].map(([venue, { listings }]) => [
      venue,
      createCcxtMarketSource(venue, listings, { ...deps, send }),
    ]),
  );
}

/** Returns the market lists of one place of a venue; undefined where the venue has none. */
export function createPlaceMarketSource(
  venue: VenueId,
  hosts: PlaceHosts,
  deps: Required<LiveMarketDeps>,
): MarketSource | undefined {
  const found = deps.marketData.get(venue);
  if (!found) return undefined;
  const own = found.listings.map((listing) => listingIn(hosts, listing));
  return createCcxtMarketSource(venue, own, { ...deps, send: httpSendIn(hosts, deps.send) });
}
