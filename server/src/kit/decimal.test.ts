import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimal } from './decimal.ts';

/** Reads digits with a dot as JavaScript does; exchanges write no other numbers. */
const slow = (text: string) => (/^\.?$/.test(text) ? Number.NaN : Number(text));

describe('a decimal from a venue', () => {
  it('is the very number the language reads, however many digits', () => {
    const digits = (max: number) => fc.stringMatching(new RegExp(`^[0-9]{0,${max}}$`));
    const parts = fc.tuple(digits(12), fc.constantFrom('', '.'), digits(12));
    fc.assert(
      fc.property(parts, (text) => {
        expect(readDecimal(text.join(''))).toBe(slow(text.join('')));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is none when it has any sign that decimals do not have', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => /[^0-9.eE+-]/.test(text)),
        (text) => {
          expect(readDecimal(text)).toBeNaN();
        },
      ),
    );
  });

  it.each([
    '',
    ' ',
    '.',
    '1.2.3',
    '1,5',
    '１',
    '--1',
    '-',
    'e5',
    '1e',
    '1e5.5',
    '-.',
    '0x10',
    '0b11',
    '0o7',
    '+5',
    '+1e5',
    ' 5',
    '5 ',
    '\t5',
    '5\n',
    'Infinity',
    '-Infinity',
    'NaN',
    '00000000000000000000x',
    '1_000',
  ])('is none: %j', (text) => expect(readDecimal(text)).toBeNaN());

  it.each([
    ['1e5', 1e5],
    ['1.5E-7', 1.5e-7],
    ['1E+2', 100],
    ['-3', -3],
    ['-0.25', -0.25],
    ['5.', 5],
    ['.5', 0.5],
    ['0.10000000000000000001', 0.1],
  ])('%s is %d', (text, value) => expect(readDecimal(text)).toBe(value));

  it('passes a number on, and nothing else', () => {
    expect([readDecimal(1.5), readDecimal(null), readDecimal([1])]).toEqual([1.5, NaN, NaN]);
  });
});
