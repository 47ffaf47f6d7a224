import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { createSimulator, type MarketDefinition, type Simulator } from '../../src/index.ts';
import { type Received, send } from './fixtures.ts';

export const apiKey = 'key-of-a-test';
const secret = 'secret-of-a-test';
/** Any time will do; this one is easy to read. */
export const startedAt = 1_800_000_000_000;

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

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Json = any;

export interface Heard extends Received {
  readonly json: Json;
}

type Fields = Readonly<Record<string, string | number | boolean>>;
type Api = keyof typeof hosts;

/** A listening simulator with a standing market of 4 at 100 and 101, and one account. */
export interface Bench {
  readonly simulator: Simulator;
  readonly url: string;
  /** Moves the clock forward. */
  pass(ms: number): void;
  now(): number;
  show(bid: number, ask: number, quantity?: number): void;
  /** Sends a signed request. The fields go into the query, or into the body when it writes. */
  call(endpoint: string, fields?: Fields): Promise<Heard>;
  /** Sends a signed request that has to succeed. */
  ok(endpoint: string, fields?: Fields): Promise<Json>;
  /** Sends a signed request that has to be refused; returns status, code and text. */
  no(endpoint: string, fields?: Fields): Promise<readonly unknown[]>;
  /** Sends a request as it is. */
  raw(api: Api, method: string, rest: Raw): Promise<Heard>;
}

interface Raw {
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** @param isPortfolioMargin True when the account margins all its markets together. */
export async function openBench(
  schedule?: (ms: number, work: () => void) => void,
  isPortfolioMargin = false,
) {
  let at = startedAt;
  const now = () => at;
  const simulator = createSimulator({ now, ...(schedule && { schedule }) });
  for (const market of markets) simulator.defineMarket('binance', market);
  const dollars = { USDT: '100000', BTC: '1000' };
  simulator.addAccount({
    venue: 'binance',
    apiKey,
    secret,
    isPortfolioMargin,
    balances: { spot: dollars, usdm: { USDT: '100000' }, coinm: { BTC: '1000' } },
  });
  const { url } = await simulator.listen();
  const raw: Bench['raw'] = async (api, method, { target, headers, body }) => {
    const extra = { ...(headers && { headers }), ...(body !== undefined && { body }) };
    const heard = await send(url, { method, host: hosts[api], target, ...extra });
    return { ...heard, json: heard.text === '' ? undefined : JSON.parse(heard.text) };
  };
  const call: Bench['call'] = (endpoint, fields = {}) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const api = apiOf(path);
    const text = signedText({ ...fields, timestamp: at });
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
    pass: (ms) => {
      at += ms;
    },
    show(bid, ask, quantity = 4) {
      for (const name of marketNames) {
        const size = name === 'BTC/USD:BTC' ? quantity * 10 : quantity;
        const book = { bids: [[bid, size] as const], asks: [[ask, size] as const] };
        simulator.show('binance', name, book);
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
