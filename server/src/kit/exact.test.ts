import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addExact,
  compareExact,
  type Exact,
  exactly,
  formatExact,
  meanPrice,
  multiplyExact,
  parseExact,
  roundUpExact,
  wholeTimes,
} from './exact.ts';

function exact(text: string): Exact {
  const value = parseExact(text);
  if (!value) throw new Error(`${text} is no decimal`);
  return value;
}

const decimals = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }))
  .map(([digits, scale]) => ({ digits, scale }));

describe('exact decimals', () => {
  it.each([
    ['0', '0'],
    ['-0.0', '0'],
    ['0.10', '0.1'],
    ['007.500', '7.5'],
    ['1e-7', '0.0000001'],
    ['1.5E+3', '1500'],
    ['-12.34e1', '-123.4'],
    ['123456789012345678901234567890.000000000000000001', undefined],
  ])('reads %s and writes it plainly', (text, plain) => {
    expect(formatExact(exact(text))).toBe(plain ?? text);
  });

  it.each(['', ' ', '-', '.5', '5.', '1,5', '0x1', 'NaN', 'Infinity', '1e', '1e999', '--1', '1 '])(
    'refuses %j',
    (text) => {
      expect(parseExact(text)).toBeUndefined();
    },
  );

  it('refuses text without end', () => {
    expect(parseExact('1'.repeat(401))).toBeUndefined();
  });

  it('adds and multiplies where floats do not', () => {
    expect(formatExact(addExact(exact('0.1'), exact('0.2')))).toBe('0.3');
    expect(formatExact(multiplyExact(exact('0.1'), exact('0.2')))).toBe('0.02');
    expect(compareExact(exact('0.30'), addExact(exact('0.1'), exact('0.2')))).toBe(0);
  });

  it.each([
    ['1.0000001', 1_000_001n],
    ['1.000001', 1_000_001n],
    ['1', 1_000_000n],
    ['0', 0n],
    ['0.00000000001', 1n],
    ['-1.0000009', -1_000_000n],
  ])('rounds %s up to millionths', (text, micro) => {
    expect(roundUpExact(exact(text), 6)).toBe(micro);
  });

  it('writes what it reads back as the same number', () => {
    fc.assert(
      fc.property(decimals, (value) => compareExact(exact(formatExact(value)), value) === 0),
    );
  });

  it('reads every finite float as JavaScript writes it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(formatExact(exact(String(value))))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it('orders numbers as their difference does', () => {
    fc.assert(
      fc.property(decimals, decimals, decimals, (a, b, c) => {
        expect(compareExact(a, b)).toBe(-compareExact(b, a) + 0);
        expect(compareExact(addExact(a, c), addExact(b, c))).toBe(compareExact(a, b));
      }),
    );
  });

  it('go into one another as often as they do to the last digit', () => {
    const times = (value: string, into: string) => wholeTimes(exact(value), exact(into));
    expect([times('0.8', '0.1'), times('0.7999999999999999', '0.1')]).toEqual([8n, 7n]);
    expect([times('3', '0.001'), times('1e300', '1e-8'), times('0', '2')]).toEqual([
      3000n,
      10n ** 308n,
      0n,
    ]);
    expect(() => times('1', '0')).toThrow('Must hold');
    expect(() => times('-1', '1')).toThrow('Must hold');
  });
});

describe('meanPrice', () => {
  it.each([
    ['38.7031764', '0.00042', 92_150.42],
    ['0.3', '3', 0.1],
    ['2', '3', 0.666666666666667],
    ['0', '1', 0],
    ['1', '0', undefined],
    ['-1', '1', undefined],
  ])('is what %s for %s comes to: %s', (cost, quantity, mean) => {
    expect(meanPrice(exact(cost), exact(quantity))).toBe(mean);
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
