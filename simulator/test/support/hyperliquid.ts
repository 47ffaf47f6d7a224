import { createECDH } from 'node:crypto';
import { expect } from 'vitest';
import type { Packable } from '../../src/hyperliquid/chain.ts';
import { actionHash, digestOf } from '../../src/hyperliquid/signature.ts';
import {
  createSimulator,
  type MarketDefinition,
  type Schedule,
  type Simulator,
} from '../../src/index.ts';
import { type Received, send } from './fixtures.ts';

/** Any time will do; a signature below was made at this one. */
export const startedAt = 1_700_000_000_000;

/** The account, and the public test key of the agent that it approved. */
export const user = '0x1111111111111111111111111111111111111111';
export const agentKey = '2'.repeat(64);
export const cloid = '0x0123456789abcdef0123456789abcdef';

const shared = { kind: 'swap', quote: 'USDC', makerFeePpm: 150, takerFeePpm: 450 } as const;
const markets: readonly MarketDefinition[] = [
  {
    ...shared,
    base: 'BTC',
    tick: '0.1',
    lot: '0.00001',
    minQuantity: '0.00001',
    minNotional: '10',
    leverageMax: 50,
  },
  {
    ...shared,
    base: 'ETH',
    tick: '0.01',
    lot: '0.0001',
    minQuantity: '0.0001',
    minNotional: '10',
  },
];

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever came back
type Json = any;

export interface Heard extends Received {
  readonly json: Json;
}

/** Fields beside the action, and the key that signs it. */
export interface Signing {
  readonly nonce?: number;
  readonly expiresAfter?: number;
  readonly key?: string;
}

/** A listening simulator with a standing market of 4 ETH at 100 and 101, and one account. */
export interface Bench {
  readonly simulator: Simulator;
  /** Address at which it listens. */
  readonly url: string;
  /** Moves the clock forward. */
  pass(ms: number): void;
  now(): number;
  show(bid: number, ask: number, quantity?: number): void;
  /** Sends a body as it is. */
  post(path: string, body: string): Promise<Heard>;
  info(asked: object): Promise<Json>;
  /** Sends a signed action. */
  act(action: Packable, signing?: Signing): Promise<Json>;
  /** Sends orders; returns the status of each. */
  order(...orders: readonly Packable[]): Promise<Json[]>;
}

export async function openBench(schedule?: Schedule): Promise<Bench> {
  let at = startedAt;
  let nonce = startedAt;
  const simulator = createSimulator({ now: () => at, ...(schedule && { schedule }) });
  for (const market of markets) simulator.defineMarket('hyperliquid', market);
  simulator.addAccount({
    venue: 'hyperliquid',
    apiKey: user,
    secret: agentKey,
    balances: { perp: { USDC: '10000' }, spot: { USDC: '250.5' } },
  });
  const { url } = await simulator.listen();
  const headers = { 'content-type': 'application/json' };
  const post: Bench['post'] = async (target, body) => {
    const sent = { method: 'POST', host: 'api.hyperliquid.xyz', target, headers, body };
    const heard = await send(url, sent);
    return { ...heard, json: heard.text.startsWith('{') ? JSON.parse(heard.text) : heard.text };
  };
  const bench: Bench = {
    simulator,
    url,
    post,
    now: () => at,
    pass: (ms) => {
      at += ms;
    },
    show(bid, ask, quantity = 4) {
      const book = { bids: [[bid, quantity] as const], asks: [[ask, quantity] as const] };
      simulator.show('hyperliquid', 'ETH/USDC:USDC', book);
    },
    async info(asked) {
      const { status, text } = await post('/info', JSON.stringify(asked));
      expect([status, text]).toEqual([200, expect.any(String)]);
      return JSON.parse(text);
    },
    async act(action, signing = {}) {
      nonce += 1;
      const signed = signedBody(action, { nonce, ...signing });
      const { status, json } = await post('/exchange', JSON.stringify(signed));
      expect(status).toBe(200);
      return json;
    },
    async order(...orders) {
      const action = { type: 'order', orders, grouping: 'na' };
      const { status, response } = await bench.act(action);
      expect([status, response.type]).toEqual(['ok', 'order']);
      return response.data.statuses;
    },
  };
  bench.show(100, 101);
  return bench;
}

/** Returns an order of one ETH, as a client writes it. */
export function ethOrder(changes: Readonly<Record<string, Packable>> = {}) {
  return { a: 1, b: true, p: '95', s: '1', r: false, t: { limit: { tif: 'Gtc' } }, ...changes };
}

export const tif = (name: string) => ({ limit: { tif: name } });
export const trigger = (tpsl: string, triggerPx: string, isMarket = true) => ({
  trigger: { isMarket, triggerPx, tpsl },
});

/** Returns a request, signed as the exchange's documentation tells clients to. */
export function signedBody(
  action: Packable,
  { nonce = startedAt, expiresAfter, key = agentKey }: Signing,
) {
  const hash = digestOf(actionHash({ action, nonce, expiresAfter }));
  const signature = signatureOf(hash, key);
  return { action, nonce, signature, ...(expiresAfter !== undefined && { expiresAfter }) };
}

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** The same secret number for every signature: safe only for keys that protect nothing. */
const once = 0x1234567n;

/** Signs with the curve of Node.js: the point of the secret number gives the first part. */
function signatureOf(hash: Uint8Array, key: string) {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(once.toString(16).padStart(64, '0'), 'hex');
  const point = curve.getPublicKey('hex', 'uncompressed').slice(2);
  const r = BigInt(`0x${point.slice(0, 64)}`) % order;
  const isOdd = (BigInt(`0x${point.slice(64)}`) & 1n) === 1n;
  const digest = BigInt(`0x${Buffer.from(hash).toString('hex')}`);
  const s = (powered(once, order - 2n) * (digest + r * BigInt(`0x${key}`))) % order;
  const text = (part: bigint) => `0x${part.toString(16)}`;
  return { r: text(r), s: text(s), v: isOdd ? 28 : 27 };
}

/** Returns a modular power, which divides by Fermat's little theorem. */
function powered(base: bigint, exponent: bigint): bigint {
  let product = 1n;
  for (const bit of exponent.toString(2)) {
    product = (product * product) % order;
    if (bit === '1') product = (product * base) % order;
  }
  return product;
}
