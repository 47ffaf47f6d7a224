import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundToGrid } from '../../../kit/grid.ts';
import type { MarketRules } from '../algorithm.ts';
import { onTick, tradable, withinLimit } from './guards.ts';

const rules: MarketRules = {
  priceTick: 0.01,
  priceDigitsMax: undefined,
  quantityStep: 0.001,
  quantityMin: 0.002,
  notionalMin: 5,
};

describe('a price', () => {
  test('is held to the limit price on either side', () => {
    expect(withinLimit('buy', 101, 100)).toBe(100);
    expect(withinLimit('buy', 99, 100)).toBe(99);
    expect(withinLimit('sell', 99, 100)).toBe(100);
    expect(withinLimit('sell', 101, 100)).toBe(101);
    expect(withinLimit('sell', 101, undefined)).toBe(101);
  });

  test('goes to its tick away from the market', () => {
    expect(onTick('buy', 100.019, rules)).toBe(100.01);
    expect(onTick('sell', 100.011, rules)).toBe(100.02);
    expect(onTick('buy', 0.001, rules)).toBeUndefined();
  });

  test('keeps to the digits that an exchange allows', () => {
    const limited = { ...rules, priceTick: 0.000001, priceDigitsMax: 5 };
    expect(onTick('buy', 1.234567, limited)).toBe(1.2345);
    expect(onTick('sell', 1.234567, limited)).toBe(1.2346);
    expect(onTick('buy', 61_234.7, limited)).toBe(61_234);
  });

  test('held and rounded is never beyond its limit', () => {
    const price = fc.double({ min: 0.02, max: 1e6, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom('buy', 'sell'), price, price, (side, wanted, limit) => {
        const held = onTick(side, withinLimit(side, wanted, limit), rules);
        if (held === undefined) return;
        expect(side === 'buy' ? held <= limit : held >= limit).toBe(true);
      }),
    );
  });
});

describe('a quantity', () => {
  test.each([
    ['on the lot, down', { quantity: 1.2345, price: 100, quoteUsd: 1 }, 1.234],
    ['nothing below the smallest quantity', { quantity: 0.0019, price: 1e6, quoteUsd: 1 }, 0],
    ['nothing below the smallest value', { quantity: 0.049, price: 100, quoteUsd: 10 }, 0],
    ['nothing below ten dollars', { quantity: 0.099, price: 100, quoteUsd: 1 }, 0],
    ['exactly ten dollars', { quantity: 0.1, price: 100, quoteUsd: 1 }, 0.1],
    ['no look at dollars nobody knows', { quantity: 0.06, price: 100, quoteUsd: undefined }, 0.06],
    ['nothing of nothing', { quantity: 0, price: 100, quoteUsd: 1 }, 0],
    ['nothing of less than nothing', { quantity: -1, price: 100, quoteUsd: 1 }, 0],
  ])('is %s', (_, sizing, expected) => {
    expect(tradable(sizing, rules)).toBe(expected);
  });

  test('is never more than was asked for, and on the lot', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (quantity) => {
        const sized = tradable({ quantity, price: 100, quoteUsd: 1 }, rules);
        expect(sized).toBeLessThanOrEqual(quantity);
        expect(roundToGrid(sized, rules.quantityStep, 'down')).toBe(sized);
      }),
    );
  });
});
