import { createHmac } from 'node:crypto';
import { expect } from 'vitest';
import {
  createSimulator,
  type MarketDefinition,
  type Schedule,
  type Simulator,
} from '../../src/index.ts';
import { type Received, send } from './fixtures.ts';
import type { WireLevel } from './ws.ts';

export const apiKey = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
export const passphrase = 'words of a test';
export const secret = 'A1B2C3D4E5F60718293A4B5C6D7E8F90';
/** Any time will do; this one is easy to read. */
export const startedAt = 1_800_000_000_000;

const shared = { base: 'BTC', makerFeePpm: 200, takerFeePpm: 500, minNotional: '0' } as const;
const contracts = { lot: '0.01', minQuantity: '0.01', contractSize: '0.01' } as const;

const markets: readonly MarketDefinition[] = [
  {
    ...shared,
    kind: 'spot',
    quote: 'USDT',
    tick: '0.1',
    lot: '0.00000001',
    minQuantity: '0.00001',
    makerFeePpm: 800,
    takerFeePpm: 1_000,
  },
  { ...shared, ...contracts, kind: 'swap', quote: 'USDT', tick: '0.1' },
  {
    ...shared,
    ...contracts,
    kind: 'future',
    quote: 'USDT',
    tick: '0.1',
    expiry: 1_806_048_000_000,
  },
  {
    ...shared,
    kind: 'swap',
    quote: 'USD',
    tick: '0.1',
    lot: '1',
    minQuantity: '1',
    contractSize: '100',
    isInverse: true,
  },
];

/** Size of 1 BTC at 100 in the units of each market. */
const shownMarkets = { 'BTC/USDT': 1, 'BTC/USDT:USDT': 100, 'BTC/USD:BTC': 1 } as const;

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Json = any;

export interface Heard extends Received {
  readonly json: Json;
}

type Fields = Readonly<Record<string, unknown>>;

/** A listening simulator with a standing market of 4 BTC at 100 and 101, and one account. */
export interface Bench {
  readonly simulator: Simulator;
  /** Address at which it listens. */
  readonly url: string;
  /** Moves the clock forward. */
  pass(ms: number): void;
  now(): number;
  show(bid: number, ask: number, quantity?: number): void;
  /** Sends a signed request. The fields go into the query, or into a JSON body when it writes. */
  call(endpoint: string, fields?: Fields | readonly Fields[], headers?: Headers): Promise<Heard>;
  /** Sends a signed request that has to succeed; returns its data. */
  ok(endpoint: string, fields?: Fields | readonly Fields[]): Promise<Json>;
  /** Sends a signed request that has to succeed; returns the only item of its data. */
  one(endpoint: string, fields?: Fields | readonly Fields[]): Promise<Json>;
  /** Sends a signed request that has to be refused; returns status, code and text. */
  no(endpoint: string, fields?: Fields | readonly Fields[]): Promise<readonly unknown[]>;
  /** Sends a signed request whose order has to be refused; returns code and text. */
  noOrder(endpoint: string, fields: Fields | readonly Fields[]): Promise<readonly unknown[]>;
  /** Sends a request as it is. */
  raw(method: string, target: string, rest?: Raw): Promise<Heard>;
}

type Headers = Readonly<Record<string, string>>;

interface Raw {
  readonly headers?: Headers;
  readonly body?: string;
}

export async function openBench(schedule?: Schedule): Promise<Bench> {
  let at = startedAt;
  const now = () => at;
  const simulator = createSimulator({ now, ...(schedule && { schedule }) });
  for (const market of markets) simulator.defineMarket('okx', market);
  const balances = { trading: { USDT: '100000', BTC: '1000' } };
  simulator.addAccount({ venue: 'okx', apiKey, secret, passphrase, balances });
  const { url } = await simulator.listen();
  const raw: Bench['raw'] = async (method, target, { headers, body } = {}) => {
    const extra = { ...(headers && { headers }), ...(body !== undefined && { body }) };
    const heard = await send(url, { method, host: 'www.okx.com', target, ...extra });
    return { ...heard, json: JSON.parse(heard.text) };
  };
  const call: Bench['call'] = (endpoint, fields = {}, more = {}) => {
    const { method, target, body } = requestOf(endpoint, fields);
    const headers = { ...signedHeaders({ method, target, body, at }), ...more };
    return raw(method, target, { headers, ...(body !== '' && { body }) });
  };
  const ok: Bench['ok'] = async (endpoint, fields) => {
    const { status, json } = await call(endpoint, fields);
    expect([status, json]).toEqual([200, expect.objectContaining({ code: '0', msg: '' })]);
    return json.data;
  };
  const bench: Bench = {
    simulator,
    url,
    raw,
    call,
    now,
    ok,
    pass: (ms) => {
      at += ms;
    },
    show(bid, ask, quantity = 4) {
      for (const [name, size] of Object.entries(shownMarkets)) {
        const levels = (price: number) => [[price, quantity * size] as const];
        simulator.show('okx', name, { bids: levels(bid), asks: levels(ask) });
      }
    },
    async one(endpoint, fields) {
      const data = await ok(endpoint, fields);
      expect(data).toHaveLength(1);
      return data[0];
    },
    async no(endpoint, fields) {
      const { status, json } = await call(endpoint, fields);
      expect(json).toEqual({ code: expect.any(String), msg: expect.any(String), data: [] });
      return [status, json.code, json.msg];
    },
    async noOrder(endpoint, fields) {
      const { status, json } = await call(endpoint, fields);
      expect([status, json.code, json.msg]).toEqual([200, '1', 'All operations failed']);
      const [{ sCode, sMsg }] = json.data;
      return [sCode, sMsg];
    },
  };
  bench.show(100, 101);
  return bench;
}

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly body: string;
}

function requestOf(endpoint: string, fields: Fields | readonly Fields[]): Asked {
  const [method = '', path = ''] = endpoint.split(' ');
  if (method === 'POST') return { method, target: path, body: JSON.stringify(fields) };
  const query = new URLSearchParams(fields as Record<string, string>).toString();
  return { method, target: query === '' ? path : `${path}?${query}`, body: '' };
}

/** Signs as the exchange's documentation tells clients to. */
export function signedHeaders(
  { method, target, body, at }: Asked & { readonly at: number },
  { key = secret, words = passphrase, id = apiKey } = {},
): Headers {
  const time = new Date(at).toISOString();
  const sign = createHmac('sha256', key).update(`${time}${method}${target}${body}`);
  return {
    'OK-ACCESS-KEY': id,
    'OK-ACCESS-PASSPHRASE': words,
    'OK-ACCESS-TIMESTAMP': time,
    'OK-ACCESS-SIGN': sign.digest('base64'),
    'Content-Type': 'application/json',
  };
}

/** Computes CRC32 bit by bit, so that the test shares nothing with the tested code. */
function crc32(text: string): number {
  let sum = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum;
}

/** Returns the documented checksum of a book, best levels first. */
export function checksumOf([bids = [], asks = []]: readonly (readonly WireLevel[])[]): number {
  const parts: string[] = [];
  for (let rank = 0; rank < 25; rank += 1) {
    for (const level of [bids[rank], asks[rank]]) if (level) parts.push(level[0], level[1]);
  }
  return crc32(parts.join(':'));
}
