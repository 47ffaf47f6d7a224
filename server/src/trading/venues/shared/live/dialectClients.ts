import { createCache } from '../../../../kit/cache.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { Lease } from '../../../../kit/lease.ts';
import type { Account } from '../../../model/account.ts';
import { placeKey, placeOf, type VenuePlace } from '../../../model/venuePlace.ts';
import type { Credentials } from '../../accountPort.ts';
import { VenueUnavailableError } from '../../venuePort.ts';
import { loadCcxtClass } from '../ccxtClass.ts';
import type { Gate, Gates } from '../limits/gates.ts';
import type { PlaceHosts } from '../placeHosts.ts';
import { tradeSendIn } from '../placeWays.ts';
import {
  type CcxtTradingClass,
  createTradingClient,
  loadMarkets,
  type TradingClient,
} from './ccxtClient.ts';
import type { Dialect } from './dialect.ts';
import type { StreamClient } from './followedSession.ts';
import { createNonces, type Nonces } from './nonces.ts';
import { dialectIn, whereText } from './placeDialect.ts';
import type { TradeSend } from './tradeHttp.ts';

export interface DialectClientsDeps {
  readonly clock: Clock;
  /** Tells at each sending whether this process still owns the engine. */
  readonly lease: Lease;
  readonly send: TradeSend;
  /** Keep all accounts together within the limits of their exchange. */
  readonly gates: Gates;
  /** Ends work that no particular caller asked for: the loading of markets. */
  readonly ended: AbortSignal;
  /** Returns the dialects of an account's venue, one for each class of ccxt. */
  readonly dialectsOf: (account: LiveTrait) => readonly Dialect[];
  /** Returns the hosts of a place; undefined when its venue has no such place. */
  readonly hostsOf: (place: VenuePlace) => PlaceHosts | undefined;
}

/** The properties of an account that decide how its venue is spoken to. */
export type LiveTrait = Pick<Account, 'venue' | 'environment' | 'region' | 'portfolioMargin'>;

/** A class with the venue's markets, shared by all accounts. */
interface Loaded {
  readonly Exchange: CcxtTradingClass;
  readonly markets: unknown;
}

/** New listings and steps are seen after an hour; a dozen requests each time. */
const marketsMs = 3_600_000;
/** One for each class, and a few that are in use in other places: 18 MB each. */
const classesMax = 20;
/** Makes clients that speak a dialect somewhere; those of one class and place share its markets. */
export interface DialectClients {
  /** Returns the dialects of an account, as they are spoken where it is. */
  dialectsFor(trait: LiveTrait): readonly PlacedDialect[];
  clientOf(placed: PlacedDialect, credentials: GetCredentials): StreamClient;
  hostsOf(place: VenuePlace): PlaceHosts;
  /**
   * Loads classes and markets with which such an account is spoken to, unless they are, and
   * compares the clocks. Reads public answers alone.
   */
  warm(trait: LiveTrait): Promise<void>;
}

export function createDialectClients(deps: DialectClientsDeps): DialectClients {
  const classes = createClasses(deps);
  const hostsOf = (place: VenuePlace): PlaceHosts => requiredHosts(deps, place);
  const dialectsFor = (trait: LiveTrait): readonly PlacedDialect[] => {
    const place = placeOf(trait);
    const hosts = hostsOf(place);
    return deps
      .dialectsOf(trait)
      .map((each) => dialectIn(place, hosts, each))
      .filter(({ marketTypes }) => marketTypes.length > 0)
      .map((dialect) => ({ place, hosts, dialect }));
  };
  return {
    dialectsFor,
    clientOf: (placed, credentials) => createStreamClient(classes, placed, credentials),
    hostsOf,
    async warm(trait) {
      // One after the other: each takes the event loop for a moment.
      for (const placed of dialectsFor(trait)) {
        await classes.load(placed);
        await classes.gateOf(placed).compare();
      }
    },
  };
}

type Classes = ReturnType<typeof createClasses>;

/** The classes of ccxt with the markets of each place, and what their clients are made with. */
function createClasses(deps: DialectClientsDeps) {
  const { clock, ended, gates, lease } = deps;
  const loaded = createCache<Loaded>({ clock, ttlMs: marketsMs, sizeMax: classesMax });
  const noncesIn = createPlaceNonces();
  const sendIn = ({ hosts }: PlacedDialect): TradeSend => tradeSendIn(hosts, deps.send);
  const gateOf = (placed: PlacedDialect): Gate => {
    const { place, dialect } = placed;
    const { ccxtClass, limits } = dialect;
    return gates.of({ place, ccxtClass, limits, send: sendIn(placed) });
  };
  const optionsOf = (placed: PlacedDialect) => {
    const { place, dialect } = placed;
    const { options, addresses, isOrdered, signOtherwise, stamp, headers, signerOf } = dialect;
    return {
      clock,
      send: sendIn(placed),
      options,
      addresses,
      isOrdered,
      signOtherwise,
      stamp,
      headers,
      signerOf,
      nonces: noncesIn(place),
      gate: gateOf(placed),
      lease,
      signal: ended,
    };
  };
  return {
    gateOf,
    optionsOf,
    load(placed: PlacedDialect): Promise<Loaded> {
      const { ccxtClass, listing } = placed.dialect;
      return loaded.get(`${ccxtClass} ${placeKey(placed.place)}`, async () => {
        const Exchange = await loadCcxtClass<CcxtTradingClass>(ccxtClass);
        return { Exchange, markets: await loadMarkets(Exchange, listing, optionsOf(placed)) };
      });
    },
  };
}

function createStreamClient(
  { load, optionsOf }: Classes,
  placed: PlacedDialect,
  credentials: GetCredentials,
): StreamClient {
  // One client per credential and class, for as long as its markets are the newest.
  let current: { readonly loaded: Loaded; readonly client: Promise<TradingClient> } | undefined;
  const clientOf = async ({ Exchange, markets }: Loaded) => {
    const parts = { markets, credentials: await credentials() };
    return createTradingClient(Exchange, parts, optionsOf(placed));
  };
  const { place, hosts, dialect } = placed;
  return {
    dialect,
    where: whereText(place, hosts),
    credentials,
    async client() {
      const loaded = await load(placed);
      if (current?.loaded !== loaded) {
        current = { loaded, client: clientOf(loaded) };
        current.client.catch(() => {
          current = undefined;
        });
      }
      return current.client;
    },
  };
}

/** Each place has separate nonces, as clocks may differ between places. */
function createPlaceNonces(): (place: VenuePlace) => Nonces {
  const all = createNonces();
  return (place) => ({
    next: (signer, nowMs) => all.next(`${placeKey(place)} ${signer}`, nowMs),
  });
}

/** A dialect, and the place where it is spoken. */
export interface PlacedDialect {
  readonly place: VenuePlace;
  readonly hosts: PlaceHosts;
  readonly dialect: Dialect;
}

/** An account in a place that its venue no longer has must never be moved to another. */
function requiredHosts(
  { hostsOf }: Pick<DialectClientsDeps, 'hostsOf'>,
  place: VenuePlace,
): PlaceHosts {
  const hosts = hostsOf(place);
  if (hosts) return hosts;
  const { venue, environment, region } = place;
  throw new VenueUnavailableError(`${venue} has no ${environment} of the region ${region} here.`);
}

export type GetCredentials = () => Promise<Credentials>;
