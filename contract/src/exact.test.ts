import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addExact,
  compareExact,
  digitsAt,
  divideExact,
  divideSigned,
  type Exact,
  exactly,
  formatEveryDigit,
  formatExact,
  multiplyExact,
  negateExact,
  parseExact,
  parsePlain,
  roundHalfExact,
  roundUpExact,
  subtractExact,
  wholeTimes,
} from './exact.ts';

const decimals: fc.Arbitrary<Exact> = fc.record({
  digits: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
  // Beyond 80 the powers of ten are calculated instead of looked up.
  scale: fc.oneof(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 120 })),
});
const positive = decimals
  .filter(({ digits }) => digits !== 0n)
  .map(({ digits, scale }) => ({ digits: digits < 0n ? -digits : digits, scale }));

/** A quotient of whole numbers: what every result is judged by, without any decimal. */
interface Ratio {
  readonly above: bigint;
  /** Greater than 0. */
  readonly below: bigint;
}

const ratioOf = ({ digits, scale }: Exact): Ratio => ({
  above: digits,
  below: 10n ** BigInt(scale),
});
const isSame = (a: Ratio, b: Ratio) => a.above * b.below === b.above * a.below;

/** Returns the greatest whole number that is not above the ratio. */
function floorOf({ above, below }: Ratio): bigint {
  const cut = above / below;
  return above % below < 0n ? cut - 1n : cut;
}

/** Returns the ratio in units of 10^-`decimals`. */
const inUnits = ({ above, below }: Ratio, places: number): Ratio => ({
  above: above * 10n ** BigInt(places),
  below,
});

const i128Max = 2n ** 127n - 1n;

describe('reading', () => {
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
    expect(formatExact(exactly(text))).toBe(plain ?? text);
  });

  it.each([
    '',
    ' ',
    '-',
    '.5',
    '5.',
    '+1',
    '1,5',
    '0x1',
    'NaN',
    'Infinity',
    '1e',
    'e1',
    '1e999',
    '1e331',
    '1e-331',
    '--1',
    '1 ',
    '1\n',
    '1e1e1',
  ])('refuses %j', (text) => {
    expect(parseExact(text)).toBeUndefined();
    expect(parsePlain(text)).toBeUndefined();
    expect(() => exactly(text)).toThrow('Must hold: amounts are decimal text');
  });

  it.each(['1e-7', '1E3', '-2.5e+10'])('reads %s, which is not plain', (text) => {
    expect(parseExact(text)).toBeDefined();
    expect(parsePlain(text)).toBeUndefined();
  });

  it('refuses text without end', () => {
    expect(parseExact('1'.repeat(400))).toBeDefined();
    expect(parseExact('1'.repeat(401))).toBeUndefined();
    expect(parseExact(`${'1'.repeat(400)}e1`)).toBeUndefined();
  });

  it.each([
    [0.1, { digits: 1n, scale: 1 }],
    [0, { digits: 0n, scale: 0 }],
    [1500, { digits: 1500n, scale: 0 }],
    [1e21, { digits: 10n ** 21n, scale: 0 }],
    [1.5e-7, { digits: 15n, scale: 8 }],
    [5e-324, { digits: 5n, scale: 324 }],
    [-2.5, { digits: -25n, scale: 1 }],
  ])('reads the number %s as the decimal that people read', (value, exact) => {
    expect(exactly(value)).toEqual(exact);
  });

  it('reads every finite float as JavaScript writes it', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const exact = exactly(value);
        expect(Number(formatExact(exact))).toBe(value === 0 ? 0 : value);
        expect(Number(formatEveryDigit(exact))).toBe(value === 0 ? 0 : value);
        expect(exact.scale).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('writing', () => {
  it.each([
    [0n, 7, '0.0000000'],
    [1n, 7, '0.0000001'],
    [i128Max, 7, '17014118346046923173168730371588.4105727'],
    [9_223_372_036_854_775_807n, 7, '922337203685.4775807'],
    [123n, 0, '123'],
    [-1n, 7, '-0.0000001'],
    [-25n, 1, '-2.5'],
    [-20n, 0, '-20'],
  ])('of %s with %s decimals keeps every digit', (digits, scale, text) => {
    expect(formatEveryDigit({ digits, scale })).toBe(text);
    expect(Number(formatExact({ digits, scale }))).toBe(Number(text));
  });

  it('reads back as what it was', () => {
    fc.assert(
      fc.property(decimals, (value) => {
        const [shortest, everyDigit] = [formatExact(value), formatEveryDigit(value)];
        expect(parsePlain(everyDigit)).toEqual(value);
        expect(everyDigit.split('.')[1]?.length ?? 0).toBe(value.scale);
        expect(isSame(ratioOf(exactly(shortest)), ratioOf(value))).toBe(true);
        expect(shortest).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d*[1-9])?)$/);
        expect(everyDigit).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
      }),
    );
  });
});

