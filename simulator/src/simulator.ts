import { parseAmount } from '@windlass/matching';
import type { NewAccount } from './exchange/accounts.ts';
import type { MarketDefinition } from './exchange/definition.ts';
import type { Exchange } from './exchange/exchange.ts';
import type { FundingAsked } from './exchange/funding.ts';
import type { Filters } from './exchange/market.ts';
import type { ShownBook } from './exchange/marketMaker.ts';
import type { RebateGiven } from './exchange/rebates.ts';
import type { Account } from './exchange/records.ts';
import { type TrueOrder, toTrueOrder } from './exchange/trueOrder.ts';
import type { SliceGiven, TwapGiven } from './exchange/twaps.ts';
import { isLate, type Planning } from './faults/planning.ts';
import { createStrikeLog, type Injected, type Strike } from './faults/strikes.ts';
import type { FaultPlan } from './http/faults.ts';
import type { LoggedRequest } from './http/requestLog.ts';
import { createHttpServer, type Schedule, type ServerDeps } from './http/server.ts';
import { openVenue, type Sibling } from './openVenue.ts';
import { asOfMain, hostsOf, type Place, type PlaceName, places } from './places.ts';
import { type Twin, twins } from './twins.ts';
import type { Venue } from './venue.ts';
import type { StreamFault } from './ws/faults.ts';

/** An exchange at its main place. */
export type VenueName = keyof typeof twins;

/** An exchange, or one of its separate places. */
export type SiteName = VenueName | PlaceName;

export const siteNames: readonly string[] = [...Object.keys(twins), ...Object.keys(places)];

/** Hosts of each exchange's main place. */
export const venueHosts: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries<Twin>(twins).map(([name, { protocol }]) => [name, protocol.hosts]),
);

export function isSiteName(name: string): name is SiteName {
  return siteNames.includes(name);
}

/** Returns the exchange of a place. */
export function mainOf(name: SiteName): VenueName {
  return isPlaceName(name) ? places[name].of : name;
}

/** Returns the hosts at which it answers. */
export function hostsOfVenue(name: SiteName): readonly string[] {
  return isPlaceName(name) ? hostsOf(places[name]) : twins[name].protocol.hosts;
}

function isPlaceName(name: SiteName): name is PlaceName {
  return Object.hasOwn(places, name);
}

/** The exchanges behind one port. */
export interface Simulator {
  /** Listens on the loopback address, at any free port unless one is named. */
  listen(port?: number): Promise<{ readonly url: string }>;
  close(): Promise<void>;
  addAccount(account: NewAccount & { readonly venue: SiteName }): void;
  /** Opens a market, and returns its name for `show`. */
  defineMarket(venue: SiteName, definition: MarketDefinition): string;
  /** Publishes other filters of a market from now on; open orders stay. */
  changeFilters(venue: SiteName, market: string, filters: Partial<Filters>): void;
  /**
   * Replaces the market maker's orders by these levels. Levels that cross orders of accounts trade
   * with them, at the prices of those orders. The mark price becomes the middle of the book.
   */
  show(venue: SiteName, market: string, book: ShownBook): void;
  /**
   * Sets the published funding of a perpetual: decimal text, a share of the notional for one
   * window, positive when longs pay.
   */
  publishFunding(venue: SiteName, market: string, funding: FundingAsked): void;
  /** Pays the current window of a perpetual now, at the mark. */
  payFunding(venue: SiteName, market: string): void;
  /** Gives an account a rebate now, outside of its trades. */
  giveRebate(venue: SiteName, apiKey: string, rebate: RebateGiven): void;
  /** Changes the position mode of an account, as its owner may by hand; throws when it cannot. */
  setHedged(venue: SiteName, apiKey: string, isHedged: boolean): void;
  /** Starts an order that the exchange executes by itself, and returns its id for `fillTwap`. */
  startTwap(venue: SiteName, apiKey: string, twap: TwapGiven & { readonly market: string }): number;
  /** Executes a part of it now. */
  fillTwap(venue: SiteName, twapId: number, slice: SliceGiven): void;
  /** Returns the number of orders ever taken, which shows orders sent twice. A pair counts once. */
  accepted(venue: SiteName): number;
  /** Returns every remembered order of an account, oldest first, as the exchange has it. */
  orders(venue: SiteName, apiKey: string): readonly TrueOrder[];
  /** Returns the newest requests, without their credentials. */
  requests(venue: SiteName): readonly LoggedRequest[];
  /** Makes matching requests fail. */
  fail(venue: SiteName, plan: FaultPlan): void;
  /** Returns the number of open streams of clients. */
  streams(venue: SiteName): number;
  /** Makes streams fail. */
  failStreams(venue: SiteName, how: StreamFault): void;
  /**
   * Gives one exchange, or all, faults by chance or by a script: the same for the same seed and
   * traffic.
   */
  misbehave(planning: Planning, seed: number, venue?: SiteName): void;
  /** Ends the faults of all exchanges, and releases what is held back. */
  calm(): void;
  /** Returns how often each fault of `misbehave` struck. */
  injected(): readonly Injected[];
  /** Returns the newest of these one by one, oldest first. */
  strikes(): readonly Strike[];
  /** Sets the offset of the exchange's clock; below zero it is behind. */
  skewMs(venue: SiteName, ms: number): void;
}

