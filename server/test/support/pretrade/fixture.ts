import { AppError } from '../../../src/kit/errors.ts';
import { createIds } from '../../../src/kit/ids.ts';
import { createSeededRandom } from '../../../src/kit/random.ts';
import { newAccount as accountOf } from '../../../src/trading/accounts/changes.ts';
import type { NewAccount } from '../../../src/trading/accounts/types.ts';
import type { BuyingPower } from '../../../src/trading/execution/funds.ts';
import type { Account, MakerTakerFees } from '../../../src/trading/model/account.ts';
import { symbolParts } from '../../../src/trading/model/symbol.ts';
import { type VenueId, venueIds } from '../../../src/trading/model/venue.ts';
import { createReadyBooks } from '../../../src/trading/orderbook/index.ts';
import { createOrderbook } from '../../../src/trading/orderbook/orderbook.ts';
import type { Orderbook } from '../../../src/trading/orderbook/types.ts';
import { createPretrade } from '../../../src/trading/pretrade/pretrade.ts';
import type { AnalysisDraft, Pretrade } from '../../../src/trading/pretrade/types.ts';
import type {
  BookFeed,
  BookLevel,
  BookWriter,
  FlagReason,
} from '../../../src/trading/venues/bookPort.ts';
import type { ListedMarket } from '../../../src/trading/venues/marketPort.ts';
import { newAccount, venueOf } from '../accounts/fixture.ts';
import { oneWorld } from '../algorithms/oneWorld.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { listedMarket, symbolOf } from '../paper/fixture.ts';

/** The answers of the other modules; a test changes them as it goes. */
export interface PretradeWorld {
  /** Balance of each account; 1,000,000 of the spent asset by default. */
  readonly free: Map<string, number>;
  readonly leverage: Map<string, number>;
  /** Base units of its own position that the order closes; none by default. */
  readonly closable: Map<string, number>;
  /** Error with which its exchange refuses to report the position. */
  readonly positionUnread: Map<string, Error>;
  readonly openOrders: Map<string, number>;
  /** Accounts whose fee of a spot buy is taken from the bought asset. */
  readonly paysFromBought: Set<string>;
  readonly remainingUsd: Map<string, number>;
  readonly capUsd: Map<string, number>;
  /** Error with which its exchange refuses to report the balance. */
  readonly unreadable: Map<string, Error>;
  /** By account; 2 and 10 bps by default. */
  readonly fees: Map<string, MakerTakerFees>;
  /** Exchanges whose markets are not known. */
  readonly silent: Set<string>;
  /** By asset; 1 by default. */
  readonly usd: Map<string, number>;
  advUsd: number | undefined;
  isAdvComplete: boolean;
}

type BookSides = readonly [bids: readonly BookLevel[], asks: readonly BookLevel[]];

/** The module on books that a test writes, with everything else simulated. */
export interface PretradeBench extends PretradeWorld {
  readonly pretrade: Pretrade;
  readonly orderbook: Orderbook;
  readonly clock: ManualClock;
  /** Requests to the outside, in words. */
  readonly asked: readonly string[];
  account(id: string, venue: string, changes?: Partial<NewAccount>): void;
  halt(id: string): void;
  list(venue: string, symbol: string, changes?: Partial<ListedMarket>): void;
  show(venue: string, symbol: string, sides: BookSides): void;
  flag(venue: string, symbol: string, reason: FlagReason): void;
  /** Awaits an answer and advances time meanwhile. */
  answer<Value>(asked: Promise<Value>): Promise<Value>;
}

/** Longer than any answer takes. */
const waitMsMax = 3_000;

export const marketDraft: AnalysisDraft = {
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 1,
  accountIds: ['a'],
  type: 'market',
  limitPrice: undefined,
  urgency: 'normal',
  withScenarios: false,
};

export function pretradeBench(): PretradeBench {
  const clock = createManualClock();
  const world = quietWorld();
  const accounts = new Map<string, Account>();
  const listed = new Map<string, ListedMarket>();
  const books = writtenBooks(clock);
  const orderbook = createOrderbook({ feeds: books.feeds, venues: venueIds.slice(0, 4), clock });
  const asked: string[] = [];
  const pretrade = createPretrade({
    clock,
    ids: createIds(createSeededRandom('pretrade')),
    ...outside(world, asked),
    accounts: {
      async find(id) {
        const account = accounts.get(id);
        if (!account) throw new AppError('ACCOUNT_NOT_FOUND');
        return account;
      },
    },
    worldOf: oneWorld({
      orderbook,
      books: createReadyBooks({ orderbook, clock }),
      markets: {
        knows: (venue) => !world.silent.has(venue),
        rulesOf: (venue, symbol) => listed.get(`${venue} ${symbol}`),
        prepare: async () => undefined,
        advUsd: () =>
          world.advUsd === undefined
            ? undefined
            : { usd: world.advUsd, isComplete: world.isAdvComplete, atMs: clock.now() },
      },
    }),
  });
  // The world itself, so that a test changes what the module sees.
  return Object.assign(world, {
    pretrade,
    orderbook,
    clock,
    asked,
    account(id, venue, changes = {}) {
      const request = newAccount({ id, venue: venueOf(venue), ...changes });
      accounts.set(id, accountOf(request, clock.now()));
    },
    halt(id) {
      const account = accounts.get(id);
      if (account) accounts.set(id, { ...account, halted: true });
    },
    list(venue, symbol, changes) {
      listed.set(`${venue} ${symbol}`, listedMarket(symbolOf(symbol), changes));
    },
    show: books.show,
    flag: books.flag,
    async answer(pending) {
      let isOver = false;
      const end = () => {
        isOver = true;
      };
      pending.then(end, end);
      for (let ms = 0; ms < waitMsMax && !isOver; ms += 1) await clock.advance(ms === 0 ? 0 : 1);
      return pending;
    },
  } satisfies Omit<PretradeBench, keyof PretradeWorld>);
}

