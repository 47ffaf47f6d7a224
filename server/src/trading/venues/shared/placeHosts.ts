import type { MarketType } from '../../model/order.ts';
import type { Environment } from '../../model/venuePlace.ts';
import type { VenueListing } from './venueListing.ts';

/** Hosts of one place of a venue, as they differ from those in its adapter. */
export interface PlaceHosts {
  /** The hosts of its REST interface, for people: the first one serves most of it. */
  readonly rest: readonly [string, ...string[]];
  /**
   * Prefixes of the adapter's addresses, which are those of production, with their replacements. An
   * address outside the list does not exist: nothing is ever sent to production on behalf of
   * another place. Absent for the place that the adapter's addresses belong to.
   */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Headers of each REST request, where the host does not determine the place. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Options of ccxt's class, where the signed text differs. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The types of markets that an account there trades; all types of the venue when absent. */
  readonly marketTypes?: readonly MarketType[];
}

/** The regions and the books of a venue in one environment. */
export interface EnvironmentHosts {
  /** By region. */
  readonly regions: Readonly<Record<string, PlaceHosts>>;
  /** The public books that its orders meet: its own, or those of production. */
  readonly books: 'own' | 'production';
}

/** Environments of a venue with the regions of each; all venues have global production. */
export type VenueHosts = Readonly<Partial<Record<Environment, EnvironmentHosts>>>;

/**
 * Returns a production address as it is in the place; undefined when the place has no such part.
 */
export function addressIn(hosts: PlaceHosts, url: string): string | undefined {
  if (!hosts.addresses) return url;
  const starts = Object.keys(hosts.addresses).filter((each) => url.startsWith(each));
  // The longest prefix decides, since one part of a host may lead to another place than the rest.
  const start = starts.reduce((best, each) => (each.length > best.length ? each : best), '');
  const there = hosts.addresses[start];
  return there === undefined ? undefined : there + url.slice(start.length);
}

/** Returns why nothing was sent. */
export function missingText(url: string): string {
  const { host, pathname } = new URL(url);
  const part = `${host}/${pathname.split('/')[1] ?? ''}`;
  return `Nothing was sent: the exchange has no ${part} in this environment and region.`;
}

/**
 * Returns a listing without the markets that the place lacks: some places answer a request for them
 * with an error.
 */
export function listingIn({ marketTypes }: PlaceHosts, listing: VenueListing): VenueListing {
  if (!marketTypes) return listing;
  const has = (type: string) => marketTypes.includes('spot') === (type === 'spot');
  const { marketQueries, tickerQueries } = listing;
  return {
    ...listing,
    marketQueries: marketQueries
      .map((query) => (query.types ? { ...query, types: query.types.filter(has) } : query))
      .filter(({ types }) => types === undefined || types.length > 0),
    tickerQueries: tickerQueries.filter(({ groups }) => groups.some(has)),
  };
}
