import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/binance.ts';
import { openStream, send } from '../../test/support/fixtures.ts';
import { createSimulator, type MarketDefinition, type VenueName } from '../index.ts';
import type { FaultName } from './catalogue.ts';
import { exchangeFaults } from './exchangeFaults.ts';
import type { ScriptStep } from './planning.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench(() => undefined);
});
afterEach(() => bench.simulator.close());

const script = (fault: FaultName, more: Partial<ScriptStep> = {}, seed = 1) =>
  bench.simulator.misbehave(
    { chances: {}, script: [{ at: 0, fault, venue: 'binance', ...more }] },
    seed,
  );
const openBookStream = () => openStream(bench.url, 'ws-api.binance.com', '/ws-api/v3');
const sequence = async () =>
  (await bench.raw('api', 'GET', { target: '/api/v3/depth?symbol=BTCUSDT' })).json.lastUpdateId;
const faults = () => bench.simulator.strikes().map(({ fault, market }) => [fault, market]);

it('every fault of an exchange has its test here', () => {
  expect(Object.keys(exchangeFaults)).toEqual([
    'restart',
    'clockSkew',
    'filtersChanged',
    'maintenance',
    'cancelAgainstFill',
  ]);
});

describe('a restart', () => {
  it('cuts the streams, and lets the sequences of books begin anew', async () => {
    for (let count = 0; count < 5; count += 1) bench.show(100 + count, 102 + count);
    const [before, stream] = [await sequence(), await openBookStream()];
    script('restart');
    bench.show(100, 101);
    await stream.closed;
    const after = await sequence();
    expect(after).toBeLessThan(before);
    bench.show(101, 102);
    expect(await sequence()).toBeGreaterThan(after);
    expect(faults()).toEqual([['restart', undefined]]);
    await openBookStream();
  });
});

describe('a clock that is off', () => {
  it('is so for a while, by three to eight seconds, and right again', async () => {
    bench.simulator.skewMs('binance', 50);
    script('clockSkew', { seconds: 30 });
    const time = async () => (await bench.call('GET /api/v3/time')).json.serverTime - bench.now();
    const off = Math.abs((await time()) - 50);
    expect(off).toBeGreaterThanOrEqual(3_000);
    expect(off).toBeLessThanOrEqual(8_000);
    bench.pass(30_000);
    expect(await time()).toBe(50);
  });
});

describe('maintenance', () => {
  it('cuts and refuses streams, and answers requests in its way, until it is over', async () => {
    const stream = await openBookStream();
    script('maintenance', { seconds: 20 });
    const heard = await bench.raw('api', 'GET', { target: '/api/v3/time' }).catch(() => undefined);
    expect(heard).toBeUndefined();
    await stream.closed;
    await expect(openBookStream()).rejects.toThrow('503');
    expect(bench.simulator.requests('binance').at(-1)?.status).toBe(503);
    bench.pass(20_000);
    await bench.ok('GET /api/v3/time');
    await openBookStream();
    expect(faults()).toEqual([['maintenance', undefined]]);
  });
});

