import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addExact, exactly, meanPrice, multiplyExact } from './exact.ts';

describe('meanPrice', () => {
  it.each([
    ['38.7031764', '0.00042', 92_150.42],
    ['0.3', '3', 0.1],
    ['2', '3', 0.666666666666667],
    ['0', '1', 0],
    ['1', '0', undefined],
    ['-1', '1', undefined],
  ])('is what %s for %s comes to: %s', (cost, quantity, mean) => {
    expect(meanPrice(exactly(cost), exactly(quantity))).toBe(mean);
  });

  it('lies between the least and the greatest price, and is the price of one price', () => {
    const fill = fc.record({
      price: fc.integer({ min: 1, max: 999_999_999_999 }).map((digits) => `${digits}e-6`),
      quantity: fc.integer({ min: 1, max: 1_000_000_000 }).map((lots) => `${lots}e-8`),
    });
    fc.assert(
      fc.property(fc.array(fill, { minLength: 1, maxLength: 8 }), (fills) => {
        const costs = fills.map(({ price, quantity }) =>
          multiplyExact(exactly(price), exactly(quantity)),
        );
        const quantities = fills.map(({ quantity }) => exactly(quantity));
        const mean = meanPrice(costs.reduce(addExact), quantities.reduce(addExact));
        const prices = fills.map(({ price }) => Number(price));
        expect(mean).toBeGreaterThanOrEqual(Math.min(...prices));
        expect(mean).toBeLessThanOrEqual(Math.max(...prices));
      }),
    );
  });
});
