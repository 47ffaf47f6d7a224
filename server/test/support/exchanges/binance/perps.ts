import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestAnswer } from '../../app/testApp.ts';
import type { TestService } from '../../app/testService.ts';
import {
  type LiveService,
  openLiveService,
  type SimulatedMarket,
  type SimulatedVenue,
  usualSteps,
} from '../simulated.ts';
import { binanceSimulated } from './exchange.ts';

const inverse = {
  kind: 'swap' as const,
  base: 'BTC',
  quote: 'USD',
  tick: '0.1',
  lot: '1',
  minQuantity: '1',
  minNotional: '0',
  contractSize: '100',
  isInverse: true,
  makerFeePpm: 200,
  takerFeePpm: 500,
} as const;
const dated = { kind: 'future', expiry: Date.UTC(2026, 11, 25, 8) } as const;

/** All types of contracts at binance. */
const contracts: readonly SimulatedMarket[] = [
  {
    symbol: 'ETH/USDT:USDT',
    marketType: 'swap',
    at: 'binance',
    definition: { kind: 'swap', base: 'ETH', quote: 'USDT', ...usualSteps },
  },
  {
    symbol: 'BTC/USD:BTC',
    marketType: 'swap',
    at: 'binance',
    definition: inverse,
  },
  // Margined in the coin that pays fees, which no collection moves; free of fees itself.
  {
    symbol: 'BTC/BNB:BNB',
    marketType: 'swap',
    at: 'binance',
    definition: {
      kind: 'swap',
      base: 'BTC',
      quote: 'BNB',
      ...usualSteps,
      minNotional: '0',
      makerFeePpm: 0,
      takerFeePpm: 0,
    },
  },
  // The market that prices that coin.
  {
    symbol: 'BNB/USDT:USDT',
    marketType: 'swap',
    at: 'binance',
    definition: { kind: 'swap', base: 'BNB', quote: 'USDT', ...usualSteps },
  },
  {
    symbol: 'BTC/USDT:USDT-261225',
    marketType: 'swap',
    at: 'binance',
    definition: { base: 'BTC', quote: 'USDT', ...usualSteps, ...dated },
  },
  {
    symbol: 'BTC/USD:BTC-261225',
    marketType: 'swap',
    at: 'binance',
    definition: { ...inverse, ...dated },
  },
];

const funds = { usdm: { USDT: '10000', BNB: '5' }, coinm: { BTC: '100' } } as const;

/** The first account is a usual one: the service waits for its balance; others are refused. */
const binancePerpsVenue = (isPortfolioMargin = false): SimulatedVenue => ({
  ...binanceSimulated,
  markets: [...binanceSimulated.markets, ...contracts],
  account(name) {
    const { credentials, opened } = binanceSimulated.account(name);
    const [first] = opened;
    if (!first) throw new Error('the exchange opens an account');
    const isUsual = !isPortfolioMargin || name === 'desk-1';
    const balances = { spot: { USDT: '5000', BTC: '1', BNB: '3' }, ...funds };
    return { credentials, opened: [{ ...first, isPortfolioMargin: !isUsual, balances }] };
  },
});

type Fields = Readonly<Record<string, string | number>>;
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Json = any;

/** The service with one live account, and direct access of that account to the exchange. */
export interface PerpsTrader {
  readonly live: LiveService;
  readonly service: TestService;
  readonly account: string;
  /** An account of the usual type. */
  readonly usual: string;
  /** Returns the data of our answer, which must be a success. */
  get(path: string, query?: Fields): Promise<Json>;
  post(path: string, body: object): Promise<Json>;
  /** Returns any answer of ours to a DELETE. */
  remove(path: string, query: object): Promise<TestAnswer>;
  /** Returns any answer of ours. */
  asked(method: 'GET' | 'POST', path: string, fields?: object): Promise<TestAnswer>;
  /** Calls the exchange itself, as the owner of the account: method, host and path. */
  there(endpoint: `${'GET' | 'POST'} ${string}`, fields?: Fields): Promise<Json>;
  /** Trades at once directly at the exchange. */
  trade(symbol: string, side: 'BUY' | 'SELL', quantity: number): Promise<Json>;
  /** Shows a book of one level with the mark at its mid. */
  mark(symbol: string, price: number): void;
  /** Returns the number of requests to a path. */
  count(path: string): number;
  stop(): Promise<void>;
}

const root = '/order-execution/execution';
const reach = 0.5;

export async function openPerpsTrader(isPortfolioMargin = false): Promise<PerpsTrader> {
  const live = await openLiveService(binancePerpsVenue(isPortfolioMargin));
  const { service, simulator, url } = live;
  const market = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;
  const usual = await service.trader(market);
  const { account } = isPortfolioMargin
    ? await service.trader(market, { portfolio_margin: true })
    : usual;
  const own = { exchange_account_id: account };
  const asked: PerpsTrader['asked'] = (method, path, fields = {}) => {
    const all = { ...own, ...fields };
    if (method === 'POST') return service.app.ask({ method, url: `${root}/${path}`, body: all });
    const query = queryOf(all);
    return service.app.ask({ url: `${root}/${path}?${query}` });
  };
  const data = async (answer: Promise<TestAnswer>): Promise<Json> => {
    const { status, json } = await answer;
    if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(json)}`);
    return json.data;
  };
  const there: PerpsTrader['there'] = async (endpoint, fields = {}) => {
    const [, method, host, target] = /^(\w+) ([^/]+)(.*)$/.exec(endpoint) ?? [];
    const all = { ...fields, timestamp: service.app.clock.now() };
    const query = queryOf(all);
    const signature = createHmac('sha256', `secret-of-${account}`).update(`${query}`).digest('hex');
    const headers = { host: host ?? '', 'x-mbx-apikey': `key-of-${account}` };
    const path = `${target}?${query}&signature=${signature}`;
    const { port } = new URL(url);
    const outgoing = request({ host: '127.0.0.1', port, method, path, headers });
    outgoing.end();
    const [answer] = await once(outgoing, 'response');
    return JSON.parse(await text(answer));
  };
  return {
    live,
    service,
    account,
    usual: usual.account,
    asked,
    there,
    get: (path, query) => data(asked('GET', path, query)),
    post: (path, body) => data(asked('POST', path, body)),
    remove: (path, query) =>
      service.app.ask({
        method: 'DELETE',
        url: `${root}/${path}?${queryOf({ ...own, ...query })}`,
      }),
    trade: (symbol, side, quantity) => {
      const order = { symbol, side, type: 'MARKET', quantity, newOrderRespType: 'RESULT' };
      return there(`POST ${orderPlace(symbol, isPortfolioMargin)}`, order);
    },
    mark(symbol, price) {
      const book = {
        bids: [[price - reach, 100_000] as const],
        asks: [[price + reach, 100_000] as const],
      };
      simulator.show('binance', symbol, book);
    },
    count: (path) => simulator.requests('binance').filter((each) => each.path === path).length,
    stop: live.stop,
  };
}

const queryOf = (fields: object) =>
  new URLSearchParams(Object.entries(fields).map(([k, v]): [string, string] => [k, String(v)]));

function orderPlace(symbol: string, isPortfolioMargin: boolean): string {
  const isCoin = /USD(_|$)/.test(symbol);
  if (isPortfolioMargin) return `papi.binance.com/papi/v1/${isCoin ? 'cm' : 'um'}/order`;
  return isCoin ? 'dapi.binance.com/dapi/v1/order' : 'fapi.binance.com/fapi/v1/order';
}