describe('a cancel', () => {
  const order = {
    symbol: 'BTCUSDT',
    side: 'BUY',
    type: 'LIMIT',
    timeInForce: 'GTC',
    quantity: '2',
  };
  const place = (price: string) => bench.ok('POST /api/v3/order', { ...order, price });
  const cancel = (orderId: number) =>
    bench.call('DELETE /api/v3/order', { symbol: 'BTCUSDT', orderId });

  it('can come just after the market maker has filled the order', async () => {
    const { orderId } = await place('99.7');
    const book = () => bench.raw('api', 'GET', { target: '/api/v3/depth?symbol=BTCUSDT' });
    const before = (await book()).json;
    script('cancelAgainstFill');
    expect((await cancel(orderId)).json).toMatchObject({ code: -2011 });
    const told = await bench.ok('GET /api/v3/order', { symbol: 'BTCUSDT', orderId });
    expect(told).toMatchObject({ status: 'FILLED', executedQty: '2.00000000' });
    const { bids, asks } = (await book()).json;
    expect([bids, asks]).toEqual([[before.bids[0]], before.asks]);
    expect(bench.simulator.strikes()).toEqual([
      {
        atMs: bench.now(),
        venue: 'binance',
        fault: 'cancelAgainstFill',
        market: 'BTC/USDT',
        request: 'DELETE /api/v3/order',
      },
    ]);
  });

  it('far from the market comes in time, and the fault waits for another', async () => {
    const [far, near] = [await place('90'), await place('100')];
    script('cancelAgainstFill');
    expect((await cancel(far.orderId)).json).toMatchObject({ status: 'CANCELED' });
    expect((await cancel(near.orderId)).json).toMatchObject({ code: -2011 });
  });

  it('that the exchange makes by itself is not struck', async () => {
    const { orderId } = await bench.ok('POST /fapi/v1/order', { ...order, price: '100' });
    await bench.ok('POST /fapi/v1/countdownCancelAll', {
      symbol: 'BTCUSDT',
      countdownTime: '1000',
    });
    script('cancelAgainstFill');
    bench.pass(1_000);
    const told = await bench.ok('GET /fapi/v1/order', { symbol: 'BTCUSDT', orderId });
    expect(told).toMatchObject({ status: 'CANCELED' });
  });
});

describe('faults of an exchange', () => {
  it('come once a second at most, and none of them twice at a time', async () => {
    script('clockSkew', { times: 2, seconds: 10 });
    await bench.ok('GET /api/v3/ping');
    bench.pass(9_000);
    await bench.ok('GET /api/v3/ping');
    expect(bench.simulator.injected()).toMatchObject([{ fault: 'clockSkew', count: 1 }]);
    bench.pass(1_000);
    await bench.ok('GET /api/v3/ping');
    expect(bench.simulator.injected()).toMatchObject([{ fault: 'clockSkew', count: 2 }]);
  });

  it('wait for their time in a script', async () => {
    script('restart', { at: 3 });
    await bench.ok('GET /api/v3/ping');
    bench.pass(2_999);
    await bench.ok('GET /api/v3/ping');
    expect(faults()).toEqual([]);
    bench.pass(1);
    await bench.ok('GET /api/v3/ping');
    expect(faults()).toEqual([['restart', undefined]]);
  });

  it('end when all is calm', async () => {
    script('clockSkew', { seconds: 1_000 });
    await bench.ok('GET /api/v3/ping');
    bench.simulator.calm();
    const { json } = await bench.call('GET /api/v3/time');
    expect(json.serverTime).toBe(bench.now());
  });
});

const spot: MarketDefinition = {
  kind: 'spot',
  base: 'BTC',
  quote: 'USDT',
  tick: '0.01',
  lot: '0.0001',
  minQuantity: '0.001',
  minNotional: '5',
  makerFeePpm: 0,
  takerFeePpm: 0,
};
const swap: MarketDefinition = { ...spot, kind: 'swap', tick: '0.1' };
const dollar: MarketDefinition = { ...spot, quote: 'USD' };

interface Quoting {
  readonly venue: VenueName;
  readonly market: MarketDefinition;
  readonly host: string;
  readonly target: string;
  readonly body?: string;
  /** The exchange's answer during maintenance. */
  readonly maintenance: readonly [status: number, text: RegExp];
}

