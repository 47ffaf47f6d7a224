import { createHash, createHmac } from 'node:crypto';
import { expect } from 'vitest';
import type { MarketDefinition, NewAccount, Schedule } from '../../src/index.ts';
import {
  type Heard,
  type Json,
  openSimulator,
  type Raw,
  type SimulatorBench,
} from './signingBench.ts';

export { startedAt } from './signingBench.ts';

export const apiKey = 'key-of-a-test';
export const secret = 'secret-of-a-test';

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

interface Asked {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Bench extends SimulatorBench {
  /** Sends a signed request. */
  call(endpoint: string, asked?: Asked): Promise<Heard>;
  /** Sends a signed request that has to succeed. */
  ok(endpoint: string, asked?: Asked): Promise<Json>;
  /** Sends a signed request that has to be refused; returns status, label and text. */
  no(endpoint: string, asked?: Asked): Promise<readonly unknown[]>;
  /** Sends a request as it is. */
  raw(endpoint: string, rest?: Raw): Promise<Heard>;
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
  const own = { apiKey, secret, balances, ...(unifiedMode && { unifiedMode }) };
  const opened = await openSimulator({
    markets,
    schedule,
    account: { venue: 'gateio', ...own },
    // Numbers with more digits than JavaScript holds become text.
    parse: (text) => JSON.parse(text.replace(/:(\d{16,})\b/g, ':"$1"')),
  });
  const { simulator, url, now, pass, showLevels } = opened;
  const raw: Bench['raw'] = (endpoint, rest) => {
    const [method = '', target = ''] = endpoint.split(' ');
    return opened.send({ method, host, target: `${root}${target}`, ...rest });
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
      atMs: now(),
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
    now,
    pass,
    show(bid, ask, quantity = 4) {
      for (const [name, count] of Object.entries(counts)) {
        const size = quantity * count;
        showLevels(name, [bid, ask], size);
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
