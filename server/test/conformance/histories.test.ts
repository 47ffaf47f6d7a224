import { afterEach, describe, expect, it } from 'vitest';
import { productionOf } from '../../src/trading/model/venuePlace.ts';
import { simulatedVenues } from '../support/exchanges/every.ts';
import { gateioSimulated } from '../support/exchanges/gateio/exchange.ts';
import { hyperliquidSimulated } from '../support/exchanges/hyperliquid/exchange.ts';
import { openSessionBench, type SessionBench } from '../support/exchanges/sessionBench.ts';
import type { SimulatedVenue } from '../support/exchanges/simulated.ts';
import { symbolOf } from '../support/paper/fixture.ts';

// The data that reports use, through the wire of each exchange: data that one of them lacks is
// absent.

const minuteMs = 60_000;
const { signal } = new AbortController();

const benches: SessionBench[] = [];
const open = async (own: SimulatedVenue) => {
  const bench = await openSessionBench(own);
  benches.push(bench);
  return bench;
};
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.stop();
});

/** The parts of it that an exchange has. */
const has: Readonly<Record<string, readonly string[]>> = {
  binance: ['markCandles'],
  bybit: ['markCandles'],
  gateio: ['markCandles', 'rebates'],
  kraken: ['markCandles'],
  okx: ['markCandles'],
  hyperliquid: ['twapFills', 'twaps'],
};
const histories = ['markCandles', 'rebates', 'twapFills', 'twaps'] as const;

describe.each(simulatedVenues.map((own) => [own.venue, own] as const))('%s', (venue, own) => {
  it('has these histories', async () => {
    const { session } = await open(own);
    const there = histories.filter((name) => session[name] !== undefined);
    expect(there).toEqual(has[venue]);
  });

  it('tells mark prices by the minute, to accounts and to anybody, where it has them', async () => {
    const { clock, rates, session, show, venue: id } = await open(own);
    const name = own.markets.find(({ marketType }) => marketType === 'swap')?.symbol ?? '';
    const market = { symbol: symbolOf(name), marketType: 'swap' } as const;
    const beginMs = Math.ceil(clock.now() / minuteMs) * minuteMs;
    await clock.advance(beginMs - clock.now());
    for (const mid of [100, 110, 120]) {
      show(name, mid);
      await clock.advance(minuteMs / 2);
    }
    const query = { ...market, fromMs: beginMs, toMs: clock.now() };
    const candles = await rates.markCandles(productionOf(id), query, signal);
    if (!has[venue]?.includes('markCandles')) {
      expect(candles).toBeUndefined();
      return;
    }
    // The second minute is not over.
    expect(candles).toEqual([{ openMs: beginMs, open: 100, close: 110 }]);
    await clock.advance(3 * minuteMs);
    const whole = { ...query, toMs: clock.now() };
    expect(await session.markCandles?.(whole, signal)).toEqual([
      { openMs: beginMs, open: 100, close: 110 },
      ...[1, 2, 3].map((at) => ({ openMs: beginMs + at * minuteMs, open: 120, close: 120 })),
    ]);
    const many = { ...market, fromMs: beginMs - 2_000 * minuteMs, toMs: clock.now() };
    await expect(session.markCandles?.(many, signal)).rejects.toThrow('a day at most');
  });
});

describe('rebates of gateio', () => {
  const kinds = [
    { kind: 'refr', wallet: 'futures/usdt', asset: 'USDT', amount: '1.25' },
    { kind: 'point_refr', wallet: 'futures/usdt', asset: 'POINT', amount: '3' },
    { kind: 'referral_fee', wallet: 'spot', asset: 'USDT', amount: '0.5' },
    { kind: 'partner', asset: 'USDT', amount: '7', words: { source: 'FUTURES' } },
  ] as const;

  it('are read once each, the first after a time, and go on where they ended', async () => {
    const { clock, keys, session, simulator } = await open(gateioSimulated);
    const beginMs = clock.now();
    for (const rebate of kinds) {
      await clock.advance(minuteMs);
      simulator.giveRebate('gateio', keys.gateio ?? '', rebate);
    }
    await clock.advance(minuteMs);
    const read = (sinceMs: number, limit: number) =>
      session.rebates?.({ sinceMs, limit }, signal) ?? Promise.reject(new Error('none'));
    const all = await read(beginMs, 100);
    expect(all.map(({ source, asset, amount }) => [source, asset, amount])).toEqual([
      ['refr', 'USDT', '1.25'],
      ['point_refr', 'POINT', '3'],
      ['referral_fee', 'USDT', '0.5'],
      ['partner:FUTURES', 'USDT', '7'],
    ]);
    expect(all.map(({ marketType }) => marketType)).toEqual(['swap', 'swap', 'spot', 'swap']);
    const first = await read(beginMs, 2);
    expect(first).toEqual(all.slice(0, 2));
    expect(await read(first[1]?.atMs ?? 0, 100)).toEqual(all.slice(1));
  });

  it('of an account that was never given any are none', async () => {
    const { clock, session } = await open(gateioSimulated);
    const sinceMs = clock.now() - 90 * 86_400_000;
    expect(await session.rebates?.({ sinceMs, limit: 100 }, signal)).toEqual([]);
  });
});

it('TWAP orders of hyperliquid are told with every execution, which no other list has', async () => {
  const { clock, keys, session, simulator } = await open(hyperliquidSimulated);
  const beginMs = clock.now();
  const id = simulator.startTwap('hyperliquid', keys.hyperliquid ?? '', {
    market: 'ETH/USDC:USDC',
    side: 'sell',
    size: '2',
    minutes: 30,
  });
  for (const price of ['100.5', '101']) {
    await clock.advance(minuteMs);
    simulator.fillTwap('hyperliquid', id, { price, size: '0.5', fee: '0.0225' });
  }
  const symbol = 'ETH/USDC:USDC';
  expect(await session.twaps?.(signal)).toEqual([
    { twapId: String(id), symbol, side: 'sell', totalSize: '2', atMs: beginMs },
  ]);
  const fills = await session.twapFills?.({ sinceMs: beginMs, limit: 10 }, signal);
  const shared = {
    twapId: String(id),
    symbol,
    side: 'sell',
    quantity: '0.5',
    fee: '0.0225',
    marketType: 'swap',
    feeAsset: 'USDC',
    liquidity: 'taker',
    realised: '0',
    venueTradeId: expect.any(String),
    venueOrderId: expect.any(String),
  };
  expect(fills).toEqual([
    { ...shared, price: 100.5, atMs: beginMs + minuteMs },
    { ...shared, price: 101, atMs: beginMs + 2 * minuteMs },
  ]);
  expect(await session.twapFills?.({ sinceMs: beginMs, limit: 1 }, signal)).toHaveLength(1);
  const query = { marketType: 'swap', sinceMs: beginMs, limit: 10 } as const;
  expect(await session.fills(query, signal)).toEqual([]);
});
