import { createCache } from '../../../../kit/cache.ts';
import type { Clock } from '../../../../kit/clock.ts';
import type { Lease } from '../../../../kit/lease.ts';
import { createMemory } from '../../../../kit/memory.ts';
import type { Random } from '../../../../kit/random.ts';
import type { Account, AccountId } from '../../../model/account.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { placeKey, placeOf, type VenuePlace } from '../../../model/venuePlace.ts';
import type { Credentials } from '../../accountPort.ts';
import type { MarginModes } from '../../perpsPort.ts';
import type { PublicRates } from '../../ratesPort.ts';
import type { Connection, ConnectionEvents } from '../../transportPort.ts';
import { type OrderRef, type VenueConnector, VenueUnavailableError } from '../../venuePort.ts';
import { loadCcxtClass } from '../ccxtClass.ts';
import type { Gates } from '../limits/gates.ts';
import type { PlaceHosts } from '../placeHosts.ts';
import { connectIn, tradeSendIn } from '../placeWays.ts';
import {
  type CcxtTradingClass,
  createTradingClient,
  loadMarkets,
  type TradingClient,
} from './ccxtClient.ts';
import type { Dialect, OrderLink } from './dialect.ts';
import {
  type FollowedSession,
  followOrders,
  type StreamSpeaker,
  type UpdatesObserver,
} from './followedSession.ts';
import { createLiveSession } from './liveSession.ts';
import { createNonces, type Nonces } from './nonces.ts';
import { dialectIn, whereText } from './placeDialect.ts';
import { createPublicRates, type PublicSpeaker } from './publicRates.ts';
import { createToldOrders } from './toldOrders.ts';
import type { TradeSend } from './tradeHttp.ts';

