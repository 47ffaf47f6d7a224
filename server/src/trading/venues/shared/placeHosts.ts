import type { MarketType } from '../../model/order.ts';
import type { Environment } from '../../model/venuePlace.ts';
import type { VenueListing } from './venueListing.ts';

/** Hosts of one place of a venue, as they differ from those that stand in its adapter. */
export interface PlaceHosts {
  /** The hosts of its REST interface, for people: the first serves most of it. */
  readonly rest: readonly [string, ...string[]];
  /**
   * Starts of the adapter's addresses, which are production's, and what stands in their place.
   * An address outside the list is not there: nothing is ever sent to production on behalf of
   * another place. Absent for the place that the adapter's addresses are of.
   */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Headers of each REST request, where the host does not tell the place. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Options of ccxt's class, where what is signed differs. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The types of markets that an account there trades; all that the venue has when absent. */
  readonly marketTypes?: readonly MarketType[];
}

/** The regions and the books of a venue in one environment. */
export interface EnvironmentHosts {
  /** By region. */
  readonly regions: Readonly<Record<string, PlaceHosts>>;
  /** Whose public books its orders meet: its own, or the very ones of production. */
  readonly books: 'own' | 'production';
}

/** Environments of a venue with the regions of each; all venues have production, global. */
export type VenueHosts = Readonly<Partial<Record<Environment, EnvironmentHosts>>>;

/** Returns a production address as it is in the place; undefined when it has no such part. */
export function addressIn(hosts: PlaceHosts, url: string): string | undefined {
  if (!hosts.addresses) return url;
  const starts = Object.keys(hosts.addresses).filter((each) => url.startsWith(each));
  // The longest start decides, since one part of a host may lead elsewhere than the rest.
  const start = starts.reduce((best, each) => (each.length > best.length ? each : best), '');
  const there = hosts.addresses[start];
  return there === undefined ? undefined : there + url.slice(start.length);
}

/** Why nothing was sent. */
export function missingText(url: string): string {
  const { host, pathname } = new URL(url);
  const part = `${host}/${pathname.split('/')[1] ?? ''}`;
  return `Nothing was sent: the exchange has no ${part} in this environment and region.`;
}

/** A listing without what the place does not have: asked for it, some answer an error. */
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
