import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Funds, quickQuantity } from './quickQuantity.ts';

const means: Funds = {
  free: { USDT: 10_000, BTC: 1.23456789 },
  leverage: 10,
  position: { side: 'long', quantity: 0.75 },
};
const spot = { symbol: 'BTC/USDT', price: 100, means };
const perp = { ...spot, symbol: 'BTC/USDT:USDT' };
const order = (side: 'buy' | 'sell', reduceOnly = false) => ({ side, reduceOnly });

describe('a share of what there is', () => {
  test('of a sale is of the base, and all of it to the last digit', () => {
    expect(quickQuantity(order('sell'), spot, 1)).toBe(1.23456789);
    expect(quickQuantity(order('sell'), spot, 0.25)).toBe(0.308641);
  });

  test('of a purchase is what the money buys, with something kept for fee and movement', () => {
    expect(quickQuantity(order('buy'), spot, 1)).toBe(99.5);
    expect(quickQuantity(order('buy'), spot, 0.5)).toBe(49.75);
  });

  test('of a contract reckons with leverage, on either side', () => {
    expect(quickQuantity(order('buy'), perp, 1)).toBe(995);
    expect(quickQuantity(order('sell'), perp, 1)).toBe(995);
  });

  test('of what reduces is of the position that the side closes', () => {
    expect(quickQuantity(order('sell', true), perp, 1)).toBe(0.75);
    expect(quickQuantity(order('buy', true), perp, 1)).toBeUndefined();
  });

  test('is unknown without a price, a balance, a leverage, or for an inverse contract', () => {
    expect(quickQuantity(order('buy'), { ...spot, price: undefined }, 1)).toBeUndefined();
    expect(quickQuantity(order('sell'), { ...spot, symbol: 'SOL/USDT' }, 1)).toBeUndefined();
    const unlevered = { ...perp, means: { ...means, leverage: undefined } };
    expect(quickQuantity(order('buy'), unlevered, 1)).toBeUndefined();
    expect(quickQuantity(order('buy'), { ...perp, symbol: 'BTC/USD:BTC' }, 1)).toBeUndefined();
  });

  test('never costs more than there is', () => {
    const amount = fc.double({ min: 1e-6, max: 1e9, noNaN: true });
    const shares = fc.constantFrom(0.25, 0.5, 0.75, 1);
    fc.assert(
      fc.property(amount, amount, shares, (money, price, share) => {
        const at = { ...spot, price, means: { ...means, free: { USDT: money } } };
        const quantity = quickQuantity(order('buy'), at, share) ?? 0;
        expect(quantity * price).toBeLessThanOrEqual(money * share);
      }),
    );
  });
});
