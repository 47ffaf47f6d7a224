import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Simulator } from '@windlass/simulator';
import { afterEach, describe, expect, it } from 'vitest';
import { demoExchanges, openDemo } from './exchanges.ts';

/** Programs of users, which know nothing about us except the simulator's address. */
const scripts = {
  binance: new URL('./binance.ts', import.meta.url),
  bybit: new URL('./bybit.ts', import.meta.url),
  gate: new URL('./gate.ts', import.meta.url),
  kraken: new URL('./kraken.ts', import.meta.url),
  krakenfutures: new URL('./krakenfutures.ts', import.meta.url),
  okx: new URL('./okx.ts', import.meta.url),
  hyperliquid: new URL('./hyperliquid.ts', import.meta.url),
} as const satisfies Readonly<Record<keyof typeof demoExchanges, URL>>;

type Name = keyof typeof scripts;

const opened: Simulator[] = [];
afterEach(async () => {
  for (const simulator of opened.splice(0)) await simulator.close();
});

/** Returns what a script printed, line by line, and what its exchange saw. */
async function run(name: Name) {
  const { simulator, url } = await openDemo(name);
  opened.push(simulator);
  const script = fileURLToPath(scripts[name]);
  const env = { ...process.env, SIMULATOR: url };
  const options = { env, timeout: 60_000, killSignal: 'SIGKILL' } as const;
  const { stdout } = await promisify(execFile)(process.execPath, [script], options);
  const { venue } = demoExchanges[name];
  const unknown = simulator
    .requests(venue)
    .filter(({ status }) => status === 404 || status === 501);
  return {
    told: stdout
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line)),
    accepted: simulator.accepted(venue),
    unknown: unknown.map(({ method, path }) => `${method} ${path}`),
  };
}

interface Outcome {
  readonly symbol: string;
  /** Bought amount, in the market's own unit. */
  readonly amount?: number;
  readonly before?: number;
  readonly after: number;
}

/** Returns the result: one order that rested and was cancelled, and one that was filled. */
function outcome({ symbol, amount = 0.01, before = 100_000, after }: Outcome): object {
  const fill = { side: 'buy', price: 64_001, amount };
  const isContract = symbol.includes(':');
  return {
    symbol,
    before,
    bid: 64_000,
    ask: 64_001,
    after,
    rested: { isOurs: true, price: 57_600, left: 0, status: 'canceled', filled: 0 },
    refusedAs: 'InsufficientFunds',
    took: { status: 'closed', filled: amount, trades: [fill] },
    positions: isContract ? [{ side: 'long', contracts: amount }] : [],
    watched: [64_000, 64_001],
  };
}

// A hundredth costs 640.01, and its fee of 0.320005 is taken from the coin or from the money. Some
// report a wallet with the worth of its position at the mid: half a hundredth less.
const outcomes: Readonly<Record<Name, readonly Outcome[]>> = {
  binance: [
    { symbol: 'BTC/USDT', after: 99_359.99 },
    { symbol: 'BTC/USDT:USDT', after: 99_999.674995 },
  ],
  bybit: [
    { symbol: 'BTC/USDT', after: 99_359.99 },
    { symbol: 'BTC/USDT:USDT', before: 99_359.99, after: 99_359.669995 },
  ],
  gate: [
    // For 640 dollars: a market buy says what it may cost, in whole dimes.
    { symbol: 'BTC/USDT', amount: 0.0099, after: 99_366.3901 },
    { symbol: 'BTC/USDT:USDT', amount: 100, after: 99_999.679995 },
  ],
  kraken: [{ symbol: 'BTC/USD', after: 99_359.67 }],
  krakenfutures: [{ symbol: 'BTC/USD:USD', after: 99_999.679995 }],
  okx: [
    { symbol: 'BTC/USDT', after: 99_359.99 },
    { symbol: 'BTC/USDT:USDT', amount: 1, before: 99_359.99, after: 99_359.664995 },
  ],
  hyperliquid: [{ symbol: 'BTC/USDC:USDC', after: 99_999.674995 }],
};

describe('a script for ccxt that knows nothing of the simulator but its address', () => {
  it.each(Object.keys(scripts) as Name[])('trades at %s as at the exchange', async (name) => {
    const { told, accepted, unknown } = await run(name);
    expect(told).toEqual(outcomes[name].map(outcome));
    // Orders that this exchange refuses for lack of money are in its lists as well.
    const perMarket = name === 'hyperliquid' ? 3 : 2;
    expect(accepted).toBe(perMarket * told.length);
    expect(unknown).toEqual([]);
  });
});
