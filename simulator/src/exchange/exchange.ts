import { createEngine, type EngineEvent } from '@windlass/matching';
import { type Accounts, createAccounts } from './accounts.ts';
import { type BookChange, createBookNews } from './bookNews.ts';
import type { Core } from './core.ts';
import { createDeadlines } from './deadlines.ts';
import type { MarketDefinition } from './definition.ts';
import { engineId } from './engineId.ts';
import { createFundings, type Fundings } from './funding.ts';
import { createIncomes, type Income } from './income.ts';
import { type Filters, type Market, refiltered, toMarket } from './market.ts';
import { createMarketMaker, type MarketMaker, type ShownBook } from './marketMaker.ts';
import { createOrderEntry, type OrderEntry } from './orderEntry.ts';
import { createOvertaking, type Overtaking } from './overtaking.ts';
import { createPrices, type Prices } from './prices.ts';
import { createRebates, type Rebates } from './rebates.ts';
import { type Account, isOpen, type OrderChange, type OrderRecord } from './records.ts';
import { createRegistry } from './registry.ts';
import { createSequences } from './sequences.ts';
import type { Traits } from './traits.ts';
import { createTwaps, type Twaps } from './twaps.ts';

/** One exchange without a protocol; its protocol translates requests and answers. */
export interface Exchange extends OrderEntry, Overtaking {
  /** Returns the time of the exchange's own clock. */
  now(): number;
  /** Sets the offset of its clock. */
  skew(ms: number): void;
  /** Sets a second offset on top of that one, for a fault that comes and goes. */
  drift(ms: number): void;
  /** Does the work that has fallen due since the last call. */
  passTime(): void;
  readonly accounts: Accounts;
  define(definition: MarketDefinition): Market;
  /** Publishes other filters of a market and applies them to new orders; open orders stay. */
  changeFilters(name: string, filters: Partial<Filters>): void;
  allMarkets(): readonly Market[];
  markets(wallet: string): readonly Market[];
  market(wallet: string, id: string): Market | undefined;
  /** Throws for an unknown name. */
  marketNamed(name: string): Market;
  show(name: string, book: ShownBook): void;
  readonly prices: Prices;
  readonly fundings: Fundings;
  readonly rebates: Rebates;
  readonly twaps: Twaps;
  /** Returns the bookings on a wallet besides trades, oldest first. */
  incomes(account: Account, wallet: string): readonly Income[];
  /** Cancels all open orders in a market after the delay; a delay of 0 calls it off. */
  cancelAllAfter(account: Account, market: Market, delayMs: number): void;
  /** Runs work after a delay, and replaces waiting work of the same name. */
  later(name: string, delayMs: number, work: () => void): void;
  /** Calls the listener when a book changes. */
  onBook(listener: (change: BookChange) => void): void;
  /** Starts the numbers of all books again, as after a restart; streams are cut. */
  restart(): void;
  /** Calls the listener with each change of orders, as it happens. */
  onNews(listener: (news: readonly OrderChange[]) => void): void;
  order(id: number): OrderRecord | undefined;
  /** Returns the orders of one wallet of an account, oldest first. */
  orders(account: Account, wallet: string): readonly OrderRecord[];
  /** Returns the orders of all wallets of an account, oldest first. */
  everyOrder(account: Account): readonly OrderRecord[];
}

/** First id, as on a busy exchange: beyond 32 bits, within the integers that JSON keeps exact. */
const firstId = 40_000_000_000;

