import { describe, expect, it } from 'vitest';
import { bpsAt } from './feeRates.ts';
import { NoAnswerError } from './tradeHttp.ts';

describe('a fee in basis points', () => {
  it.each([
    ['0.0004', 4],
    ['0.00055', 5.5],
    // As products of floats these are 0.5700000000000001 and 2.9999999999999996.
    ['0.000057', 0.57],
    ['0.0003', 3],
    ['0.00016999', 1.6999],
    ['-0.00005', -0.5],
    [-0.000152, -1.52],
    [2e-7, 0.002],
    ['0', 0],
    ['-0.0000', 0],
  ])('of the share %s is %d to the digit', (share, bps) => {
    expect(bpsAt({ share }, 'share')).toBe(bps);
  });

  it.each([undefined, null, '', 'n/a', 'NaN', '1', '-1', '1e300', true, {}])(
    'is no answer where the venue wrote %s',
    (share) => {
      expect(() => bpsAt({ share }, 'share')).toThrow(NoAnswerError);
    },
  );
});
