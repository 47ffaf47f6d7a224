import { createHash, createHmac } from 'node:crypto';
import { expect } from 'vitest';
import {
  createSimulator,
  type MarketDefinition,
  type NewAccount,
  type Schedule,
  type Simulator,
} from '../../src/index.ts';
import { type Received, send } from './fixtures.ts';

export const apiKey = 'key-of-a-test';
export const secret = 'secret-of-a-test';
/** Any time will do; this one is easy to read. */
export const startedAt = 1_800_000_000_000;

const host = 'api.gateio.ws';
const root = '/api/v4';
const shared = { base: 'BTC', makerFeePpm: 200, takerFeePpm: 500 } as const;
/** A contract is a ten-thousandth of the base, as on the exchange. */
const contract = {
  ...shared,
  quote: 'USDT',
  tick: '0.1',
  lot: '1',
  minQuantity: '1',
  minNotional: '0',
  contractSize: '0.0001',
} as const;

const markets: readonly MarketDefinition[] = [
  {
    ...shared,
    kind: 'spot',
    quote: 'USDT',
    tick: '0.1',
    lot: '0.0001',
    minQuantity: '0.001',
    minNotional: '3',
    makerFeePpm: 1_000,
    takerFeePpm: 2_000,
  },
  { ...contract, kind: 'swap' },
  { ...contract, kind: 'future', expiry: Date.UTC(2027, 2, 26, 8) },
  { ...contract, kind: 'swap', quote: 'USD', isInverse: true, contractSize: '1' },
];

/** Number of the market's units in one base unit, by market. */
const counts = { 'BTC/USDT': 1, 'BTC/USDT:USDT': 10_000, 'BTC/USDT:USDT-270326': 10_000 } as const;

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Json = any;

export interface Heard extends Received {
  /** The parsed body. Numbers with more digits than JavaScript holds are text. */
  readonly json: Json;
}

interface Asked {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A listening simulator with a standing market of 4 at 100 and 101, and one account. */
export interface Bench {
  readonly simulator: Simulator;
  /** Address at which it listens. */
  readonly url: string;
  /** Moves the clock forward. */
  pass(ms: number): void;
  now(): number;
  show(bid: number, ask: number, quantity?: number): void;
  /** Sends a signed request. */
  call(endpoint: string, asked?: Asked): Promise<Heard>;
  /** Sends a signed request that has to succeed. */
  ok(endpoint: string, asked?: Asked): Promise<Json>;
  /** Sends a signed request that has to be refused; returns status, label and text. */
  no(endpoint: string, asked?: Asked): Promise<readonly unknown[]>;
  /** Sends a request as it is. */
  raw(endpoint: string, rest?: Raw): Promise<Heard>;
}

interface Raw {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Signing {
  readonly endpoint: string;
  readonly body?: string;
  readonly atMs: number;
  readonly with?: string;
}

/** Signs as the exchange's documentation tells clients to; the endpoint includes its query. */
export function signedHeaders({ endpoint, body = '', atMs, with: key = secret }: Signing) {
  const [method = '', target = ''] = endpoint.split(' ');
  const [path, query = ''] = target.split('?');
  const timestamp = String(Math.floor(atMs / 1_000));
  const hash = createHash('sha512').update(body).digest('hex');
  const text = `${method}\n${root}${path}\n${query}\n${hash}\n${timestamp}`;
  const sign = createHmac('sha512', key).update(text).digest('hex');
  return { KEY: apiKey, Timestamp: timestamp, SIGN: sign };
}

const dollars = { USDT: '100000' };
const balances = {
  spot: { ...dollars, BTC: '1000' },
  'futures/usdt': dollars,
  'delivery/usdt': dollars,
};

export async function openBench(
  schedule?: Schedule,
  { unifiedMode }: Pick<NewAccount, 'unifiedMode'> = {},
): Promise<Bench> {
  let at = startedAt;
  const simulator = createSimulator({ now: () => at, ...(schedule && { schedule }) });
  for (const market of markets) simulator.defineMarket('gateio', market);
  const own = { apiKey, secret, balances, ...(unifiedMode && { unifiedMode }) };
  simulator.addAccount({ venue: 'gateio', ...own });
  const { url } = await simulator.listen();
  const raw: Bench['raw'] = async (endpoint, { headers, body } = {}) => {
    const [method = '', target = ''] = endpoint.split(' ');
    const extra = { ...(headers && { headers }), ...(body !== undefined && { body }) };
    const heard = await send(url, { method, host, target: `${root}${target}`, ...extra });
    const quoted = heard.text.replace(/:(\d{16,})\b/g, ':"$1"');
    return { ...heard, json: JSON.parse(quoted) };
  };
  const call: Bench['call'] = (endpoint, { query, body: fields, headers: extra } = {}) => {
    const text = query
      ? `?${Object.entries(query)
          .map(([name, value]) => `${name}=${value}`)
          .join('&')}`
      : '';
    const body = fields && JSON.stringify(fields);
    const signed = {
      endpoint: `${endpoint}${text}`,
      atMs: at,
      ...(body !== undefined && { body }),
    };
    const headers = { ...signedHeaders(signed), ...extra };
    return raw(signed.endpoint, { headers, ...(body !== undefined && { body }) });
  };
  const bench: Bench = {
    simulator,
    url,
    raw,
    call,
    now: () => at,
    pass: (ms) => {
      at += ms;
    },
    show(bid, ask, quantity = 4) {
      for (const [name, count] of Object.entries(counts)) {
        const size = quantity * count;
        const book = { bids: [[bid, size] as const], asks: [[ask, size] as const] };
        simulator.show('gateio', name, book);
      }
    },
    async ok(endpoint, asked) {
      const { status, json } = await call(endpoint, asked);
      expect([status, json]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
      return json;
    },
    async no(endpoint, asked) {
      const { status, json } = await call(endpoint, asked);
      return [status, json.label, json.message ?? json.detail];
    },
  };
  bench.show(100, 101);
  return bench;
}
