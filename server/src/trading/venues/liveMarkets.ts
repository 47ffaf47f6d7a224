import type { Clock } from '../../kit/clock.ts';
import type { Logger } from '../../kit/logger.ts';
import type { VenueId } from '../model/venue.ts';
import { binanceListing } from './binance/listing.ts';
import { bybitListing } from './bybit/listing.ts';
import { gateListing } from './gateio/listing.ts';
import { hyperliquidListing } from './hyperliquid/listing.ts';
import { krakenFuturesListing, krakenSpotListing } from './kraken/listing.ts';
import type { MarketSource } from './marketPort.ts';
import { okxListing } from './okx/listing.ts';
import { createCcxtMarketSource } from './shared/ccxtMarkets.ts';
import { createHttpSend, type HttpSend } from './shared/marketHttp.ts';
import { listingIn, type PlaceHosts } from './shared/placeHosts.ts';
import { httpSendIn } from './shared/placeWays.ts';
import type { VenueListing } from './shared/venueListing.ts';

const listings: readonly (readonly [string, ...VenueListing[]])[] = [
  ['binance', binanceListing],
  ['bybit', bybitListing],
  ['gateio', gateListing],
  ['kraken', krakenSpotListing, krakenFuturesListing],
  ['okx', okxListing],
  ['hyperliquid', hyperliquidListing],
];

interface LiveMarketDeps {
  readonly clock: Clock;
  readonly logger: Logger;
  /** The way to the exchanges; without it the network. */
  readonly send?: HttpSend;
}

/** Every exchange's own lists of markets. Nothing is loaded or sent before the first call. */
export function createLiveMarketSources(deps: LiveMarketDeps): ReadonlyMap<VenueId, MarketSource> {
  const send = deps.send ?? createHttpSend();
  return new Map(
    listings.map(([name, ...parts]) => {
      const venue = name as VenueId;
      return [venue, createCcxtMarketSource(venue, parts, { ...deps, send })];
    }),
  );
}

/** The lists of one place of a venue; undefined where the venue has none. */
export function createPlaceMarketSource(
  venue: VenueId,
  hosts: PlaceHosts,
  deps: Required<LiveMarketDeps>,
): MarketSource | undefined {
  const found = listings.find(([name]) => name === venue);
  if (!found) return undefined;
  const [, ...parts] = found;
  const own = parts.map((listing) => listingIn(hosts, listing));
  return createCcxtMarketSource(venue, own, { ...deps, send: httpSendIn(hosts, deps.send) });
}