export function createExchange(traits: Traits, clock: () => number): Exchange {
  let [skewMs, driftMs] = [0, 0];
  const listeners: ((news: readonly OrderChange[]) => void)[] = [];
  const tell = (news: readonly OrderChange[]) => {
    for (const listener of listeners) listener(news);
  };
  const byName = new Map<string, KeptMarket>();
  const core = createCore(traits, { now: () => clock() + skewMs + driftMs, tell, byName });
  const { registry, prices, now } = core;
  const entry = createOrderEntry(core);
  const marketMaker = createMarketMaker(core.engine);
  const deadlines = createDeadlines();
  const accounts = createAccounts(core);
  const everyOrder = (account: Account) =>
    [...registry.all()].filter((order) => order.account === account);
  const orders = (account: Account, wallet: string) =>
    everyOrder(account).filter(({ market }) => market.wallet === wallet);
  return {
    ...entry,
    now,
    prices,
    orders,
    everyOrder,
    accounts,
    ...createMarkets(core, byName, marketMaker),
    ...createOvertaking(core, marketMaker),
    fundings: createFundings(core),
    twaps: createTwaps(core),
    rebates: createRebates({
      ...core,
      book: (account, wallet, money) => void accounts.deposit(account, wallet, money),
    }),
    incomes: core.incomes.of,
    order: registry.order,
    onBook: core.bookNews.onChange,
    restart: () => core.sequences.restart(byName.keys()),
    onNews: (listener) => {
      listeners.push(listener);
    },
    later: (name, delayMs, work) => deadlines.set(name, now() + delayMs, work),
    skew: (ms) => {
      skewMs = ms;
    },
    drift: (ms) => {
      driftMs = ms;
    },
    passTime: () => deadlines.pass(now()),
    cancelAllAfter(account, market, delayMs) {
      const name = `${engineId(account, market.wallet)} ${market.id}`;
      if (delayMs === 0) return deadlines.drop(name);
      return deadlines.set(name, now() + delayMs, () => {
        const open = orders(account, market.wallet).filter(isOpen);
        for (const order of open) if (order.market === market) entry.cancel(order);
      });
    },
  };
}

type Tell = (news: readonly OrderChange[]) => void;

interface Around {
  readonly now: () => number;
  readonly tell: Tell;
  readonly byName: ReadonlyMap<string, Market>;
}

function createCore(traits: Traits, { now, tell, byName }: Around): Core {
  let lastId = firstId;
  const nextId = () => {
    lastId += 1;
    return lastId;
  };
  const engine = createEngine('closed');
  const registry = createRegistry(nextId, (id) => engine.order(String(id)));
  const sequences = createSequences(engine);
  const prices = createPrices(engine, sequences);
  const bookNews = createBookNews((name) => byName.get(name), sequences);
  const incomes = createIncomes(nextId, (name) => byName.get(name));
  const follow = (events: readonly EngineEvent[]) => {
    const news = registry.follow(events);
    prices.follow(events);
    incomes.follow(events);
    if (news.length > 0) tell(news);
    bookNews.follow(events);
  };
  const told = { registry, prices, incomes, bookNews, sequences };
  return { engine, traits, ...told, now, nextId, follow };
}

/** Orders keep a reference to their market, so its filters are changed in place. */
type KeptMarket = { -readonly [K in keyof Market]: Market[K] };
type MarketPart = 'define' | 'markets' | 'market' | 'marketNamed' | 'show' | Changing;
type Changing = 'changeFilters' | 'allMarkets';

function createMarkets(
  core: Core,
  byName: Map<string, KeptMarket>,
  marketMaker: MarketMaker,
): Pick<Exchange, MarketPart> {
  const { engine, prices, now, follow } = core;
  const keptNamed = (name: string) => {
    const market = byName.get(name);
    if (!market) throw new RangeError(`There is no market ${name}`);
    return market;
  };
  const markets = (wallet: string) =>
    [...byName.values()].filter((market) => market.wallet === wallet);
  return {
    define(definition) {
      const market = toMarket(definition, core.traits);
      const [refused] = engine.apply({ type: 'define', at: now(), rules: market.instrument.rules });
      if (refused?.type === 'refused') throw new RangeError(`${market.name}: ${refused.text}`);
      byName.set(market.name, market);
      marketMaker.fund(market, now());
      return market;
    },
    changeFilters(name, filters) {
      Object.assign(keptNamed(name), refiltered(keptNamed(name), filters));
    },
    allMarkets: () => [...byName.values()],
    markets,
    market: (wallet, id) => markets(wallet).find((market) => market.id === id),
    marketNamed: keptNamed,
    show(name, book) {
      const market = keptNamed(name);
      follow(marketMaker.show(market, book, now()));
      follow(prices.mark(market, now()));
    },
  };
}
