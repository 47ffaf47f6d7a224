import type { Clock } from '../../../../kit/clock.ts';
import { createMemory } from '../../../../kit/memory.ts';
import type { Random } from '../../../../kit/random.ts';
import type { Account, AccountId } from '../../../model/account.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { VenuePlace } from '../../../model/venuePlace.ts';
import type { Credentials } from '../../accountPort.ts';
import type { MarginModes } from '../../perpsPort.ts';
import type { PublicRates } from '../../ratesPort.ts';
import type { Connection, ConnectionEvents } from '../../transportPort.ts';
import { type InFlightRef, type VenueConnector, VenueUnavailableError } from '../../venuePort.ts';
import { connectIn } from '../placeWays.ts';
import type { Dialect, OrderLink } from './dialect.ts';
import type { DialectClients, LiveTrait, PlacedDialect } from './dialectClients.ts';
import {
  type FollowedSession,
  followOrders,
  type StreamClient,
  type UpdatesObserver,
} from './followedSession.ts';
import { createLiveSession } from './liveSession.ts';
import { createOrderReports } from './orderReports.ts';
import { createPublicRates, type PublicClient } from './publicRates.ts';

export interface LiveDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Make the clients that speak with exchanges, which accounts share. */
  readonly dialectClients: DialectClients;
  /** Opens the streams on which venues report an account's orders. */
  readonly connect: (url: string, events: ConnectionEvents) => Connection;
  readonly observe: UpdatesObserver;
  /** The account's orders that are not over. */
  readonly inFlight: (accountId: AccountId) => Promise<readonly InFlightRef[]>;
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

/** Maximum number of order ids at the venue that an account remembers, at about 200 bytes each. */
const linksMax = 10_000;

/** Live accounts, and the public rates of their exchanges. */
export type LiveConnector = VenueConnector & PublicRates;

/** Opens live accounts. Nothing of an exchange is loaded before the first call to it. */
export function createLiveConnector(deps: LiveDeps): LiveConnector {
  const { clientOf, dialectsFor } = deps.dialectClients;
  const publicClientOf = (place: VenuePlace): PublicClient | undefined => {
    const found = dialectsFor({ ...place, portfolioMargin: false });
    const placed = found.find(({ dialect }) => dialect.perps);
    const rates = placed?.dialect.perps;
    return rates && { ...clientOf(placed, async () => ({})), rates };
  };
  return {
    ...createOpener(deps, (account) =>
      dialectsFor(account).map((each) => {
        const own = () => credentialsOf(deps, account, each.dialect);
        const beside = () => regionsBeside(deps, account, each);
        const elsewhere = () => beside().map((other) => clientOf(other, own));
        return { ...clientOf(each, own), elsewhere };
      }),
    ),
    ...createPublicRates({ clock: deps.clock, random: deps.random, clientOf: publicClientOf }),
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

/** Returns the same dialect in the other regions, for a venue where verification looks there. */
function regionsBeside(
  deps: LiveDeps,
  account: LiveTrait,
  { dialect }: PlacedDialect,
): readonly PlacedDialect[] {
  if (!dialect.findsRegion) return [];
  const others = deps.regionsOf(account).filter((region) => region !== account.region);
  return others
    .flatMap((region) => deps.dialectClients.dialectsFor({ ...account, region }))
    .filter((other) => other.dialect.ccxtClass === dialect.ccxtClass);
}

/** Opens sessions, and knows of each open one how it receives updates of its orders. */
function createOpener(
  { clock, random, observe, ...deps }: LiveDeps,
  speakersOf: (account: Account) => readonly StreamClient[],
): VenueConnector {
  const sessions = new Map<AccountId, FollowedSession>();
  return {
    open(account, events) {
      const { id } = account;
      const hosts = deps.dialectClients.hostsOf(account);
      const connect = connectIn(hosts, deps.connect, clock);
      const links = createMemory<OrderLink>(linksMax);
      const dialectClients = speakersOf(account);
      const marginModes = deps.marginModesOf(id);
      const told = createOrderReports(clock);
      const leaving = new AbortController();
      const line = { clock, random, events, dialectClients, links, marginModes, told };
      const shared = { ...line, leaving: leaving.signal };
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
        answerSoon: () => leaving.abort(new Error('The service stops.')),
        close() {
          if (sessions.get(id) === session) sessions.delete(id);
          return session.close();
        },
      };
    },
    updates: () => [...sessions.values()].map((session) => session.updates()),
  };
}