export interface LiveDeps {
  readonly clock: Clock;
  /** Tells at each sending whether this process still owns the engine. */
  readonly lease: Lease;
  readonly random: Random;
  readonly send: TradeSend;
  /** Keep all accounts together within the limits of their exchange. */
  readonly gates: Gates;
  /** Opens the streams on which venues report an account's orders. */
  readonly connect: (url: string, events: ConnectionEvents) => Connection;
  readonly observe: UpdatesObserver;
  /** The account's orders that are not over. */
  readonly inFlight: (accountId: AccountId) => Promise<readonly OrderRef[]>;
  /** Ends work that no particular caller asked for: the loading of markets. */
  readonly ended: AbortSignal;
  /** Returns the dialects of an account's venue, one for each class of ccxt. */
  readonly dialectsOf: (account: LiveTrait) => readonly Dialect[];
  /** Returns the hosts of a place; undefined when its venue has no such place. */
  readonly hostsOf: (place: VenuePlace) => PlaceHosts | undefined;
  readonly regionsOf: (place: Omit<VenuePlace, 'region'>) => readonly string[];
  /** Margin modes of an account's markets that its venue does not keep itself. */
  readonly marginModesOf: (accountId: AccountId) => MarginModes;
  readonly credentialsOf: (accountId: AccountId) => Promise<{
    readonly main: Credentials | undefined;
    readonly futures: Credentials | undefined;
  }>;
  /** Returns the symbols of an account that were traded since then, or have open orders. */
  readonly tradedSymbols: (
    accountId: AccountId,
    marketType: MarketType,
    sinceMs: number,
  ) => Promise<readonly InstrumentSymbol[]>;
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
/** Maximum number of order ids at the venue that an account remembers, at about 200 bytes each. */
const linksMax = 10_000;

/** Live accounts, and the public rates of their exchanges. */
export type LiveConnector = VenueConnector & PublicRates;

/**
 * Creates clients that speak a dialect in a place; those of one class and place share its markets.
 */
function createSpeakers(deps: LiveDeps) {
  const { clock, ended, gates, lease } = deps;
  const classes = createCache<Loaded>({ clock, ttlMs: marketsMs, sizeMax: classesMax });
  const noncesIn = createPlaceNonces();
  const optionsOf = ({ place, hosts, dialect }: Spoken) => {
    const { options, addresses, isOrdered, signOtherwise, stamp, headers } = dialect;
    const { ccxtClass, limits, signerOf } = dialect;
    const send = tradeSendIn(hosts, deps.send);
    const gate = gates.of({ place, ccxtClass, limits, send });
    const own = { options, addresses, isOrdered, signOtherwise, stamp, headers };
    const nonces = noncesIn(place);
    return { clock, send, ...own, signerOf, nonces, gate, lease, signal: ended };
  };
  const load = (spoken: Spoken): Promise<Loaded> => {
    const { ccxtClass, listing } = spoken.dialect;
    return classes.get(`${ccxtClass} ${placeKey(spoken.place)}`, async () => {
      const Exchange = await loadCcxtClass<CcxtTradingClass>(ccxtClass);
      return { Exchange, markets: await loadMarkets(Exchange, listing, optionsOf(spoken)) };
    });
  };
  const speakerOf = (spoken: Spoken, credentials: GetCredentials) => {
    // One client per credential and class, for as long as its markets are the newest.
    let current: { readonly loaded: Loaded; readonly client: Promise<TradingClient> } | undefined;
    const clientOf = async ({ Exchange, markets }: Loaded) => {
      const parts = { markets, credentials: await credentials() };
      return createTradingClient(Exchange, parts, optionsOf(spoken));
    };
    const { place, hosts, dialect } = spoken;
    return {
      dialect,
      where: whereText(place, hosts),
      credentials,
      async client() {
        const loaded = await load(spoken);
        if (current?.loaded !== loaded) {
          current = { loaded, client: clientOf(loaded) };
          current.client.catch(() => {
            current = undefined;
          });
        }
        return current.client;
      },
    } satisfies StreamSpeaker;
  };
  return speakerOf;
}

/** Each place has separate nonces, as clocks may differ between places. */
function createPlaceNonces(): (place: VenuePlace) => Nonces {
  const all = createNonces();
  return (place) => ({
    next: (signer, nowMs) => all.next(`${placeKey(place)} ${signer}`, nowMs),
  });
}

/** Opens live accounts. Nothing of an exchange is loaded before the first call to it. */
export function createLiveConnector(deps: LiveDeps): LiveConnector {
  const speakerOf = createSpeakers(deps);
  const publicSpeakerOf = (place: VenuePlace): PublicSpeaker | undefined => {
    const found = spokenTo(deps, { ...place, portfolioMargin: false });
    const spoken = found.find(({ dialect }) => dialect.perps);
    const rates = spoken?.dialect.perps;
    return rates && { ...speakerOf(spoken, async () => ({})), rates };
  };
  return {
    ...createOpener(deps, (account) =>
      spokenTo(deps, account).map((each) => {
        const own = () => credentialsOf(deps, account, each.dialect);
        const beside = () => regionsBeside(deps, account, each);
        const elsewhere = () => beside().map((other) => speakerOf(other, own));
        return { ...speakerOf(each, own), elsewhere };
      }),
    ),
    ...createPublicRates({ clock: deps.clock, random: deps.random, speakerOf: publicSpeakerOf }),
  };
}

async function credentialsOf(
  deps: LiveDeps,
  account: Account,
  dialect: Dialect,
): Promise<Credentials> {
  const { [dialect.credential]: credentials } = await deps.credentialsOf(account.id);
  if (!credentials) {
    const which = dialect.credential === 'main' ? 'credentials' : 'credentials for futures';
    const message = `The account ${account.id} has no ${which}.`;
    throw new VenueUnavailableError(message, { isRefused: true });
  }
  return credentials;
}

/** Returns the dialects of an account, as they are spoken in its place. */
function spokenTo(deps: LiveDeps, trait: LiveTrait): readonly Spoken[] {
  const place = placeOf(trait);
  const hosts = requiredHosts(deps, place);
  const dialects = deps.dialectsOf(trait).map((each) => dialectIn(place, hosts, each));
  return dialects
    .filter(({ marketTypes }) => marketTypes.length > 0)
    .map((dialect) => ({ place, hosts, dialect }));
}

/** Returns the same dialect in the other regions, for a venue where verification looks there. */
function regionsBeside(deps: LiveDeps, account: LiveTrait, { dialect }: Spoken): readonly Spoken[] {
  if (!dialect.findsRegion) return [];
  const others = deps.regionsOf(account).filter((region) => region !== account.region);
  return others
    .flatMap((region) => spokenTo(deps, { ...account, region }))
    .filter((other) => other.dialect.ccxtClass === dialect.ccxtClass);
}

/** A dialect, and the place where it is spoken. */
interface Spoken {
  readonly place: VenuePlace;
  readonly hosts: PlaceHosts;
  readonly dialect: Dialect;
}

/** An account in a place that its venue no longer has must never be moved to another. */
function requiredHosts({ hostsOf }: Pick<LiveDeps, 'hostsOf'>, place: VenuePlace): PlaceHosts {
  const hosts = hostsOf(place);
  if (hosts) return hosts;
  const { venue, environment, region } = place;
  throw new VenueUnavailableError(`${venue} has no ${environment} of the region ${region} here.`);
}

type GetCredentials = () => Promise<Credentials>;

/** Opens sessions, and knows of each open one how it receives updates of its orders. */
function createOpener(
  { clock, random, observe, ...deps }: LiveDeps,
  speakersOf: (account: Account) => readonly StreamSpeaker[],
): VenueConnector {
  const sessions = new Map<AccountId, FollowedSession>();
  return {
    open(account, events) {
      const { id } = account;
      const hosts = requiredHosts(deps, account);
      const connect = connectIn(hosts, deps.connect, clock);
      const links = createMemory<OrderLink>(linksMax);
      const speakers = speakersOf(account);
      const marginModes = deps.marginModesOf(id);
      const told = createToldOrders(clock);
      const shared = { clock, random, events, speakers, links, marginModes, told };
      let { hedgeMode, unifiedMode } = account;
      const live = createLiveSession({
        ...shared,
        isHedged: () => hedgeMode,
        unifiedMode: () => unifiedMode,
        tradedSymbols: (marketType, sinceMs) => deps.tradedSymbols(id, marketType, sinceMs),
      });
      const inFlight = () => deps.inFlight(id);
      const session = followOrders(live, { ...shared, accountId: id, connect, observe, inFlight });
      sessions.set(id, session);
      return {
        ...session,
        renew(changed) {
          ({ hedgeMode, unifiedMode } = changed);
        },
        close() {
          if (sessions.get(id) === session) sessions.delete(id);
          return session.close();
        },
      };
    },
    updates: () => [...sessions.values()].map((session) => session.updates()),
  };
}
