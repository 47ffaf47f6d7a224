import { orderEndpoints } from '@windlass/contract';
import { expect } from 'vitest';
import type { LiveLimits } from '../../../src/connectors.ts';
import type { Store } from '../../../src/store/types.ts';
import type { LiveDialects } from '../../../src/trading/venues/liveVenues.ts';
import type { ListedMarket } from '../../../src/trading/venues/marketPort.ts';
import type { PaperFaults } from '../../../src/trading/venues/paper/ports.ts';
import { createManualClock, type ManualClock } from '../manualClock.ts';
import { createOrdersApp, type OrdersApp } from '../orders/app.ts';
import { listedMarket, symbolOf } from '../paper/fixture.ts';
import { type BookSides, createMadeMarket, type Funding, type MadeMarket } from './madeMarket.ts';
import type { TestAnswer } from './testApp.ts';

/** A market of a test. */
export interface TestMarket {
  readonly symbol: string;
  readonly marketType: 'spot' | 'swap';
}

/** The default market; its mid is 100.5. */
const calm = {
  bids: [
    [100, 4],
    [99, 4],
  ],
  asks: [
    [101, 4],
    [102, 4],
  ],
} as const satisfies BookSides;

/** The service with our own market and every account that a test wants. */
export interface TestService {
  readonly app: OrdersApp;
  readonly market: MadeMarket;
  readonly venue: string;
  readonly isLive: boolean;
  /** Creates an account with the default market; more of it where it matters. */
  trader(market: TestMarket, account?: object): Promise<TestTrader>;
}

/** One account in one market, through HTTP. */
export interface TestTrader {
  readonly account: string;
  /** Sends an order in the trader's market and returns any answer. */
  send(body: object): Promise<TestAnswer>;
  /** Sends an order that must be accepted; returns its execution result. */
  take(body: object): Promise<Answered>;
  find(name: string): Promise<Answered>;
  cancel(name: string): Promise<Answered>;
  open(): Promise<readonly Answered[]>;
  /** Amounts held by the account's orders and positions, by asset; zeros are left out. */
  used(): Promise<Readonly<Record<string, number>>>;
  total(): Promise<Readonly<Record<string, number>>>;
  /** Moves the market, and lets the exchange see it. */
  show(sides: BookSides): Promise<void>;
}

/** The data of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Answered = any;

/** More than all orders of a test are worth. */
const dailyLimitUsd = 1_000_000;
/** Longer than the time until the exchange's next look at its books. */
const lookMs = 100;

export interface TestServiceOptions {
  readonly venue: string;
  readonly markets: readonly TestMarket[];
  /** The rules of a market where they matter, by symbol. */
  readonly rules?: Readonly<Record<string, Partial<ListedMarket>>>;
  /** Worth of assets: a dollar for stablecoins by default. */
  readonly usd?: Readonly<Record<string, number>>;
  readonly unlisted?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly paperFaults?: PaperFaults;
  /** For tests that write into the tables. */
  readonly openStore?: () => Promise<Store>;
  /** Funding of perpetuals; none by default. */
  readonly funding?: Funding;
  /** When set, accounts are live ones at this exchange. */
  readonly live?: (clock: ManualClock) => Promise<LiveExchange>;
}

/** An exchange at which live accounts of a test trade. */
export interface LiveExchange {
  /** Settings that make the service use it. */
  readonly env: Readonly<Record<string, string>>;
  /** Opens an account there; returns what an account of ours needs to trade on it. */
  account(name: string): object;
  show(symbol: string, sides: BookSides): void;
  stop(): Promise<void>;
  /** Replace the dialects that call the exchange. */
  readonly liveDialects?: LiveDialects;
  readonly liveLimits?: LiveLimits;
}

export async function openTestService(options: TestServiceOptions): Promise<TestService> {
  const { venue, env, rules = {}, unlisted = [], paperFaults, openStore } = options;
  const clock = createManualClock();
  const markets = options.markets.map(({ symbol }) =>
    listedMarket(symbolOf(symbol), rules[symbol]),
  );
  const usd = options.usd ?? { USDT: 1, USDC: 1, BTC: 100 };
  const { funding } = options;
  const market = createMadeMarket({ clock, markets, usd, unlisted, ...(funding && { funding }) });
  const ports = { clock, feeds: market.feeds, ...(paperFaults && { paperFaults }) };
  const live = await options.live?.(clock);
  const { liveDialects, liveLimits } = live ?? {};
  const stand = { ...(liveDialects && { liveDialects }), ...(liveLimits && { liveLimits }) };
  const all = { ...ports, ...stand, ...(openStore && { openStore }) };
  const app = await createOrdersApp({ ...live?.env, ...env }, all, live !== undefined);
  let count = 0;
  return {
    app,
    market,
    venue,
    isLive: live !== undefined,
    async trader(own, changes = {}) {
      count += 1;
      const account = `desk-${count}`;
      const kind = live ? { mode: 'live', ...live.account(account) } : { mode: 'paper' };
      const body = { exchange_account_id: account, exchange: venue, ...kind };
      const made = await app.account({ ...body, daily_limit_usd: dailyLimitUsd, ...changes });
      expect(made.status).toBe(201);
      const show = (sides: BookSides): void => {
        market.show(own.symbol, sides);
        live?.show(own.symbol, sides);
      };
      show(calm);
      if (live && count === 1) await warmUp(app, account, own);
      return createTrader({ app, show, account, own });
    },
  };
}

/** Maximum attempts at a first answer: each waits for ten seconds of the clock, short here. */
const warmUpsMax = 100;

/** Loading an exchange takes longer than its deadline when the machine is busy. */
async function warmUp(app: OrdersApp, account: string, { marketType }: TestMarket): Promise<void> {
  const query = new URLSearchParams({ exchange_account_id: account, market_type: marketType });
  const url = `${orderEndpoints.getBalance.path}?${query}`;
  for (let count = 0; count < warmUpsMax; count += 1) {
    if ((await app.ask({ url })).status === 200) return;
  }
  throw new Error('The exchange of the test does not answer.');
}

function createTrader(parts: {
  readonly app: OrdersApp;
  readonly show: (sides: BookSides) => void;
  readonly account: string;
  readonly own: TestMarket;
}): TestTrader {
  const { app, show, account } = parts;
  const { symbol, marketType } = parts.own;
  const own = { exchange_account_id: account };
  const read = async (path: string): Promise<Answered> => {
    const query = new URLSearchParams({ ...own, market_type: marketType });
    const { status, json } = await app.ask({ url: `${path}?${query}` });
    expect(status).toBe(200);
    return json.data;
  };
  const dataOf = ({ status, json }: TestAnswer): Answered => {
    expect([status, json.message]).toEqual([200, expect.any(String)]);
    return json.data;
  };
  const send: TestTrader['send'] = (body) =>
    app.ask({
      method: 'POST',
      url: orderEndpoints.submitOrder.path,
      body: { ...own, symbol, market_type: marketType, ...body },
    });
  return {
    account,
    send,
    take: async (body) => dataOf(await send(body)),
    find: async (name) => dataOf(await app.order(name, own)),
    cancel: async (name) => dataOf(await app.cancel(name, own)),
    open: () => read(orderEndpoints.listOpenOrders.path),
    async used() {
      const { used } = await read(orderEndpoints.getBalance.path);
      return Object.fromEntries(
        Object.entries(used).filter(([, amount]) => amount !== 0),
      ) as Record<string, number>;
    },
    total: async () => (await read(orderEndpoints.getBalance.path)).total,
    async show(sides) {
      show(sides);
      await app.clock.advance(lookMs);
    },
  };
}
