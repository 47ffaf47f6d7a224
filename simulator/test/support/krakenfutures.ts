import { createHash, createHmac } from 'node:crypto';
import { expect } from 'vitest';
import {
  createSimulator,
  type MarketDefinition,
  type Schedule,
  type Simulator,
} from '../../src/index.ts';
import { type Received, send } from './fixtures.ts';

export const apiKey = 'key-of-a-test';
export const secret = Buffer.from('secret-of-a-test').toString('base64');
/** Any time will do; this one is easy to read. */
export const startedAt = 1_800_000_000_000;
export const startedText = '2027-01-15T08:00:00.000Z';

const host = 'futures.kraken.com';
export const root = '/derivatives/api/v3';

const shared = { base: 'BTC', quote: 'USD', makerFeePpm: 200, takerFeePpm: 500 } as const;
const linear = { ...shared, lot: '0.0001', minQuantity: '0.0001', minNotional: '0' } as const;
const inverse = { ...shared, lot: '1', minQuantity: '1', minNotional: '0', isInverse: true };

const markets: readonly MarketDefinition[] = [
  { ...linear, kind: 'swap', tick: '0.5' },
  { ...linear, kind: 'future', tick: '0.5', expiry: 1_806_048_000_000 },
  { ...inverse, kind: 'swap', tick: '0.5' },
];

const marketNames = ['BTC/USD:USD', 'BTC/USD:BTC'] as const;

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Json = any;

export interface Heard extends Received {
  readonly json: Json;
}

export type Fields = Readonly<Record<string, string | number | boolean>>;

/** A listening simulator with a standing market of 4 at 100 and 101, and two accounts. */
export interface Bench {
  readonly simulator: Simulator;
  readonly url: string;
  /** Moves the clock forward. */
  pass(ms: number): void;
  now(): number;
  show(bid: number, ask: number, quantity?: number): void;
  /** Sends a signed request; its fields are its query, as documented. */
  call(
    endpoint: string,
    fields?: Fields,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Heard>;
  /** Sends a signed request that has to succeed. */
  ok(endpoint: string, fields?: Fields): Promise<Json>;
  /** Sends a signed request that has to be refused; returns status and error. */
  no(endpoint: string, fields?: Fields): Promise<readonly unknown[]>;
  /** Sends an order; returns its status. */
  order(fields: Fields): Promise<Json>;
  /** Sends a request as it is. */
  raw(method: string, target: string, more?: Raw): Promise<Heard>;
}

interface Raw {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export async function openBench(schedule?: Schedule): Promise<Bench> {
  let at = startedAt;
  const simulator = createSimulator({ now: () => at, ...(schedule && { schedule }) });
  for (const market of markets) simulator.defineMarket('krakenfutures', market);
  const balances = { flex: { USD: '100000', ETH: '2' }, margin: { BTC: '1000' } };
  simulator.addAccount({ venue: 'krakenfutures', apiKey, secret, balances });
  const { url } = await simulator.listen();
  const raw: Bench['raw'] = async (method, target, more = {}) => {
    const heard = await send(url, { method, host, target, ...more });
    return { ...heard, json: heard.text === '' ? undefined : JSON.parse(heard.text) };
  };
  const call: Bench['call'] = (endpoint, fields = {}, headers = {}) => {
    const [method = '', path = ''] = endpoint.split(' ');
    const query = queryOf(fields);
    const target = query === '' ? path : `${path}?${query}`;
    return raw(method, target, { headers: { ...signedHeaders(path, query), ...headers } });
  };
  const ok: Bench['ok'] = async (endpoint, fields) => {
    const { status, json } = await call(endpoint, fields);
    expect([status, json.error, json.errors]).toEqual([200, undefined, undefined]);
    return json;
  };
  const bench: Bench = {
    simulator,
    url,
    raw,
    call,
    ok,
    now: () => at,
    pass: (ms) => {
      at += ms;
    },
    show(bid, ask, quantity = 4) {
      for (const name of marketNames) {
        const size = name === 'BTC/USD:BTC' ? quantity * 100 : quantity;
        const book = { bids: [[bid, size] as const], asks: [[ask, size] as const] };
        simulator.show('krakenfutures', name, book);
      }
    },
    async no(endpoint, fields) {
      const { status, json } = await call(endpoint, fields);
      return [status, json.error ?? json.errors];
    },
    order: async (fields) => (await ok(`POST ${root}/sendorder`, fields)).sendStatus,
  };
  bench.show(100, 101);
  return bench;
}

function queryOf(fields: Fields): string {
  const entries = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  return new URLSearchParams(entries).toString();
}

/** Signs as the exchange's documentation tells clients to. */
export function signedHeaders(
  path: string,
  data: string,
  by: { nonce?: string; key?: string } = {},
) {
  const { nonce = '', key = secret } = by;
  const endpoint = path.startsWith('/derivatives') ? path.slice('/derivatives'.length) : path;
  const digest = createHash('sha256')
    .update(data + nonce + endpoint)
    .digest();
  const authent = createHmac('sha512', Buffer.from(key, 'base64')).update(digest);
  return {
    APIKey: apiKey,
    Authent: authent.digest('base64'),
    ...(nonce !== '' && { Nonce: nonce }),
  };
}
