import { createEngine, type EngineEvent } from '@windlass/matching';
import { type Accounts, createAccounts } from './accounts.ts';
import { type BookChange, createBookNews } from './bookNews.ts';
import type { Core } from './core.ts';
import { createDeadlines } from './deadlines.ts';
import type { MarketDefinition } from './definition.ts';
import { createDesk, type Desk } from './desk.ts';
import { engineId } from './engineId.ts';
import { createFundings, type Fundings } from './funding.ts';
import { createIncomes, type Income } from './income.ts';
import { type Filters, type Market, refiltered, toMarket } from './market.ts';
import { createMarketMaker, type MarketMaker, type ShownBook } from './marketMaker.ts';
import { createOvertaking, type Overtaking } from './overtaking.ts';
import { createPrices, type Prices } from './prices.ts';
import { createRebates, type Rebates } from './rebates.ts';
import { type Account, isOpen, type OrderNews, type OrderRecord } from './records.ts';
import { createRegistry } from './registry.ts';
import { createSequences } from './sequences.ts';
import type { Traits } from './traits.ts';
import { createTwaps, type Twaps } from './twaps.ts';

/** One exchange, in nobody's language: its protocol reads and writes it. */
export interface Exchange extends Desk, Overtaking {
  /** By the exchange's own clock. */
  now(): number;
  /** Sets its clock off by so much. */
  skew(ms: number): void;
  /** The same on top of it, for a fault that comes and goes. */
  drift(ms: number): void;
  /** Does what fell due since it was last looked at. */
  passTime(): void;
  readonly accounts: Accounts;
  define(definition: MarketDefinition): Market;
  /** Publishes other filters of a market and holds orders to them; what is open stays. */
  changeFilters(name: string, filters: Partial<Filters>): void;
  allMarkets(): readonly Market[];
  markets(wallet: string): readonly Market[];
  market(wallet: string, id: string): Market | undefined;
  /** Fails for a name that none has. */
  marketNamed(name: string): Market;
  show(name: string, book: ShownBook): void;
  readonly prices: Prices;
  readonly fundings: Fundings;
  readonly rebates: Rebates;
  readonly twaps: Twaps;
  /** What was booked on a wallet beside trades, oldest first. */
  incomes(account: Account, wallet: string): readonly Income[];
  /** Cancels all that is open in a market when the time has passed; 0 calls it off. */
  cancelAllAfter(account: Account, market: Market, delayMs: number): void;
  /** Does something once so much time has passed; replaces what waits under the name. */
  later(name: string, delayMs: number, work: () => void): void;
  /** Tells of books as they change. */
  onBook(listener: (change: BookChange) => void): void;
  /** Lets the numbers of all books begin anew, as after a restart; who has a stream is cut off. */
  restart(): void;
  /** Tells of everything that happens to orders, as it happens. */
  onNews(listener: (news: readonly OrderNews[]) => void): void;
  order(id: number): OrderRecord | undefined;
  /** Oldest first, of one wallet of an account. */
  orders(account: Account, wallet: string): readonly OrderRecord[];
  /** Oldest first, of all wallets of an account. */
  everyOrder(account: Account): readonly OrderRecord[];
}

/** Ids start where those of a grown exchange do: beyond 32 bits, within what JSON keeps exact. */
const firstId = 40_000_000_000;

export function createExchange(traits: Traits, clock: () => number): Exchange {
  let [skewMs, driftMs] = [0, 0];
  const listeners: ((news: readonly OrderNews[]) => void)[] = [];
  const tell = (news: readonly OrderNews[]) => {
    for (const listener of listeners) listener(news);
  };
  const byName = new Map<string, KeptMarket>();
  const core = createCore(traits, { now: () => clock() + skewMs + driftMs, tell, byName });
  const { registry, prices, now } = core;
  const desk = createDesk(core);
  const marketMaker = createMarketMaker(core.engine);
  const deadlines = createDeadlines();
  const accounts = createAccounts(core);
  const everyOrder = (account: Account) =>
    [...registry.all()].filter((order) => order.account === account);
  const orders = (account: Account, wallet: string) =>
    everyOrder(account).filter(({ market }) => market.wallet === wallet);
  return {
    ...desk,
    ...{ now, prices, orders, everyOrder, accounts },
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
        for (const order of open) if (order.market === market) desk.cancel(order);
      });
    },
  };
}

type Tell = (news: readonly OrderNews[]) => void;

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

/** Orders hold on to their market: it is changed where it stands. */
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