export interface SimulatorDeps {
  /** Returns the time in ms since the epoch. */
  readonly now: () => number;
  /** Needed for late answers. */
  readonly schedule?: Schedule;
  /** Exchanges and places whose hosts answer; all when absent. */
  readonly venues?: readonly SiteName[];
}

export function createSimulator({ now, schedule, venues: open }: SimulatorDeps): Simulator {
  const venues = new Map<string, Venue>();
  const strikes = createStrikeLog();
  const later = schedule ?? refuseLater;
  const venueOf = (name: string) => {
    const venue = venues.get(name);
    if (!venue) throw new RangeError(`There is no simulated exchange '${name}'`);
    return venue;
  };
  const others = (other: string) => venueOf(other).exchange;
  for (const name of siteNames.filter(isSiteName)) {
    const shared = { now, strikes, others, schedule: later };
    venues.set(name, openVenue({ ...shared, ...siteOf(name, venueOf) }));
  }
  const server = createHttpServer(doorOf(open ?? siteNames.filter(isSiteName), venueOf));
  return {
    listen: (port = 0) => server.listen(port),
    close() {
      for (const { streams } of venues.values()) streams.close();
      return server.close();
    },
    addAccount: ({ venue, ...account }) => venueOf(venue).exchange.accounts.add(account),
    defineMarket: (venue, definition) => venueOf(venue).exchange.define(definition).name,
    show(venue, market, book) {
      const { exchange, injector } = venueOf(venue);
      injector.pass();
      exchange.passTime();
      exchange.show(market, book);
    },
    changeFilters: (venue, market, filters) =>
      venueOf(venue).exchange.changeFilters(market, filters),
    publishFunding(venue, market, { rate, nextRate, intervalHours }) {
      const { exchange } = venueOf(venue);
      exchange.fundings.set(exchange.marketNamed(market), {
        ...(rate !== undefined && { rate: exactRate(rate) }),
        ...(nextRate !== undefined && { nextRate: exactRate(nextRate) }),
        ...(intervalHours !== undefined && { intervalHours }),
      });
    },
    payFunding(venue, market) {
      const { exchange } = venueOf(venue);
      exchange.passTime();
      exchange.fundings.pay(exchange.marketNamed(market));
    },
    ...doingsOf((venue) => venueOf(venue).exchange),
    accepted: (venue) => venueOf(venue).exchange.accepted(),
    orders(venue, apiKey) {
      const { exchange } = venueOf(venue);
      return exchange.everyOrder(accountOf(exchange, apiKey)).map(toTrueOrder);
    },
    requests: (venue) => venueOf(venue).log.all(),
    ...failingsOf({ venues, venueOf, isTimed: schedule !== undefined }),
    injected: strikes.counts,
    strikes: strikes.all,
  };
}

function siteOf(name: SiteName, venueOf: (name: string) => Venue) {
  const main = mainOf(name);
  return {
    name,
    protocol: twins[main].protocol,
    place: isPlaceName(name) ? places[name] : undefined,
    siblings: () => siblingsOf(main, venueOf),
  };
}

