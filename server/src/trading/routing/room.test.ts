import { describe, expect, it } from 'vitest';
import {
  routeScene,
  type Scene,
  type SceneAccount,
} from '../../../test/support/routing/fixture.ts';
import { roomShareOf } from './room.ts';

const book = {
  bids: [
    [9_999, 1],
    [9_998, 9],
  ],
  asks: [
    [10_001, 1],
    [10_002, 9],
  ],
} as const;

const sceneOf = (account: Partial<SceneAccount> = {}, scene: Partial<Scene> = {}) =>
  routeScene({
    accounts: [{ id: 'a', venue: 'binance', ...account }],
    books: { binance: book },
    ...scene,
  });

const onlySlice = async (
  scene: ReturnType<typeof sceneOf>,
  request: Parameters<typeof scene.estimate>[0],
) => {
  const { slices } = await scene.estimate({ quantity: 2, ...request });
  const [slice] = slices;
  if (!slice || slices.length > 1) throw new Error(`${slices.length} slices`);
  return slice;
};

describe('the limit price of a slice', () => {
  it('is the worst level that it is to take where no room is asked for', async () => {
    for (const [side, price] of [
      ['buy', 10_002],
      ['sell', 9_998],
    ] as const) {
      const slice = await onlySlice(sceneOf(), { side });
      expect([slice.limitPrice, slice.roomBps]).toEqual([price, 0]);
    }
  });

  it('is beyond it by a share of what is left of the slippage', async () => {
    // The slippage ends at 10,050, which is 48 beyond 10,002.
    const buy = await onlySlice(sceneOf(), { roomShare: 0.25 });
    expect([buy.limitPrice, buy.limitPriceText]).toEqual([10_014, '10014.00']);
    expect(buy.roomBps).toBeCloseTo(12, 9);
    // The estimate is the cost on these very books.
    expect(buy.estimatedPrice).toBe(10_001.5);
    const sell = await onlySlice(sceneOf(), { side: 'sell', roomShare: 0.25 });
    expect(sell.limitPrice).toBe(9_986);
    expect(sell.roomBps).toBeCloseTo(12, 9);
  });

  it('is on the tick of its market, on the near side', async () => {
    const markets = { binance: { priceTick: 5 } };
    const coarse = { bids: [[9_995, 9]], asks: [[10_005, 9]] } as const;
    const scene = () => sceneOf({}, { markets, books: { binance: coarse } });
    expect((await onlySlice(scene(), { roomShare: 0.25 })).limitPrice).toBe(10_015);
    expect((await onlySlice(scene(), { roomShare: 0.25, side: 'sell' })).limitPrice).toBe(9_985);
  });

  it('goes no further than the slippage from the first mid, nor than the worst price', async () => {
    const first = await onlySlice(sceneOf(), { roomShare: 1, anchorMid: 9_980 });
    expect(first.limitPrice).toBeLessThanOrEqual(9_980 * 1.005);
    expect(first.limitPrice).toBeGreaterThan(9_980 * 1.005 - 0.02);
    const worst = await onlySlice(sceneOf(), { roomShare: 1, worstPrice: 10_003.5 });
    expect(worst.limitPrice).toBe(10_003.5);
  });

  it('leaves 50 bps at most, and a tenth of the price collar', async () => {
    const far = await onlySlice(sceneOf(), { roomShare: 1, maxSlippageBps: 900 });
    expect(far.limitPrice).toBe(10_052);
    const limits = {
      maxOrderMicroUsd: undefined,
      priceCollarPct: 0.1,
      maxOpenOrders: undefined,
      cancelAfterS: undefined,
    };
    const narrow = sceneOf({ changes: { limits } });
    // Exact only to a tick, for the collar is a share of a price.
    expect((await onlySlice(narrow, { roomShare: 1 })).limitPrice).toBeCloseTo(10_009, 1);
  });

  it('is one that the account can pay, and takes nothing of the quantity for it', async () => {
    const short = await onlySlice(sceneOf({ free: 20_010, takerBps: 0 }), { roomShare: 1 });
    expect([short.quantity, short.limitPrice]).toEqual([2, 10_004.99]);
    const none = await onlySlice(sceneOf({ free: 20_004, takerBps: 0 }), { roomShare: 1 });
    expect([none.quantity, none.limitPrice]).toEqual([2, 10_002]);
    const limited = await onlySlice(sceneOf({ dailyUsd: 20_010 }), { roomShare: 1 });
    expect([limited.quantity, limited.limitPrice]).toEqual([2, 10_004.99]);
  });

  it('of a sell is above the smallest value that its exchange takes', async () => {
    const markets = { binance: { notionalMin: 19_990 } };
    const slice = await onlySlice(sceneOf({}, { markets }), { side: 'sell', roomShare: 1 });
    expect(slice.limitPrice).toBe(9_995.01);
  });
});

it('leaves little room at first and all of it from the third round on', () => {
  expect([1, 2, 3, 4, 8].map(roomShareOf)).toEqual([0.02, 0.1, 1, 1, 1]);
});
