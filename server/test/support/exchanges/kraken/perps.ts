import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import { orderEndpoints, perpEndpoints, walletEndpoints } from '@windlass/contract';
import { expect } from 'vitest';
import type { TestAnswer } from '../../app/testApp.ts';
import { type LiveService, type SimulatedVenue, usualSteps } from '../simulated.ts';
import { krakenSimulated } from './exchange.ts';
import { krakenFuturesMarket } from './futuresExchange.ts';
import { krakenSpotMarkets } from './spotExchange.ts';

const perp = { kind: 'swap', quote: 'USD', ...usualSteps, minNotional: '0' } as const;
const coins = { ...perp, base: 'BTC', lot: '1', minQuantity: '1', isInverse: true } as const;

/** Two perpetuals in dollars and one in coins, beside spot. */
export const krakenPerpsVenue: SimulatedVenue = {
  ...krakenSimulated,
  markets: [
    ...krakenSpotMarkets,
    krakenFuturesMarket,
    {
      symbol: 'ETH/USD:USD',
      marketType: 'swap',
      at: 'krakenfutures',
      definition: { ...perp, base: 'ETH' },
    },
    {
      symbol: 'BTC/USD:BTC',
      marketType: 'swap',
      at: 'krakenfutures',
      definition: coins,
    },
  ],
  /** One customer at both exchanges, whose key for futures may withdraw. */
  account(name) {
    const { opened, ...rest } = krakenSimulated.account(name);
    const balances = { flex: { USD: '1000', BTC: '3' }, margin: { BTC: '10' } };
    const futures = { rights: { withdrawals: true }, balances };
    return {
      ...rest,
      opened: opened.map((each) => ({ ...each, ...(each.venue === 'krakenfutures' && futures) })),
    };
  },
};

/** The data of an answer. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Answered = any;
type Fields = Readonly<Record<string, string | number>>;

/** A customer at the exchange, through our API and directly. */
export interface PerpsTrader {
  readonly account: string;
  /** Reads; the answer must be a success. */
  read(endpoint: keyof typeof perpEndpoints, query?: Fields): Promise<Answered>;
  /** Sends a request without advancing time: the caller has to, until it is answered. */
  call(endpoint: keyof typeof perpEndpoints, query?: Fields): Promise<TestAnswer>;
  /** Reads and returns any answer. */
  ask(endpoint: keyof typeof perpEndpoints, query?: Fields): Promise<TestAnswer>;
  tell(endpoint: keyof typeof perpEndpoints, body: object): Promise<TestAnswer>;
  transfer(body: object): Promise<TestAnswer>;
  /** Sends a market order through our API; it must be accepted. */
  trade(symbol: string, side: 'buy' | 'sell', quantity: number): Promise<void>;
  total(marketType: 'spot' | 'swap', asset: string): Promise<number>;
  /** Calls the exchange for futures with the customer's key. */
  futures(method: string, path: string, fields?: Fields): Promise<Answered>;
}

export async function openPerpsTrader(live: LiveService): Promise<PerpsTrader> {
  const { app } = live.service;
  const { account } = await live.service.trader(krakenFuturesMarket);
  for (const { symbol } of krakenPerpsVenue.markets) showPrice(live, symbol, [100, 101]);
  const own = { exchange_account_id: account };
  const urlOf = (endpoint: keyof typeof perpEndpoints, query: Fields = {}) =>
    `${perpEndpoints[endpoint].path}?${queryOf({ ...own, ...query })}`;
  const ask: PerpsTrader['ask'] = (endpoint, query) => app.ask({ url: urlOf(endpoint, query) });
  return {
    account,
    ask,
    call: (endpoint, query) => app.call({ url: urlOf(endpoint, query) }),
    async read(endpoint, query) {
      const { status, json: body } = await ask(endpoint, query);
      expect([status, body.message]).toEqual([200, expect.any(String)]);
      return body.data;
    },
    tell: (endpoint, body) =>
      app.ask({ method: 'POST', url: perpEndpoints[endpoint].path, body: { ...own, ...body } }),
    transfer: (body) =>
      app.ask({
        method: 'POST',
        url: walletEndpoints.transferFunds.path,
        body: { ...own, ...body },
      }),
    async trade(symbol, side, quantity) {
      const order = { symbol, market_type: 'swap', side, quantity, order_type: 'market' };
      const url = orderEndpoints.submitOrder.path;
      const { json: body } = await app.ask({ method: 'POST', url, body: { ...own, ...order } });
      expect(body.data).toMatchObject({ quantity_filled: quantity });
    },
    async total(marketType, asset) {
      const query = new URLSearchParams({ ...own, market_type: marketType });
      const { json: body } = await app.ask({ url: `${orderEndpoints.getBalance.path}?${query}` });
      return body.data.total[asset] ?? 0;
    },
    futures: (method, path, fields = {}) => askFutures(live, account, { method, path, fields }),
  };
}

/** Shows a price at the exchange, and to our service. */
export function showPrice(
  live: LiveService,
  symbol: string,
  [bid, ask]: readonly [number, number],
): void {
  const found = krakenPerpsVenue.markets.find((market) => market.symbol === symbol);
  if (!found) throw new Error(`no market ${symbol}`);
  const [bids, asks] = [[[bid, 4_000]] as const, [[ask, 4_000]] as const];
  live.service.market.show(symbol, { bids, asks });
  live.simulator.show(found.at, symbol, { bids, asks });
}

function queryOf(fields: Fields): URLSearchParams {
  const texts = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new URLSearchParams(texts);
}

interface FuturesRequest {
  readonly method: string;
  readonly path: string;
  readonly fields: Fields;
}

async function askFutures(
  { url }: LiveService,
  account: string,
  { method, path, fields }: FuturesRequest,
): Promise<Answered> {
  const query = queryOf(fields);
  const digest = createHash('sha256').update(`${query}/api/v3/${path}`).digest();
  const secret = Buffer.from(`futures-secret-of-${account}`);
  const authent = createHmac('sha512', secret).update(digest).digest('base64');
  const headers = { host: 'futures.kraken.com', apikey: `futures-key-of-${account}`, authent };
  const asked = `${url}/derivatives/api/v3/${path}${query.size === 0 ? '' : `?${query}`}`;
  const outgoing = request(asked, { method, headers });
  outgoing.end();
  const [answer] = await once(outgoing, 'response');
  return json(answer);
}
