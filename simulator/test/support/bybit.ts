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
export const secret = 'secret-of-a-test';

const shared = { base: 'BTC', makerFeePpm: 200, takerFeePpm: 550 } as const;
const linear = { ...shared, quote: 'USDT', lot: '0.001', minQuantity: '0.001' } as const;

const markets: readonly MarketDefinition[] = [
  {
    ...linear,
    kind: 'spot',
    tick: '0.01',
    lot: '0.0001',
    minQuantity: '0.001',
    minNotional: '5',
    maxQuantity: '5000',
    makerFeePpm: 1_000,
    takerFeePpm: 1_000,
  },
  { ...linear, kind: 'swap', tick: '0.1', minNotional: '5', maxQuantity: '20000' },
  { ...linear, quote: 'USDC', kind: 'swap', tick: '0.1', minNotional: '5' },
  { ...linear, kind: 'future', tick: '0.1', minNotional: '5', expiry: 1_806_048_000_000 },
  {
    ...shared,
    kind: 'swap',
    quote: 'USD',
    tick: '0.1',
    lot: '1',
    minQuantity: '1',
    minNotional: '0',
    isInverse: true,
  },
];

type Fields = Readonly<Record<string, unknown>>;

export interface Bench extends SimulatorBench {
  /** Sends a signed request. The fields go into the query, or into the body when it writes. */
  call(endpoint: string, fields?: Fields): Promise<Heard>;
  /** Sends a signed request that has to succeed; returns its result. */
  ok(endpoint: string, fields?: Fields): Promise<Json>;
  /** Sends a signed request that has to be refused; returns status, code and text. */
  no(endpoint: string, fields?: Fields): Promise<readonly unknown[]>;
  /** Sends a request as it is. */
  raw(method: string, rest: Raw & { readonly target: string }): Promise<Heard>;
}

export async function openBench(schedule?: Schedule): Promise<Bench> {
  const opened = await openSimulator({
    markets,
    schedule,
    account: {
      venue: 'bybit',
      apiKey,
      secret,
      balances: { unified: { USDT: '100000', USDC: '1000', BTC: '1000' } },
    },
  });
  const { simulator, url, now, pass, names, showLevels } = opened;
  const raw: Bench['raw'] = (method, rest) =>
    opened.send({ method, host: 'api.bybit.com', ...rest });
  const call: Bench['call'] = (endpoint, fields = {}) => {
    const [method = '', path = ''] = endpoint.split(' ');
    if (method === 'GET') {
      const query = new URLSearchParams(fields as Record<string, string>).toString();
      return raw(method, { target: `${path}?${query}`, headers: signing(now(), query) });
    }
    const body = JSON.stringify(fields);
    return raw(method, { target: path, headers: signing(now(), body), body });
  };
  const bench: Bench = {
    simulator,
    url,
    raw,
    call,
    now,
    pass,
    show(bid, ask, quantity = 4) {
      for (const name of names) {
        const size = name === 'BTC/USD:BTC' ? quantity * 10 : quantity;
        showLevels(name, [bid, ask], size);
      }
    },
    async ok(endpoint, fields) {
      const { status, json } = await call(endpoint, fields);
      expect([status, json.retCode, json.retMsg]).toEqual([200, 0, 'OK']);
      return json.result;
    },
    async no(endpoint, fields) {
      const { status, json } = await call(endpoint, fields);
      return [status, json.retCode, json.retMsg];
    },
  };
  bench.show(100, 101);
  return bench;
}

/** Returns the headers of a signature, made as the exchange's documentation tells clients to. */
export function signing(at: number, text: string, key = secret): Record<string, string> {
  const payload = `${at}${apiKey}5000${text}`;
  return {
    'X-BAPI-API-KEY': apiKey,
    'X-BAPI-TIMESTAMP': String(at),
    'X-BAPI-RECV-WINDOW': '5000',
    'X-BAPI-SIGN': createHmac('sha256', key).update(payload).digest('hex'),
  };
}
