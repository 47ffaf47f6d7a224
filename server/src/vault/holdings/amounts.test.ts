import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimals, formatAmount, toExactDecimal } from './amounts.ts';

const i128Max = 2n ** 127n - 1n;
const amount = fc.bigInt({ min: 0n, max: i128Max });
const scale = fc.integer({ min: 0, max: 18 });

describe('an amount as text', () => {
  it.each([
    [0n, 7, '0.0000000'],
    [1n, 7, '0.0000001'],
    [i128Max, 7, '17014118346046923173168730371588.4105727'],
    [9_223_372_036_854_775_807n, 7, '922337203685.4775807'],
    [123n, 0, '123'],
    [-1n, 7, '-0.0000001'],
    [-25n, 1, '-2.5'],
  ])('of %s with %s decimals is exact', (digits, decimals, text) => {
    expect(formatAmount({ digits, scale: decimals })).toBe(text);
  });

  it('keeps every digit, so that it reads back as what it was', () => {
    fc.assert(
      fc.property(amount, scale, (digits, decimals) => {
        const text = formatAmount({ digits, scale: decimals });
        expect(BigInt(text.replace('.', ''))).toBe(digits);
        expect(text.split('.')[1]?.length ?? 0).toBe(decimals);
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
      }),
    );
  });
});

describe('a number', () => {
  it.each([
    [0.1, { digits: 1n, scale: 1 }],
    [0, { digits: 0n, scale: 0 }],
    [1500, { digits: 1500n, scale: 0 }],
    [1e21, { digits: 10n ** 21n, scale: 0 }],
    [1.5e-7, { digits: 15n, scale: 8 }],
    [5e-324, { digits: 5n, scale: 324 }],
    [-2.5, { digits: -25n, scale: 1 }],
  ])('%s is the decimal that people read', (value, exact) => {
    expect(compareDecimals(toExactDecimal(value), exact)).toBe(0);
  });

  it('reads back as itself from its decimal', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const exact = toExactDecimal(value);
        expect(Number(formatAmount(exact))).toBe(value === 0 ? 0 : value);
        expect(exact.scale).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('comparing', () => {
  it('is that of the integers when both are written with the same number of digits', () => {
    fc.assert(
      fc.property(amount, scale, amount, scale, (a, aScale, b, bScale) => {
        const left = a * 10n ** BigInt(18 - aScale);
        const right = b * 10n ** BigInt(18 - bScale);
        const expected = left === right ? 0 : left < right ? -1 : 1;
        const compared = compareDecimals(
          { digits: a, scale: aScale },
          { digits: b, scale: bScale },
        );
        expect(compared).toBe(expected);
      }),
    );
  });

  it('does not lose the last digit where a double does', () => {
    const bound = toExactDecimal(9_007_199_254.740992);
    const above = { digits: 90_071_992_547_409_921n, scale: 7 };
    expect(Number(formatAmount(above))).toBe(Number(formatAmount(bound)));
    expect(compareDecimals(above, bound)).toBe(1);
    expect(compareDecimals({ digits: 90_071_992_547_409_920n, scale: 7 }, bound)).toBe(0);
  });
});
