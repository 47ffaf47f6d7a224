import { describe, expect, it } from 'vitest';
import { backingOf, marginsOf, ratesAt, type Stake } from './margins.ts';

const rates = { initial: 0.02, maintenance: 0.01 };
const long: Stake = {
  isInverse: false,
  isLong: true,
  units: 2,
  entryPrice: 100,
  markPrice: 110,
  leverage: undefined,
  rates,
};
const only = (stake: Stake, backing: Parameters<typeof marginsOf>[1]) => {
  const [margin] = marginsOf([stake], backing);
  if (!margin) throw new Error('a margin for each');
  return margin;
};

describe('a position by itself', () => {
  const backing = { equity: 70, initial: 5, maintenance: 3 };

  it('has all that the wallet needs, and what it gains at the mark', () => {
    expect(only(long, backing)).toMatchObject({
      unrealizedPnl: 20,
      collateral: 5,
      maintenanceMargin: 3,
    });
    expect(only({ ...long, isLong: false }, backing).unrealizedPnl).toBe(-20);
    const coins = { ...long, isInverse: true, units: 1_000 };
    expect(only(coins, backing).unrealizedPnl).toBeCloseTo(1_000 / 100 - 1_000 / 110, 12);
    expect(only({ ...coins, isLong: false }, backing).unrealizedPnl).toBeCloseTo(
      1_000 / 110 - 1_000 / 100,
      12,
    );
  });

  it.each([
    ['long', long],
    ['short', { ...long, isLong: false }],
    ['long in coins', { ...long, isInverse: true, units: 9_000 }],
    ['short in coins', { ...long, isInverse: true, units: 9_000, isLong: false }],
  ] as const)('that is %s ends where its money is what it has to keep', (_, stake) => {
    const { isInverse, isLong, units, entryPrice, markPrice = 0 } = stake;
    const worth = (price: number) => (isInverse ? units / price : units * price);
    const gain = (from: number, to: number) =>
      (isLong === isInverse ? -1 : 1) * (worth(to) - worth(from));
    const { unrealizedPnl = 0, liquidationPrice = 0 } = only(stake, backing);
    expect(unrealizedPnl).toBeCloseTo(gain(entryPrice, markPrice), 9);
    expect(liquidationPrice < markPrice).toBe(isLong);
    const keep = (backing.maintenance / worth(markPrice)) * worth(liquidationPrice);
    expect(backing.equity + gain(markPrice, liquidationPrice)).toBeCloseTo(keep, 9);
  });

  it('that can lose no more than there is has no such price', () => {
    expect(only(long, { ...backing, equity: 1_000 }).liquidationPrice).toBeUndefined();
    const coins = { ...long, isInverse: true, isLong: false, units: 100 };
    const rich = { equity: 1_000, initial: 0.02, maintenance: 0.01 };
    expect(only(coins, rich).liquidationPrice).toBeUndefined();
  });

  it('tells nothing that does not follow', () => {
    const unknown = { equity: undefined, initial: undefined, maintenance: undefined };
    expect(only({ ...long, markPrice: undefined }, backing)).toEqual({
      unrealizedPnl: undefined,
      collateral: 5,
      maintenanceMargin: 3,
      liquidationPrice: undefined,
    });
    expect(only(long, unknown)).toEqual({
      unrealizedPnl: 20,
      collateral: undefined,
      maintenanceMargin: undefined,
      liquidationPrice: undefined,
    });
  });
});

describe('positions of one wallet', () => {
  const small = { ...long, units: 1, entryPrice: 50, markPrice: 50, rates: { ...rates } };

  it('share what it needs by their worth and the rates of their markets', () => {
    const doubled = { initial: 0.04, maintenance: 0.03 };
    const [one, other] = marginsOf([long, { ...small, rates: doubled }], {
      equity: 500,
      initial: 6.4,
      maintenance: 7.4,
    });
    // 220 at 2 and 1 percent, and 50 at 4 and 3.
    expect(one).toMatchObject({ collateral: expect.closeTo((6.4 * 4.4) / 6.4, 9) });
    expect(other?.collateral).toBeCloseTo((6.4 * 2) / 6.4, 9);
    expect(one?.maintenanceMargin).toBeCloseTo((7.4 * 2.2) / 3.7, 9);
    expect(other?.maintenanceMargin).toBeCloseTo((7.4 * 1.5) / 3.7, 9);
  });

  it('that are isolated have what they were entered with, and stand by it alone', () => {
    const isolated = { ...long, leverage: 4 };
    const backing = { equity: 200, initial: 51, maintenance: 2.7 };
    const [own, cross] = marginsOf([isolated, small], backing);
    expect(own).toMatchObject({ collateral: 50, unrealizedPnl: 20 });
    expect(own?.maintenanceMargin).toBeCloseTo(2.2, 9);
    // Fifty of its own margin, two coins from 100 on, and a hundredth to keep.
    const low = own?.liquidationPrice ?? 0;
    expect(50 + 2 * (low - 100)).toBeCloseTo(0.01 * 2 * low, 9);
    expect(cross?.collateral).toBe(1);
    // The isolated position has 70 of the wallet: 130 are left, and the other can only lose 50.
    expect(cross?.liquidationPrice).toBeUndefined();
    const [, tight] = marginsOf([isolated, small], { ...backing, equity: 100 });
    const price = tight?.liquidationPrice ?? 0;
    expect(100 - 70 + (price - 50)).toBeCloseTo(0.01 * price, 9);
  });

  it('of which one has no price or rate share nothing', () => {
    const [one, other] = marginsOf([long, { ...small, rates: undefined }], {
      equity: 500,
      initial: 6,
      maintenance: 3,
    });
    expect([one?.collateral, one?.liquidationPrice, other?.maintenanceMargin]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('the level of a market is that of the size', () => {
  const levels = [
    { numNonContractUnits: '0E-20', initialMargin: '0.02', maintenanceMargin: '0.01' },
    { numNonContractUnits: '1000000.00', initialMargin: '0.04', maintenanceMargin: '0.02' },
  ];
  expect(ratesAt(levels, 999_999)).toEqual({ initial: 0.02, maintenance: 0.01 });
  expect(ratesAt(levels, 1_000_000)).toEqual({ initial: 0.04, maintenance: 0.02 });
  const contracts = [{ contracts: 0, initialMargin: 0.02, maintenanceMargin: 0.01 }];
  expect(ratesAt(contracts, 5)).toEqual({ initial: 0.02, maintenance: 0.01 });
  expect([ratesAt(undefined, 5), ratesAt([], 5)]).toEqual([undefined, undefined]);
});

it('the wallet of dollars and that of a coin name their sums otherwise', () => {
  expect(backingOf({ marginEquity: 70.5, initialMargin: '5', maintenanceMargin: 3 })).toEqual({
    equity: 70.5,
    initial: 5,
    maintenance: 3,
  });
  const coin = { auxiliary: { pv: '11.0' }, marginRequirements: { im: 0.5, mm: 0.25, lt: 0.1 } };
  expect(backingOf(coin)).toEqual({ equity: 11, initial: 0.5, maintenance: 0.25 });
  const nothing = { equity: undefined, initial: undefined, maintenance: undefined };
  expect([backingOf(undefined), backingOf({})]).toEqual([nothing, nothing]);
});
