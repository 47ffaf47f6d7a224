import { createHash, createHmac } from 'node:crypto';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { orderEndpoints, perpEndpoints, walletEndpoints } from '@windlass/contract';
import type { MarketDefinition } from '@windlass/simulator';
import { expect } from 'vitest';
import type { TestAnswer } from '../../app/testApp.ts';
import { type LiveService, openLiveService, type SimulatedVenue } from '../simulated.ts';
import { gateioSimulated } from './exchange.ts';

/** The exchange with several contracts, and wallets that differ by cents. */
const perpsSimulated: SimulatedVenue = {
  ...gateioSimulated,
  markets: [
    ...gateioSimulated.markets,
    {
      symbol: 'ETH/USDT:USDT',
      marketType: 'swap',
      at: 'gateio',
      definition: contract({ base: 'ETH', quote: 'USDT', contractSize: '0.01' }),
    },
    {
      symbol: 'BTC/USD:BTC',
      marketType: 'swap',
      at: 'gateio',
      definition: contract({ base: 'BTC', quote: 'USD', contractSize: '1', isInverse: true }),
    },
  ],
  account(name) {
    const { credentials, opened } = gateioSimulated.account(name);
    const balances = {
      spot: { USDT: '5000', BTC: '2' },
      'futures/usdt': { USDT: '1000' },
      'futures/btc': { BTC: '10' },
    };
    return { credentials, opened: opened.map((each) => ({ ...each, balances })) };
  },
};

type Named = Pick<MarketDefinition, 'base' | 'quote' | 'contractSize' | 'isInverse'>;

function contract(named: Named): MarketDefinition {
  return {
    kind: 'swap',
    ...named,
    tick: '0.01',
    lot: '1',
    minQuantity: '1',
    minNotional: '0',
    makerFeePpm: 200,
    takerFeePpm: 500,
  };
}

export const btc = 'BTC/USDT:USDT';
export const eth = 'ETH/USDT:USDT';
export const inverse = 'BTC/USD:BTC';
const contractsPerUnit: Readonly<Record<string, number>> = { [btc]: 10_000, [eth]: 100 };

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Data = any;

/** One account at the exchange, through our API and by its own key. */
export interface PerpsTrader {
  readonly live: LiveService;
  readonly account: string;
  /** Calls our API and returns any answer. */
  ask(how: 'GET' | 'POST', path: string, fields?: object): Promise<TestAnswer>;
  /** Returns the data of a successful answer. */
  get(path: string, fields?: object): Promise<Data>;
  post(path: string, fields: object): Promise<Data>;
  /** Trades at market through our API, in base units. */
  trade(symbol: string, side: 'buy' | 'sell', quantity: number): Promise<void>;
  /** Returns the exchange's own answer, requested with the key of the account. */
  there(endpoint: string, body?: object): Promise<Data>;
  /** Moves the market of contracts to a bid and an ask that are two apart. */
  mark(symbol: string, price: number): void;
  balances(marketType: string): Promise<Readonly<Record<string, number>>>;
}

export async function openPerpsTrader(): Promise<PerpsTrader> {
  const live = await openLiveService(perpsSimulated);
  const { simulator, service } = live;
  const { account } = await service.trader({ symbol: btc, marketType: 'swap' });
  const ask: PerpsTrader['ask'] = (method, path, fields = {}) => {
    const all = { exchange_account_id: account, ...fields };
    const texts = Object.entries(all).map(([name, value]): [string, string] => [
      name,
      String(value),
    ]);
    const query = new URLSearchParams(texts);
    const asked = method === 'GET' ? { url: `${path}?${query}` } : { url: path, body: all };
    return service.app.ask({ method, ...asked });
  };
  const dataOf = ({ status, json }: TestAnswer): Data => {
    expect([status, json.message]).toEqual([200, expect.any(String)]);
    return json.data;
  };
  const trader: PerpsTrader = {
    live,
    account,
    ask,
    get: async (path, fields) => dataOf(await ask('GET', path, fields)),
    post: async (path, fields) => dataOf(await ask('POST', path, fields)),
    async trade(symbol, side, quantity) {
      const order = { symbol, side, quantity, order_type: 'market', market_type: 'swap' };
      await trader.post(orderEndpoints.submitOrder.path, order);
    },
    there: (endpoint, body) => askThere(trader, endpoint, body),
    mark(symbol, price) {
      const size = 50 * (contractsPerUnit[symbol] ?? 100);
      const level = (at: number) => [at.toFixed(2), size] as const;
      const book = { bids: [level(price - 1)], asks: [level(price + 1)] };
      simulator.show('gateio', symbol, book);
      const sides = { bids: [[price - 1, 50]], asks: [[price + 1, 50]] } as const;
      service.market.show(symbol, sides);
    },
    async balances(market_type) {
      const { total } = await trader.get(orderEndpoints.getBalance.path, { market_type });
      return total;
    },
  };
  for (const symbol of [btc, eth, inverse]) trader.mark(symbol, 100);
  return trader;
}

async function askThere({ live, account }: PerpsTrader, endpoint: string, body?: object) {
  const [method = '', target = ''] = endpoint.split(' ');
  const [path = '', query = ''] = target.split('?');
  const text = body === undefined ? '' : JSON.stringify(body);
  const timestamp = String(Math.floor(live.service.app.clock.now() / 1_000));
  const hash = createHash('sha512').update(text).digest('hex');
  const payload = [method, `/api/v4${path}`, query, hash, timestamp].join('\n');
  const SIGN = createHmac('sha512', `secret-of-${account}`).update(payload).digest('hex');
  const headers = { host: 'api.gateio.ws', KEY: `key-of-${account}`, Timestamp: timestamp, SIGN };
  // `fetch` would set the host itself.
  return new Promise<Data>((resolve, reject) => {
    const outgoing = request(`${live.url}/api/v4${target}`, { method, headers }, (answer) =>
      resolve(json(answer)),
    );
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

export const paths = {
  leverage: perpEndpoints.setLeverage.path,
  marginMode: perpEndpoints.setMarginMode.path,
  positions: perpEndpoints.listPositions.path,
  funding: perpEndpoints.getFundingHistory.path,
  pnl: perpEndpoints.getRealizedPnl.path,
  rate: perpEndpoints.getFundingRate.path,
  transfer: walletEndpoints.transferFunds.path,
  marginBalance: '/order-execution/execution/portfolio-margin/balance',
} as const;