function quietWorld(): PretradeWorld {
  return {
    free: new Map(),
    leverage: new Map(),
    remainingUsd: new Map(),
    capUsd: new Map(),
    unreadable: new Map(),
    fees: new Map(),
    silent: new Set(),
    usd: new Map(),
    closable: new Map(),
    positionUnread: new Map(),
    openOrders: new Map(),
    paysFromBought: new Set(),
    advUsd: 1e9,
    isAdvComplete: true,
  };
}

/** Answers of the other modules, from the current world. */
function outside(world: PretradeWorld, asked: string[]) {
  const startedAtMs = 1_700_000_000_000;
  return {
    funds: {
      async power(
        account: Account,
        { symbol, marketType }: { symbol: string; marketType: string },
      ) {
        asked.push(`power ${account.id}`);
        const unreadable = world.unreadable.get(account.id);
        if (unreadable) throw unreadable;
        const { settle = 'whatever is spent' } = symbolParts(symbolOf(symbol));
        const leverage = marketType === 'spot' ? 1 : (world.leverage.get(account.id) ?? 1);
        const power: BuyingPower = {
          asset: settle,
          free: world.free.get(account.id) ?? 1e6,
          leverage,
        };
        return power;
      },
      async closable({ id }: Account) {
        asked.push(`closable ${id}`);
        const unread = world.positionUnread.get(id);
        if (unread) throw unread;
        return world.closable.get(id) ?? 0;
      },
      async openOrders({ id }: Account) {
        asked.push(`openOrders ${id}`);
        return world.openOrders.get(id) ?? 0;
      },
      async dailyRemainingMicroUsd(account: Account) {
        asked.push(`remaining ${account.id}`);
        const usd = world.remainingUsd.get(account.id);
        return usd === undefined ? account.dailyLimitMicroUsd : usd * 1e6;
      },
    },
    fees: {
      schedule: () => {
        throw new Error('nobody asks for it');
      },
      async of({ id, venue }: Account) {
        asked.push(`fees ${id}`);
        const own = world.fees.get(id) ?? { makerBps: 2, takerBps: 10 };
        const terms = { source: 'config', tier: 'base', isTierBased: false } as const;
        const of = { venue, accountId: undefined, symbol: undefined };
        return { ...of, ...own, ...terms, updatedAtMs: startedAtMs };
      },
    },
    capOf: ({ id }: Account) => {
      const usd = world.capUsd.get(id);
      return usd === undefined ? undefined : usd * 1e6;
    },
    paysFeeOnTop: ({ id }: Account) => !world.paysFromBought.has(id),
    usd: async (asset: string) => world.usd.get(asset) ?? 1,
  };
}

/** Every venue has a feed; a book that was never shown never comes. */
function writtenBooks(clock: ManualClock) {
  const shown = new Map<string, BookSides>();
  const writers = new Map<string, BookWriter>();
  let sequence = 0;
  const write = (key: string): void => {
    const sides = shown.get(key);
    sequence += 1;
    if (sides) writers.get(key)?.snapshot(...sides, { sequence });
  };
  const feedOf = (venue: VenueId): BookFeed => ({
    venue,
    lists: () => 'yes',
    open(symbol, book) {
      const key = `${venue} ${symbol}`;
      writers.set(key, book);
      clock.schedule(1, () => write(key));
      return { close: () => writers.delete(key) };
    },
    stop: async () => undefined,
  });
  return {
    feeds: new Map(venueIds.map((venue) => [venue, feedOf(venue)])),
    show(venue: string, symbol: string, sides: BookSides): void {
      shown.set(`${venue} ${symbol}`, sides);
      write(`${venue} ${symbol}`);
    },
    flag(venue: string, symbol: string, reason: FlagReason): void {
      writers.get(`${venue} ${symbol}`)?.flag(reason);
    },
  };
}
