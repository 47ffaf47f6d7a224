import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routeScene, type Scene } from '../../../test/support/routing/fixture.ts';
import { usualRequest } from '../../../test/support/routing/plans/fixture.ts';
import { newPlan } from './plans/planning.ts';
import type { RouteEstimate } from './types.ts';
import { toEstimateWire } from './wire.ts';

const names = {
  id: 'p',
  clientPlanId: undefined,
  requestHash: 'h',
  actorId: 'k',
  owner: 'main',
  atMs: 5,
};
const planned = (told: RouteEstimate, accounts: Scene['accounts']) => {
  const known = accounts.map(({ id }) => ({ id })) as unknown as typeof usualRequest.accounts;
  return newPlan({ ...usualRequest, quantity: told.quantity, accounts: known }, told, names);
};
const dear = { bids: [[64_990, 5]], asks: [[65_000, 5]] } as const;
const cheap = { bids: [[99.99, 5]], asks: [[100.01, 5]] } as const;

describe('an order of which a coarse lot is much', () => {
  const coarse: Scene = {
    accounts: [
      { id: 'a', venue: 'binance', dailyUsd: 100 },
      { id: 'b', venue: 'bybit', dailyUsd: 100 },
    ],
    books: { binance: dear, bybit: dear },
    markets: { binance: { quantityStep: 0.001 }, bybit: { quantityStep: 0.000_01 } },
  };

  it('is not routable while limits leave a part of it', async () => {
    const told = await routeScene(coarse).estimate({ quantity: 0.0029 });
    // One lot of 65 dollars, and 153 of 65 cents: 24 dollars are left.
    expect(told).toMatchObject({ allocated: 0.002_53, isRoutable: false });
    const plan = planned(told, coarse.accounts);
    expect(plan).toMatchObject({ dust: '0', status: 'pending' });
  });

  it('is routable while no more than a thousandth is left', async () => {
    const rich = coarse.accounts.map((account) => ({ ...account, dailyUsd: 1e6 }));
    const { estimate } = routeScene({ ...coarse, accounts: rich.slice(0, 1) });
    expect(await estimate({ quantity: 3.003_003 })).toMatchObject({ isRoutable: true });
    // An order of any size may leave less than a lot, if there is no finer venue.
    expect(await estimate({ quantity: 0.0029 })).toMatchObject({ isRoutable: true });
    expect(await estimate({ quantity: 6 })).toMatchObject({ allocated: 5, isRoutable: false });
    const both = routeScene({ ...coarse, accounts: rich });
    // Less than the finest lot.
    expect(await both.estimate({ quantity: 0.002_999 })).toMatchObject({ isRoutable: true });
  });

  it('leaves at a coarse venue what is at most a thousandth, and not more', async () => {
    const accounts = [
      { id: 'a', venue: 'binance' },
      { id: 'b', venue: 'bybit', free: 66 },
    ];
    const markets = { binance: { quantityStep: 0.1 }, bybit: { quantityStep: 0.001 } };
    const { estimate } = routeScene({ ...coarse, accounts, markets });
    for (const [quantity, isRoutable] of [
      [4.001, true],
      [4.005, true],
      [4.0051, false],
      [0.105, false],
    ] as const) {
      const told = await estimate({ quantity });
      expect([quantity, told.isRoutable]).toEqual([quantity, isRoutable]);
    }
  });
});

