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
import type { WireLevel } from './ws.ts';

export { startedAt } from './signingBench.ts';

export const apiKey = '0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9';
export const passphrase = 'words of a test';
export const secret = 'A1B2C3D4E5F60718293A4B5C6D7E8F90';

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

type Fields = Readonly<Record<string, unknown>>;

export interface Bench extends SimulatorBench {
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

export async function openBench(schedule?: Schedule): Promise<Bench> {
  const balances = { trading: { USDT: '100000', BTC: '1000' } };
  const opened = await openSimulator({
    markets,
    schedule,
    account: { venue: 'okx', apiKey, secret, passphrase, balances },
  });
  const { simulator, url, now, pass, showLevels } = opened;
  const raw: Bench['raw'] = (method, target, rest) =>
    opened.send({ method, host: 'www.okx.com', target, ...rest });
  const call: Bench['call'] = (endpoint, fields = {}, more = {}) => {
    const { method, target, body } = requestOf(endpoint, fields);
    const headers = { ...signedHeaders({ method, target, body, at: now() }), ...more };
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
    pass,
    show(bid, ask, quantity = 4) {
      for (const [name, size] of Object.entries(shownMarkets)) {
        showLevels(name, [bid, ask], quantity * size);
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
