import { createHash, createHmac } from 'node:crypto';
import { expect } from 'vitest';
import { createSimulator, type MarketDefinition, type Simulator } from '../../src/index.ts';
import { type Received, send } from './fixtures.ts';

export const apiKey = 'key-of-a-test';
/** The exchange gives secrets in base 64. */
export const secret = Buffer.from('secret-of-a-test').toString('base64');
/** Any time will do; this one is easy to read. */
export const startedAt = 1_800_000_000_000;

const shared = {
  kind: 'spot',
  tick: '0.01',
  lot: '0.0001',
  minQuantity: '0.0002',
  minNotional: '5',
  makerFeePpm: 200,
  takerFeePpm: 500,
} as const;
const markets: readonly MarketDefinition[] = [
  { ...shared, base: 'BTC', quote: 'USD' },
  { ...shared, base: 'SOL', quote: 'USDT' },
  { ...shared, base: 'DOGE', quote: 'USD', tick: '0.5' },
];

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Json = any;

export interface Heard extends Received {
  readonly json: Json;
}

export interface Raw {
  readonly path: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

type Fields = Readonly<Record<string, string | number | boolean>>;

/** A listening simulator with a standing market of 4 at 100 and 101, and one account. */
export interface Bench {
  readonly simulator: Simulator;
  readonly url: string;
  /** Moves the clock forward. */
  pass(ms: number): void;
  show(bid: number, ask: number, quantity?: number): void;
  /** Calls a private endpoint, which has to succeed. */
  ok(name: string, fields?: Fields): Promise<Json>;
  /** Calls a private endpoint, which has to be refused; returns its only error text. */
  no(name: string, fields?: Fields): Promise<string>;
  /** Calls a public endpoint, which has to succeed. */
  open(target: string): Promise<Json>;
  /** Sends a request as it is. */
  raw(sent: Raw): Promise<Heard>;
  /** Returns a nonce above all earlier ones. */
  nonce(): string;
}

export async function openBench(schedule?: (ms: number, work: () => void) => void): Promise<Bench> {
  let at = startedAt;
  let count = 0;
  const simulator = createSimulator({ now: () => at, ...(schedule && { schedule }) });
  for (const market of markets) simulator.defineMarket('kraken', market);
  const balances = { spot: { USD: '100000', BTC: '1000' } };
  simulator.addAccount({ venue: 'kraken', apiKey, secret, balances });
  const { url } = await simulator.listen();
  const raw: Bench['raw'] = async ({ path, body, headers = {}, method = 'POST' }) => {
    const sent = { method, host: 'api.kraken.com', target: path, headers };
    const heard = await send(url, { ...sent, ...(body !== '' && { body }) });
    return { ...heard, json: JSON.parse(heard.text) };
  };
  const nonce = () => {
    count += 1;
    return String(count);
  };
  const call = (name: string, fields: Fields = {}) =>
    raw(signed(name, { nonce: nonce(), ...fields }));
  const bench: Bench = {
    simulator,
    url,
    raw,
    nonce,
    pass: (ms) => {
      at += ms;
    },
    show(bid, ask, quantity = 4) {
      const book = {
        bids: [[bid, quantity] as const, [bid - 1, 4] as const],
        asks: [[ask, quantity] as const, [ask + 1, 4] as const],
      };
      simulator.show('kraken', 'BTC/USD', book);
    },
    async ok(name, fields) {
      const { status, json } = await call(name, fields);
      expect([status, json.error]).toEqual([200, []]);
      return json.result;
    },
    async no(name, fields) {
      const { json } = await call(name, fields);
      expect(json).toEqual({ error: [expect.any(String)] });
      return json.error[0];
    },
    async open(target) {
      const { json } = await raw({ path: `/0/public/${target}`, body: '', method: 'GET' });
      expect(json.error).toEqual([]);
      return json.result;
    },
  };
  bench.show(100, 101);
  return bench;
}

/** Signs as the exchange's documentation tells clients to. */
export function signed(name: string, fields: Fields, key = secret): Raw {
  const entries = Object.entries(fields).map(([field, value]): [string, string] => [
    field,
    String(value),
  ]);
  const body = new URLSearchParams(entries).toString();
  return signedBody(name, { body, nonce: String(fields.nonce ?? ''), key });
}

/** Signs a given body in the same way. */
export function signedBody(
  name: string,
  { body, nonce, key = secret }: { body: string; nonce: string; key?: string },
): Raw {
  const path = `/0/private/${name}`;
  const inner = createHash('sha256')
    .update(nonce + body)
    .digest();
  const message = Buffer.concat([Buffer.from(path), inner]);
  const sign = createHmac('sha512', Buffer.from(key, 'base64')).update(message).digest('base64');
  const headers = {
    'API-Key': apiKey,
    'API-Sign': sign,
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  return { path, body, headers };
}