describe('a smallest slice that cannot be paid for by a part in 10^15', () => {
  // With the fee of 4 bps 0.1 costs 10.0050004 exactly.
  const accounts = [{ id: 'a', venue: 'binance', takerBps: 4, free: 10.005_000_399_999_99 }];
  const books = { binance: cheap };

  it('is not sent, and its account is told what it could take', async () => {
    const told = await routeScene({ accounts, books }).estimate({ quantity: 0.1 });
    expect(told).toMatchObject({ slices: [], allocated: 0, isRoutable: false, candidates: [] });
    expect(told.excluded).toEqual([
      {
        venue: 'binance',
        accountId: 'a',
        reason: 'BELOW_MINIMUM',
        message: 'The account a could take 0.0999, less than its smallest slice of 0.1.',
      },
    ]);
  });

  it('is a part of the order that is not placed', async () => {
    const two = [...accounts, { id: 'b', venue: 'bybit', takerBps: 50, dailyUsd: 95 }];
    const told = await routeScene({ accounts: two, books: { ...books, bybit: cheap } }).estimate();
    expect(told.slices.map(({ accountId }) => accountId)).toEqual(['b']);
    expect(told.isRoutable).toBe(false);
    expect(told.excluded).toMatchObject([{ accountId: 'a', reason: 'BELOW_MINIMUM' }]);
  });

  it('is told of one that could be sent alone, at a better limit price', async () => {
    // At the worse price of both together 0.1 costs 10.0150044.
    const two = [
      { id: 'a', venue: 'binance', takerBps: 4, free: 10.015_004_399_999_99 },
      { id: 'b', venue: 'binance', takerBps: 50 },
    ];
    const asks = [
      [100.01, 1],
      [100.11, 5],
    ] as const;
    const scene = { accounts: two, books: { binance: { ...cheap, asks } } };
    const told = await routeScene(scene).estimate({ quantity: 2 });
    expect(told).toMatchObject({ allocated: 1.9, isRoutable: false });
    expect(told.excluded).toMatchObject([{ accountId: 'a', reason: 'BELOW_MINIMUM' }]);
    expect(told.candidates[0]).toMatchObject({ quantity: 0, standaloneQuantity: 0.1 });
  });
});

describe('a quantity that floats have made', () => {
  const steps = fc.constantFrom(0.1, 0.01, 0.001, 1e-8, 0.3);
  const noisy = fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 0, max: 40 }), fc.boolean())
    .map(([a, b, isLess]) => (isLess ? Math.abs(a / 10 - b / 100) : a / 10 + b / 100) || 0.1);

  it('is never exceeded, whatever its last digits', async () => {
    const check = async (quantity: number, fine: number, coarse: number) => {
      const accounts = [
        { id: 'a', venue: 'binance', dailyUsd: 150 },
        { id: 'b', venue: 'bybit' },
      ];
      const { estimate } = routeScene({
        accounts,
        books: { binance: cheap, bybit: cheap },
        markets: { binance: { quantityStep: fine }, bybit: { quantityStep: coarse } },
      });
      const told = await estimate({ quantity });
      expect(toEstimateWire(told).unallocated_quantity).toBeGreaterThanOrEqual(0);
      planned(told, accounts);
      for (const { standaloneQuantity } of told.candidates) {
        expect(standaloneQuantity).toBeLessThanOrEqual(quantity);
      }
    };
    await check(0.7 + 0.1, 0.1, 0.1);
    await check(0.7 + 0.1, 0.1, 0.01);
    await fc.assert(fc.asyncProperty(noisy, steps, steps, check), { numRuns: 300 });
  });
});

describe('the second round', () => {
  const accounts = [{ id: 'a', venue: 'binance' }];
  const fallen = {
    bids: [
      [98.9, 0.5],
      [98.6, 5],
    ],
    asks: [
      [99.1, 0.5],
      [100.4, 5],
    ],
  } as const;
  const risen = {
    bids: [
      [100.9, 0.5],
      [99.6, 5],
    ],
    asks: [[101.1, 5]],
  } as const;
  const of = (binance: NonNullable<Scene['books'][string]>) =>
    routeScene({ accounts, books: { binance } });

  it('stays within the slippage of the first mid and of the present one', async () => {
    const terms = { anchorMid: 100, maxSlippageBps: 50 };
    // 100.4 is 40 bps above the first mid, and 141 above the present one.
    const buy = await of(fallen).estimate({ ...terms, quantity: 1 });
    expect([buy.mid, buy.allocated]).toEqual([99, 0.5]);
    const sell = await of(risen).estimate({ ...terms, quantity: 1, side: 'sell' });
    expect([sell.mid, sell.allocated]).toEqual([101, 0.5]);
    // 98.9 is within the slippage of the present mid, and far below the first.
    const away = await of(fallen).estimate({ ...terms, side: 'sell' });
    expect(away.excluded).toMatchObject([{ reason: 'BEYOND_MAX_SLIPPAGE' }]);
  });
});
