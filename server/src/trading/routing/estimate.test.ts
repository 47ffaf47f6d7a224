import { describe, expect, it } from 'vitest';
import {
  routeScene,
  type Scene,
  type SceneAccount,
} from '../../../test/support/routing/fixture.ts';
import type { Level } from '../orderbook/types.ts';
import type { RouteEstimate } from './types.ts';

const asks: readonly Level[] = [
  [100.01, 1],
  [100.11, 1],
  [100.4, 3],
];
const bids: readonly Level[] = [
  [99.99, 1],
  [99.89, 1],
  [99.6, 3],
];
const book = { bids, asks };
const two: readonly SceneAccount[] = [
  { id: 'a', venue: 'binance', takerBps: 4 },
  { id: 'b', venue: 'bybit', takerBps: 6 },
];
const alone = (account: Partial<SceneAccount> = {}, scene: Partial<Scene> = {}) =>
  routeScene({
    accounts: [{ id: 'a', venue: 'binance', takerBps: 4, ...account }],
    books: { binance: book },
    ...scene,
  });

const reasonsOf = ({ excluded }: RouteEstimate) =>
  excluded.map(({ accountId, reason }) => [accountId, reason]);
const takenOf = ({ slices }: RouteEstimate) =>
  slices.map(({ accountId, quantity }) => [accountId, quantity]);

