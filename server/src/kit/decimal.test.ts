import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDecimal } from './decimal.ts';

/** What the language reads, apart from blanks. */
const slow = (text: string) => (text.trim() === '' ? Number.NaN : Number(text));

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

  it('is read as ever when it is any other text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readDecimal(text)).toBe(slow(text));
      }),
    );
  });

  it.each(['.', '', ' ', '1.2.3', '1,5', '0x10', '１', '--1', '1e5', '-3', '+4', '5.', '.5'])(
    '%j',
    (text) => expect(readDecimal(text)).toBe(slow(text)),
  );

  it('passes a number on, and nothing else', () => {
    expect([readDecimal(1.5), readDecimal(null), readDecimal([1])]).toEqual([1.5, NaN, NaN]);
  });
});