/** Returns all places of an exchange, the main place first. */
function siblingsOf(main: string, venueOf: (name: string) => Venue): readonly Sibling[] {
  const own = Object.entries<Place>(places).filter(([, { of }]) => of === main);
  return [
    { place: undefined, exchange: venueOf(main).exchange },
    ...own.map(([name, place]) => ({ place, exchange: venueOf(name).exchange })),
  ];
}

/** Returns the lookup of a request's exchange and of the request as that exchange reads it. */
function doorOf(open: readonly SiteName[], venueOf: (name: string) => Venue): ServerDeps {
  const hosts = new Set(open.flatMap(hostsOfVenue));
  // A host may serve two places: the one that a header marks is tried first.
  const openPlaces = open
    .filter(isPlaceName)
    .sort((a, b) => Number('header' in places[b]) - Number('header' in places[a]));
  return {
    isKnown: (host) => hosts.has(host),
    meant(request) {
      for (const name of openPlaces) {
        const read = asOfMain(places[name], request);
        if (read) return { venue: venueOf(name), request: read };
      }
      const main = open.find(
        (name) => !isPlaceName(name) && hostsOfVenue(name).includes(request.host),
      );
      return main && { venue: venueOf(main), request };
    },
  };
}

interface FailingParts {
  readonly venues: ReadonlyMap<string, Venue>;
  readonly venueOf: (name: string) => Venue;
  /** True when there is a scheduler for late work. */
  readonly isTimed: boolean;
}

type Failings = 'fail' | 'streams' | 'failStreams' | 'skewMs' | 'misbehave' | 'calm';

/** Returns the methods that cause faults. */
function failingsOf({ venues, venueOf, isTimed }: FailingParts): Pick<Simulator, Failings> {
  return {
    fail(venue, plan) {
      if (plan.how.kind === 'answersLate' && !isTimed) refuseLater();
      venueOf(venue).faults.add(plan);
    },
    streams: (venue) => venueOf(venue).streams.count(),
    failStreams: (venue, how) => venueOf(venue).streams.fail(how),
    skewMs: (venue, ms) => venueOf(venue).exchange.skew(ms),
    misbehave(planning, seed, venue) {
      if (!isTimed && isLate(planning)) refuseLater();
      const meant = venue === undefined ? [...venues.values()] : [venueOf(venue)];
      for (const { injector } of meant) injector.misbehave(planning, seed);
    },
    calm() {
      for (const { injector } of venues.values()) injector.calm();
    },
  };
}

function refuseLater(): never {
  throw new RangeError('createSimulator needs schedule for what is late');
}

type Doings = Pick<Simulator, 'giveRebate' | 'setHedged' | 'startTwap' | 'fillTwap'>;

/** Returns the methods by which exchanges act on accounts themselves. */
function doingsOf(exchangeOf: (venue: SiteName) => Exchange): Doings {
  return {
    giveRebate(venue, apiKey, rebate) {
      const exchange = exchangeOf(venue);
      exchange.rebates.give(accountOf(exchange, apiKey), rebate);
    },
    setHedged(venue, apiKey, isHedged) {
      const { accounts } = exchangeOf(venue);
      const reason = accounts.setHedged(accountOf(exchangeOf(venue), apiKey), isHedged);
      if (reason !== undefined) throw new RangeError(`${venue} keeps its position mode: ${reason}`);
    },
    startTwap(venue, apiKey, { market, ...twap }) {
      const exchange = exchangeOf(venue);
      const owner = accountOf(exchange, apiKey);
      return exchange.twaps.start(owner, exchange.marketNamed(market), twap);
    },
    fillTwap: (venue, twapId, slice) => exchangeOf(venue).twaps.fill(twapId, slice),
  };
}

function accountOf({ accounts }: Exchange, apiKey: string): Account {
  const account = accounts.find(apiKey);
  if (!account) throw new RangeError('There is no account with that key');
  return account;
}

function exactRate(text: string): bigint {
  const rate = parseAmount(text);
  if (rate === undefined) throw new RangeError(`'${text}' is no rate`);
  return rate;
}