describe('an estimate', () => {
  it('tells what hand arithmetic tells', async () => {
    const { estimate } = routeScene({
      accounts: two,
      books: { binance: { ...book, confidence: 0.9 }, bybit: { ...book, confidence: 0.8 } },
    });
    const told = await estimate({ quantity: 3 });
    // Binance gives two levels: 1 at 1 + 4 + 1 bps and 1 at 11 + 4 + 1; bybit 1 at 1 + 6 + 2.
    expect(told).toMatchObject({ mid: 100, isRoutable: true, allocated: 3, excluded: [] });
    const [first, second] = told.slices;
    expect(first).toMatchObject({
      venue: 'binance',
      accountId: 'a',
      quantity: 2,
      quantityText: '2.0000',
      limitPrice: 100.11,
      limitPriceText: '100.11',
      feeBps: 4,
      feeSource: 'config',
      confidence: 0.9,
    });
    expect(first?.estimatedPrice).toBeCloseTo(100.06, 10);
    expect(first?.slippageBps).toBeCloseTo(6, 8);
    expect(first?.costBps).toBeCloseTo(10, 8);
    expect(first?.score).toBeCloseTo(11, 8);
    expect(second).toMatchObject({ accountId: 'b', quantity: 1, limitPrice: 100.01, feeBps: 6 });
    expect(second?.costBps).toBeCloseTo(7, 8);
    expect(second?.score).toBeCloseTo(9, 8);
    expect(told.vwap).toBeCloseTo((2 * 100.06 + 100.01) / 3, 10);
    expect(told.costBps).toBeCloseTo((2 * 10 + 7) / 3, 8);
    expect(told.objectiveBps).toBeCloseTo((2 * 11 + 9) / 3, 8);
    expect(told.gapBps).toBe(0);
  });

  it('of a sell is its mirror', async () => {
    const { estimate } = routeScene({
      accounts: two,
      books: { binance: { ...book, confidence: 0.9 }, bybit: { ...book, confidence: 0.8 } },
    });
    const buy = await estimate({ quantity: 3 });
    const sell = await estimate({ quantity: 3, side: 'sell' });
    expect(takenOf(sell)).toEqual(takenOf(buy));
    expect(sell.slices.map(({ limitPrice }) => limitPrice)).toEqual([99.89, 99.99]);
    expect(sell.vwap).toBeCloseTo(200 - (buy.vwap ?? 0), 8);
    expect(sell.costBps).toBeCloseTo(buy.costBps ?? 0, 8);
    expect(sell.objectiveBps).toBeCloseTo(buy.objectiveBps ?? 0, 8);
  });

  it('measures every venue against the mid of the best bid and ask of all', async () => {
    const { estimate } = routeScene({
      accounts: two,
      books: {
        binance: { bids: [[99, 5]], asks: [[101, 5]] },
        bybit: { bids: [[100, 5]], asks: [[102, 5]] },
      },
    });
    const told = await estimate({ maxSlippageBps: 100 });
    expect(told.mid).toBe(100.5);
    expect(told.slices[0]?.slippageBps).toBeCloseTo((0.5 / 100.5) * 10_000, 8);
    // Bybit asks 149 bps more than the common mid, though only 99 more than its own.
    expect(reasonsOf(told)).toEqual([['b', 'BEYOND_MAX_SLIPPAGE']]);
  });

  it('looks at all venues and accounts once, and at what is of use only', async () => {
    const scene = routeScene({
      accounts: [...two, { id: 'c', venue: 'binance' }, { id: 'd', venue: 'hyperliquid' }],
      books: { binance: book, bybit: book },
    });
    await scene.estimate();
    expect(scene.asked).toEqual(['books binance bybit', 'power a', 'power b', 'power c']);
  });

  it('gives accounts of one venue its mean price and its worst level, and sums to the whole', async () => {
    const { estimate } = routeScene({
      accounts: [
        { id: 'a', venue: 'binance', takerBps: 4, free: 150 },
        { id: 'c', venue: 'binance', takerBps: 5 },
      ],
      books: { binance: book },
    });
    const told = await estimate({ quantity: 3, maxVenues: 1 });
    // 150 pay for 1.4934 at the limit price of both, 100.4 and the fee.
    expect(takenOf(told)).toEqual([
      ['a', 1.4934],
      ['c', 1.5066],
    ]);
    const value = 100.01 + 100.11 + 100.4;
    for (const slice of told.slices) {
      expect(slice.limitPrice).toBe(100.4);
      expect(slice.estimatedPrice).toBeCloseTo(value / 3, 8);
    }
    const sum = told.slices.reduce((all, each) => all + each.quantity * each.estimatedPrice, 0);
    expect(sum).toBeCloseTo(value, 8);
    expect(told.vwap).toBeCloseTo(value / 3, 8);
  });

  it('tells of every candidate how it would do alone, and at which score it was not chosen', async () => {
    const { estimate } = routeScene({
      accounts: [...two, { id: 'c', venue: 'kraken', takerBps: 40, free: 200 }],
      books: { binance: book, bybit: book, kraken: { ...book, confidence: 0.7 } },
    });
    const told = await estimate({ quantity: 2 });
    const [a, b, c] = told.candidates;
    expect(a).toMatchObject({ accountId: 'a', quantity: 1, standaloneQuantity: 2, feeBps: 4 });
    expect(a?.standaloneCostBps).toBeCloseTo(10, 8);
    expect(a?.standaloneScore).toBeCloseTo(10, 8);
    expect(b).toMatchObject({ accountId: 'b', quantity: 1 });
    // 200 / 100.11 / 1.004, down to the lot.
    expect(c).toMatchObject({ accountId: 'c', quantity: 0, standaloneQuantity: 1.9898 });
    expect(c?.standaloneScore).toBeCloseTo((c?.standaloneCostBps ?? 0) + 3, 8);
    expect(told.excluded).toEqual([
      {
        venue: 'kraken',
        accountId: 'c',
        reason: 'NOT_CHOSEN',
        message:
          'Alone it could take 1.9898 of 2 at a score of 48.97 bps. ' +
          'The order costs less where it goes.',
      },
    ]);
  });

  it('uses no more venues than allowed', async () => {
    const { estimate } = routeScene({ accounts: two, books: { binance: book, bybit: book } });
    expect(takenOf(await estimate({ quantity: 3, maxVenues: 1 }))).toEqual([['a', 3]]);
    expect((await estimate({ quantity: 3, maxVenues: 2 })).slices).toHaveLength(2);
  });

  it('is routable while only lot dust is left, and tells what is left', async () => {
    const markets = { binance: { quantityStep: 0.1 } };
    const { estimate } = alone({}, { markets });
    expect(await estimate({ quantity: 1.19 })).toMatchObject({ allocated: 1.1, isRoutable: true });
    expect(await estimate({ quantity: 5.09 })).toMatchObject({ allocated: 5, isRoutable: true });
    expect(await estimate({ quantity: 5.1 })).toMatchObject({ allocated: 5, isRoutable: false });
    expect(await estimate({ quantity: 0.09 })).toMatchObject({ allocated: 0, isRoutable: false });
  });

  it('of an order far beyond all books stays finite', async () => {
    const { estimate } = alone();
    for (const quantity of [1e9, 1e300, Number.MAX_VALUE]) {
      const told = await estimate({ quantity });
      expect(told).toMatchObject({ allocated: 5, isRoutable: false });
      for (const slice of told.slices) {
        const numbers = Object.values(slice).filter((value) => typeof value === 'number');
        expect(numbers.every(Number.isFinite)).toBe(true);
      }
    }
    expect(reasonsOf(await estimate({ quantity: Number.MIN_VALUE }))).toEqual([
      ['a', 'BELOW_MINIMUM'],
    ]);
  });

  it('cuts levels beyond the slippage allowed, and none at its edge', async () => {
    const { estimate } = alone();
    // 11 bps reach the second level exactly.
    expect((await estimate({ quantity: 5, maxSlippageBps: 11 })).allocated).toBe(2);
    expect((await estimate({ quantity: 5, maxSlippageBps: 10.99 })).allocated).toBe(1);
    const sell = { quantity: 5, side: 'sell' } as const;
    expect((await estimate({ ...sell, maxSlippageBps: 11 })).allocated).toBe(2);
    expect((await estimate({ ...sell, maxSlippageBps: 10.99 })).allocated).toBe(1);
  });

  it('reads deep into books, and no deeper than a hundred levels', async () => {
    const deep = Array.from({ length: 120 }, (_, at): Level => [(10_001 + at) / 100, 1]);
    const scene = alone({}, { books: { binance: { bids, asks: deep } } });
    const wide = { maxSlippageBps: 1_000 };
    expect((await scene.estimate({ ...wide, quantity: 17 })).allocated).toBe(17);
    expect((await scene.estimate({ ...wide, quantity: 500 })).allocated).toBe(100);
  });

  it('passes no limit by a part in a million million, as floats would', async () => {
    // 0.99990001 at 100.01 half-dollars are 50.00000000005 dollars.
    const { estimate, prepare } = alone(
      {},
      {
        quoteUsd: 0.5,
        capUsd: 50,
        markets: { binance: { quantityStep: 1e-8 } },
        books: { binance: { bids: [[100.01, 5]], asks: [[100.05, 5]] } },
      },
    );
    const told = await estimate({ side: 'sell' });
    expect(told).toMatchObject({ allocated: 0.9999, candidates: [{ quantity: 0.9999 }] });
    const [slice] = told.slices;
    expect(slice && (await prepare(slice, 'sell')).valueMicroUsd).toBe(50_000_000);
  });

  it('holds slippage against an anchor and costs against the books', async () => {
    const { estimate } = alone();
    const told = await estimate({ quantity: 5, maxSlippageBps: 11, anchorMid: 99.9 });
    // 100.01 is 11.01 bps beyond the anchor.
    expect(reasonsOf(told)).toEqual([['a', 'BEYOND_MAX_SLIPPAGE']]);
    const near = await estimate({ quantity: 5, maxSlippageBps: 12, anchorMid: 99.9 });
    expect(near).toMatchObject({ allocated: 1, mid: 100 });
    expect(near.slices[0]?.slippageBps).toBeCloseTo(1, 8);
    const sell = { side: 'sell', quantity: 5, maxSlippageBps: 12, anchorMid: 100.1 } as const;
    expect(await estimate(sell)).toMatchObject({ allocated: 1 });
  });

  it('takes no level beyond the worst price', async () => {
    const { estimate } = alone();
    const upTo = async (worstPrice: number | undefined, side: 'buy' | 'sell' = 'buy') => {
      const { allocated, slices } = await estimate({ side, quantity: 5, worstPrice });
      return [allocated, slices.map(({ limitPrice }) => limitPrice)];
    };
    expect(await upTo(undefined)).toEqual([5, [100.4]]);
    expect(await upTo(100.4)).toEqual([5, [100.4]]);
    expect(await upTo(100.39)).toEqual([2, [100.11]]);
    expect(await upTo(100.01)).toEqual([1, [100.01]]);
    expect(await upTo(99.6, 'sell')).toEqual([5, [99.6]]);
    expect(await upTo(99.61, 'sell')).toEqual([2, [99.89]]);
    // The tighter of the two bounds applies.
    const both = await estimate({ quantity: 5, worstPrice: 100.4, maxSlippageBps: 11 });
    expect(both).toMatchObject({ allocated: 2 });
  });

  it('goes only beyond what the plan has emptied already', async () => {
    const { estimate } = alone();
    const takenTo = (price: number) => new Map([['binance' as const, price]]);
    const whole = await estimate({ quantity: 50 });
    const beyond = await estimate({ quantity: 50, takenTo: takenTo(100.01) });
    // One unit is at 100.01.
    expect(beyond.allocated).toBe(whole.allocated - 1);
    const elsewhere = new Map([['bybit' as const, 1e6]]);
    expect(await estimate({ quantity: 50, takenTo: elsewhere })).toMatchObject({
      allocated: whole.allocated,
    });
    const none = await estimate({ quantity: 50, takenTo: takenTo(1e6) });
    expect(reasonsOf(none)).toEqual([['a', 'EMPTY_SIDE']]);
    const sell = { side: 'sell', quantity: 50 } as const;
    expect(reasonsOf(await estimate({ ...sell, takenTo: takenTo(1) }))).toEqual([
      ['a', 'EMPTY_SIDE'],
    ]);
  });

  it('stays within the narrowest price collar of the accounts at a venue', async () => {
    const limits = (priceCollarPct: number) => ({
      maxOrderMicroUsd: undefined,
      maxOpenOrders: undefined,
      cancelAfterS: undefined,
      priceCollarPct,
    });
    const { estimate } = routeScene({
      accounts: [
        { id: 'a', venue: 'binance', changes: { limits: limits(0.12) } },
        { id: 'c', venue: 'binance', changes: { limits: limits(5) } },
      ],
      books: { binance: book },
    });
    expect((await estimate({ quantity: 5 })).allocated).toBe(2);
    const narrow = alone({ changes: { limits: limits(0.001) } });
    const told = await narrow.estimate();
    expect(told.excluded).toMatchObject([
      {
        reason: 'BEYOND_MAX_SLIPPAGE',
        message: 'The best ask of binance, 100.01, is beyond the price collar of its accounts.',
      },
    ]);
  });

  it('that only reduces is bounded by the position alone, and by no minimum of value', async () => {
    const symbol = 'BTC/USDT:USDT';
    const none = { free: 0, dailyUsd: 0 };
    const scene = { symbol, capUsd: 1, markets: { binance: { notionalMin: 5 } } };
    const { estimate } = alone({ ...none, closable: 1.5 }, scene);
    const told = await estimate({ side: 'sell', quantity: 2, reduceOnly: true });
    expect(takenOf(told)).toEqual([['a', 1.5]]);
    const small = await estimate({ side: 'sell', quantity: 0.01, reduceOnly: true });
    expect([takenOf(small), small.isRoutable]).toEqual([[['a', 0.01]], true]);
    expect(takenOf(await estimate({ side: 'sell', quantity: 2 }))).toEqual([]);
  });

  it('waits for lists of markets that are not known', async () => {
    const scene = alone({}, { unknown: ['binance'] });
    const told = await scene.estimate();
    expect(scene.asked).toEqual(['prepare']);
    expect(told).toMatchObject({ mid: undefined, vwap: undefined, isRoutable: false });
    expect(reasonsOf(told)).toEqual([['a', 'MARKETS_UNAVAILABLE']]);
  });

  it('does not hide a fault of ours', async () => {
    const { estimate } = alone({ free: new TypeError('a fault') });
    await expect(estimate()).rejects.toThrow('a fault');
  });
});
