import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { MarketDefinition, Schedule } from '../../src/index.ts';
import {
  type Heard,
  type Json,
  openSimulator,
  type Raw,
  type SimulatorBench,
} from './signingBench.ts';

export { startedAt } from './signingBench.ts';

export const apiKey = 'key-of-a-test';
const secret = 'secret-of-a-test';

const hosts = {
  api: 'api.binance.com',
  fapi: 'fapi.binance.com',
  dapi: 'dapi.binance.com',
  papi: 'papi.binance.com',
};

const shared = { base: 'BTC', makerFeePpm: 200, takerFeePpm: 500 } as const;
const linear = { ...shared, quote: 'USDT', lot: '0.001', minQuantity: '0.001' } as const;

const markets: readonly MarketDefinition[] = [
  {
    ...linear,
    kind: 'spot',
    tick: '0.01',
    lot: '0.0001',
    minQuantity: '0.0001',
    minNotional: '5',
    makerFeePpm: 1_000,
    takerFeePpm: 1_000,
  },
  { ...linear, kind: 'swap', tick: '0.1', minNotional: '50' },
  { ...linear, kind: 'future', tick: '0.1', minNotional: '50', expiry: 1_806_048_000_000 },
  {
    ...shared,
    kind: 'swap',
    quote: 'USD',
    tick: '0.1',
    lot: '1',
    minQuantity: '1',
    minNotional: '0',
    contractSize: '100',
    isInverse: true,
  },
];

const marketNames = ['BTC/USDT', 'BTC/USDT:USDT', 'BTC/USD:BTC'] as const;

type Fields = Readonly<Record<string, string | number | boolean>>;
type Api = keyof typeof hosts;

export interface Bench extends SimulatorBench {
  /** Sends a signed request. The fields go into the query, or into the body when it writes. */
  call(endpoint: string, fields?: Fields): Promise<Heard>;
  /** Sends a signed request that has to succeed. */
  ok(endpoint: string, fields?: Fields): Promise<Json>;
  /** Sends a signed request that has to be refused; returns status, code and text. */
  no(endpoint: string, fields?: Fields): Promise<readonly unknown[]>;
  /** Sends a request as it is. */
  raw(api: Api, method: string, rest: Raw & { readonly target: string }): Promise<Heard>;
}

/** @param isPortfolioMargin True when the account margins all its markets together. */
export async function openBench(schedule?: Schedule, isPortfolioMargin = false) {
  const dollars = { USDT: '100000', BTC: '1000' };
  const opened = await openSimulator({
    markets,
    schedule,
    account: {
      venue: 'binance',
      apiKey,
      secret,
      isPortfolioMargin,
      balances: { spot: dollars, usdm: { USDT: '100000' }, coinm: { BTC: '1000' } },
    },
  });
  const { simulator, url, now, pass, showLevels } = opened;
  const raw: Bench['raw'] = (api, method, rest) =>
    opened.send({ method, host: hosts[api], ...rest });
  const call: Bench['call'] = (endpoint, fields = {}) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const api = apiOf(path);
    const text = signedText({ ...fields, timestamp: now() });
    const headers = { 'X-MBX-APIKEY': apiKey };
    const isQuery = method === 'GET' || method === 'DELETE';
    if (isQuery) return raw(api, method, { target: `${path}?${text}`, headers });
    return raw(api, method, { target: path, headers, body: text });
  };
  const bench: Bench = {
    simulator,
    url,
    raw,
    call,
    now,
    pass,
    show(bid, ask, quantity = 4) {
      for (const name of marketNames) {
        const size = name === 'BTC/USD:BTC' ? quantity * 10 : quantity;
        showLevels(name, [bid, ask], size);
      }
    },
    async ok(endpoint, fields) {
      const { status, json } = await call(endpoint, fields);
      expect([status, json]).toEqual([200, expect.anything()]);
      return json;
    },
    async no(endpoint, fields) {
      const { status, json } = await call(endpoint, fields);
      return [status, json.code, json.msg];
    },
  };
  bench.show(100, 101);
  return bench;
}

function apiOf(path: string): Api {
  if (path.startsWith('/fapi')) return 'fapi';
  if (path.startsWith('/papi')) return 'papi';
  return path.startsWith('/dapi') ? 'dapi' : 'api';
}

/** Signs as the exchange's documentation tells clients to. */
export function signedText(fields: Fields, key = secret): string {
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const text = new URLSearchParams(entries).toString();
  return `${text}&signature=${createHmac('sha256', key).update(text).digest('hex')}`;
}