const page = [503, /^<html>/] as const;
const quotings: readonly Quoting[] = [
  {
    venue: 'binance',
    market: spot,
    host: 'api.binance.com',
    maintenance: page,
    target: '/api/v3/exchangeInfo',
  },
  {
    venue: 'bybit',
    market: swap,
    host: 'api.bybit.com',
    maintenance: page,
    target: '/v5/market/instruments-info?category=linear',
  },
  {
    venue: 'gateio',
    market: spot,
    host: 'api.gateio.ws',
    maintenance: [503, /TOO_BUSY/],
    target: '/api/v4/spot/currency_pairs',
  },
  {
    venue: 'gateio',
    market: { ...swap, lot: '1', minQuantity: '1' },
    host: 'api.gateio.ws',
    target: '/api/v4/futures/usdt/contracts',
    maintenance: [503, /TOO_BUSY/],
  },
  {
    venue: 'kraken',
    market: dollar,
    host: 'api.kraken.com',
    target: '/0/public/AssetPairs',
    maintenance: [200, /EService:Unavailable/],
  },
  {
    venue: 'krakenfutures',
    market: { ...dollar, kind: 'swap' },
    host: 'futures.kraken.com',
    target: '/derivatives/api/v3/instruments',
    maintenance: [200, /"unavailable"/],
  },
  {
    venue: 'okx',
    market: spot,
    host: 'www.okx.com',
    maintenance: [503, /"50001"/],
    target: '/api/v5/public/instruments?instType=SPOT',
  },
  {
    venue: 'hyperliquid',
    market: { ...swap, quote: 'USDC' },
    host: 'api.hyperliquid.xyz',
    target: '/info',
    body: '{"type":"meta"}',
    maintenance: page,
  },
];

describe.each(quotings)('$venue $market.kind', (quoting) => {
  async function open() {
    let at = bench.now();
    const simulator = createSimulator({ now: () => at, schedule: () => undefined });
    const market = simulator.defineMarket(quoting.venue, quoting.market);
    const { url } = await simulator.listen();
    const { host, target, body } = quoting;
    const method = body === undefined ? 'GET' : 'POST';
    const ask = () => send(url, { method, host, target, ...(body !== undefined && { body }) });
    /** Returns the quotes, without the times that answers carry. */
    const quoted = async () => (await ask()).text.replace(/"\w*[tT]ime":("[^"]*"|\d+)/g, '');
    const pass = (ms: number) => {
      at += ms;
    };
    return { simulator, market, ask, quoted, pass };
  }

  it('quotes changed filters while they are, and the old ones again', async () => {
    const { simulator, market, quoted, pass } = await open();
    const before = await quoted();
    for (let seed = 0; seed < 6; seed += 1) {
      const step = { at: 0, fault: 'filtersChanged', venue: quoting.venue, seconds: 30 } as const;
      simulator.misbehave({ chances: {}, script: [step] }, seed);
      expect(await quoted()).not.toBe(before);
      pass(30_000);
      expect(await quoted()).toBe(before);
    }
    expect(simulator.injected()).toEqual([
      { venue: quoting.venue, fault: 'filtersChanged', market, count: 6 },
    ]);
    await simulator.close();
  });

  it('answers in its own way in maintenance, and to what is too much', async () => {
    const { simulator, ask, pass } = await open();
    const { venue } = quoting;
    const steps = [
      { at: 0, fault: 'maintenance', venue, seconds: 10 },
      { at: 10, fault: 'tooManyRequests', venue },
      { at: 10, fault: 'ban', venue, seconds: 10 },
    ] as const;
    simulator.misbehave({ chances: {}, script: steps }, 1);
    const [status, text] = quoting.maintenance;
    const down = await ask();
    expect([down.status, down.text]).toEqual([status, expect.stringMatching(text)]);
    pass(10_000);
    const [many, banned, still] = [await ask(), await ask(), await ask()];
    const says = ({ text: said }: { readonly text: string }) => said.replace(/\d{9,}/g, '');
    expect([many, banned, still].map(({ status: each }) => each >= 200)).toEqual([
      true,
      true,
      true,
    ]);
    expect(says(many)).not.toBe(says(banned));
    expect(says(still)).toBe(says(banned));
    pass(10_000);
    expect((await ask()).status).toBe(200);
    await simulator.close();
  });
});
