import { describe, expect, it } from 'vitest';
import { listedMarket, symbolOf } from '../../../test/support/paper/fixture.ts';
import {
  asideBps,
  balanceCeiling,
  leastQuantity,
  lowest,
  type Measure,
  mostWithin,
  stepOf,
  usdCeiling,
} from './ceilings.ts';

const none = Number.POSITIVE_INFINITY;
const buy: Measure = { side: 'buy', marketType: 'spot', near: 100, far: 101, quoteUsd: 1 };
const sell: Measure = { ...buy, side: 'sell', near: 100, far: 99 };
const power = (free: number, leverage = 1) => ({ asset: 'USDT', free, leverage });
const market = (changes: Parameters<typeof listedMarket>[1] = {}) =>
  listedMarket(symbolOf('BTC/USDT'), {
    quantityMin: undefined,
    notionalMin: undefined,
    ...changes,
  });

describe('what a balance pays for', () => {
  it.each([
    ['a spot buy with the fee on top', 1_010, 100, buy, { maxQuantity: none, maxValue: 1_000 }],
    ['a rebate is no money', 1_000, -10, buy, { maxQuantity: none, maxValue: 1_000 }],
    ['a spot sell, whatever the fee', 3, 10, sell, { maxQuantity: 3, maxValue: none }],
  ] as const)('is told of %s', (_what, free, feeBps, measure, expected) => {
    const ceiling = balanceCeiling(power(free), feeBps, measure);
    expect(ceiling.maxQuantity).toBeCloseTo(expected.maxQuantity, 9);
    expect(ceiling.maxValue).toBeCloseTo(expected.maxValue, 9);
  });

  it('is the leverage times as much of contracts, less the fees of that', () => {
    // 10 times: 9,900.99 of worth take 990.099 of margin and 9.90099 of fees.
    const swap = { ...buy, marketType: 'swap' } as const;
    expect(balanceCeiling(power(1_000, 10), 10, swap).maxValue).toBeCloseTo(9_900.990_099, 5);
    const short = { ...sell, marketType: 'swap' } as const;
    const { maxQuantity, maxValue } = balanceCeiling(power(1_000, 10), 10, short);
    expect([maxQuantity, maxValue]).toEqual([expect.closeTo(99.009_900_99, 6), none]);
  });
});

describe('what is set aside for the fee', () => {
  it.each([
    ['the fee of a taker where that is dearer', { makerBps: 2, takerBps: 5 }, 5],
    ['the fee of a maker where that is dearer', { makerBps: 30, takerBps: -1 }, 30],
    ['nothing where both are rebates', { makerBps: -2, takerBps: -1 }, 0],
  ])('is %s', (_what, fees, expected) => {
    expect(asideBps(fees)).toBe(expected);
  });
});

describe('what a limit in dollars allows', () => {
  it('is worth of a buy at its own price, in the quote', () => {
    expect(usdCeiling(50_000_000, { ...buy, quoteUsd: 2 })).toEqual({
      maxQuantity: none,
      maxValue: 25,
    });
  });

  it('is a quantity of a sell, which is valued at the best bid', () => {
    expect(usdCeiling(50_000_000, sell)).toEqual({ maxQuantity: 0.5, maxValue: none });
  });

  it('is nothing once nothing is left, and everything without one', () => {
    expect(usdCeiling(0, buy).maxValue).toBe(0);
    expect(usdCeiling(none, sell).maxQuantity).toBe(none);
  });
});

it('the lowest of several ceilings binds', () => {
  expect(lowest({ maxQuantity: 3, maxValue: 10 }, { maxQuantity: 5, maxValue: 4 })).toEqual({
    maxQuantity: 3,
    maxValue: 4,
  });
});

describe('the most that levels give', () => {
  const levels = [
    [100, 1],
    [200, 1],
  ] as const;
  it.each([
    ['all that is offered', { maxQuantity: none, maxValue: none }, 2],
    ['a quantity', { maxQuantity: 1.5, maxValue: none }, 1.5],
    ['a worth at the worst price', { maxQuantity: none, maxValue: 300 }, 1.5],
    [
      'the first level alone where the second costs too much',
      { maxQuantity: none, maxValue: 150 },
      1,
    ],
    ['a part of the first level', { maxQuantity: none, maxValue: 50 }, 0.5],
    ['nothing', { maxQuantity: none, maxValue: 0 }, 0],
  ])('is %s', (_what, ceiling, expected) => {
    expect(mostWithin(levels, ceiling)).toBe(expected);
  });
});

describe('the smallest slice', () => {
  it.each([
    ['ten dollars at the best ask', {}, buy, 0.1],
    ['ten dollars at the best bid, at which a sell is valued', {}, sell, 0.1],
    ['ten dollars rounded up to the step', {}, { ...buy, near: 99 }, 0.1011],
    ['ten dollars of another currency', {}, { ...buy, quoteUsd: 0.5 }, 0.2],
    ['the exchange’s own quantity', { quantityMin: 0.7 }, buy, 0.7],
    ['the exchange’s own quantity on its step', { quantityMin: 0.70001 }, buy, 0.7001],
    ['the exchange’s own value at the best ask', { notionalMin: 20 }, buy, 0.2],
    ['the exchange’s own value at the worst bid', { notionalMin: 20 }, sell, 0.2021],
    ['a step that is more than all of them', { quantityStep: 3 }, buy, 3],
  ] as const)('is %s', (_what, changes, measure, expected) => {
    const { quantityStep = 0 } = market(changes);
    expect(leastQuantity(market(changes), quantityStep, measure)).toBe(expected);
  });

  it('is ten dollars to the last digit', () => {
    // 10 / 0.3 has no end, and 33.34 × 0.3 is 10.002.
    const fine = market({ quantityStep: 0.01 });
    expect(leastQuantity(fine, 0.01, { ...buy, near: 0.3 })).toBe(33.34);
    // A step of 0.000_000_01 at 3 dollars is worth 3 hundredths of a millionth.
    const finest = market({ quantityStep: 1e-8 });
    // Half a coin is worth 50, which is a billionth too little.
    const strict = { ...finest, notionalMin: 50.000_000_001 };
    expect(leastQuantity(strict, 1e-8, buy)).toBe(0.500_000_01);
    expect(leastQuantity({ ...strict, notionalMin: 50 }, 1e-8, buy)).toBe(0.5);
    // 3.33333334 × 3 is 10.00000002; one step less is 9.99999999, which rounds up to 10.
    expect(leastQuantity(finest, 1e-8, { ...buy, near: 3 })).toBe(3.333_333_33);
  });
});

describe('the step', () => {
  it('is the market’s own, or the finest there is', () => {
    expect(stepOf(market({ quantityStep: 0.01 }), 1e6)).toBe(0.01);
    expect(stepOf(market({ quantityStep: undefined }), 1)).toBe(1e-8);
  });

  it('is a tenfold of it where there would be too many of them', () => {
    expect(stepOf(market({ quantityStep: 1e-8 }), 1e3)).toBe(1e-8);
    expect(stepOf(market({ quantityStep: 1e-8 }), 1e4)).toBe(1e-7);
    expect(stepOf(market({ quantityStep: 3e-8 }), 1e9)).toBe(0.03);
  });
});