describe('arithmetic', () => {
  it('adds and multiplies where floats do not', () => {
    expect(formatExact(addExact(exactly('0.1'), exactly('0.2')))).toBe('0.3');
    expect(formatExact(multiplyExact(exactly('0.1'), exactly('0.2')))).toBe('0.02');
    expect(compareExact(exactly('0.30'), addExact(exactly('0.1'), exactly('0.2')))).toBe(0);
  });

  it('is that of quotients of whole numbers', () => {
    fc.assert(
      fc.property(decimals, decimals, (a, b) => {
        const [left, right] = [ratioOf(a), ratioOf(b)];
        const below = left.below * right.below;
        const sum = left.above * right.below + right.above * left.below;
        const difference = left.above * right.below - right.above * left.below;
        expect(isSame(ratioOf(addExact(a, b)), { above: sum, below })).toBe(true);
        expect(isSame(ratioOf(subtractExact(a, b)), { above: difference, below })).toBe(true);
        const product = { above: left.above * right.above, below };
        expect(isSame(ratioOf(multiplyExact(a, b)), product)).toBe(true);
        expect(isSame(ratioOf(negateExact(a)), { ...left, above: -left.above })).toBe(true);
        expect(compareExact(a, b)).toBe(difference === 0n ? 0 : difference < 0n ? -1 : 1);
      }),
    );
  });

  it('divides and cuts off towards zero', () => {
    fc.assert(
      fc.property(decimals, positive, fc.boolean(), fc.nat(40), (a, b, isNegative, places) => {
        const by = isNegative ? negateExact(b) : b;
        const size = { ...a, digits: a.digits < 0n ? -a.digits : a.digits };
        const above = size.digits * 10n ** BigInt(b.scale);
        const ratio = { above, below: b.digits * 10n ** BigInt(a.scale) };
        const digits = floorOf(inUnits(ratio, places));
        expect(divideExact(size, b, places)).toEqual({ digits, scale: places });
        const sign = a.digits < 0n === isNegative ? 1n : -1n;
        expect(divideSigned(a, by, places)).toEqual({ digits: sign * digits, scale: places });
        expect(wholeTimes(size, b)).toBe(floorOf(ratio));
      }),
    );
  });

  it.each([
    ['-1', '1'],
    ['1', '0'],
    ['1', '-1'],
  ])('does not share %s out among %s', (value, by) => {
    const [left, right] = [exactly(value), exactly(by)];
    expect(() => divideExact(left, right, 2)).toThrow('Must hold');
    expect(() => wholeTimes(left, right)).toThrow('Must hold');
  });

  it('counts one number in another to the last digit', () => {
    const times = (value: string, into: string) => wholeTimes(exactly(value), exactly(into));
    expect([times('0.8', '0.1'), times('0.7999999999999999', '0.1')]).toEqual([8n, 7n]);
    expect([times('3', '0.001'), times('1e300', '1e-8'), times('0', '2')]).toEqual([
      3000n,
      10n ** 308n,
      0n,
    ]);
  });

  it('compares the last digit where a double does not', () => {
    const bound = exactly(9_007_199_254.740992);
    const above = { digits: 90_071_992_547_409_921n, scale: 7 };
    expect(Number(formatExact(above))).toBe(Number(formatExact(bound)));
    expect(compareExact(above, bound)).toBe(1);
    expect(compareExact({ digits: 90_071_992_547_409_920n, scale: 7 }, bound)).toBe(0);
  });
});

describe('rounding', () => {
  it.each([
    ['1.0000001', 1_000_001n],
    ['1.000001', 1_000_001n],
    ['1', 1_000_000n],
    ['0', 0n],
    ['0.00000000001', 1n],
    ['-1.0000009', -1_000_000n],
  ])('rounds %s up to millionths', (text, micro) => {
    expect(roundUpExact(exactly(text), 6)).toBe(micro);
  });

  it.each([
    ['1.5', 1, '1.5'],
    ['1.5', 0, '2'],
    ['1.4', 0, '1'],
    ['-1.5', 0, '-2'],
    ['-0.4', 0, '0'],
    ['-0.04', 1, '0.0'],
    ['0', 3, '0.000'],
    ['0.1', 8, '0.10000000'],
  ])('rounds %s to %s decimals, from the middle on away from zero: %s', (text, places, rounded) => {
    expect(formatEveryDigit(roundHalfExact(exactly(text), places))).toBe(rounded);
  });

  it('is that of quotients of whole numbers', () => {
    fc.assert(
      fc.property(decimals, fc.nat(40), (value, places) => {
        const units = inUnits(ratioOf(value), places);
        expect(roundUpExact(value, places)).toBe(-floorOf({ ...units, above: -units.above }));
        const size = units.above < 0n ? -units.above : units.above;
        const nearest = floorOf({ above: 2n * size + units.below, below: 2n * units.below });
        const digits = units.above < 0n ? -nearest : nearest;
        expect(roundHalfExact(value, places)).toEqual({ digits, scale: places });
        expect(digitsAt(value, value.scale + places)).toBe(
          floorOf(inUnits(ratioOf(value), value.scale + places)),
        );
      }),
    );
  });
});
