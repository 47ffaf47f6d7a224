import { expect, test } from 'vitest';
import { exactly } from '../../../kit/exact.ts';
import { fractionToBps, percentToBps } from './feeBps.ts';

test.each([
  ['0.0004', 4],
  ['0.00055', 5.5],
  ['0.00035', 3.5],
  // As products of floats these are 0.5700000000000001 and 2.9999999999999996.
  ['0.000057', 0.57],
  ['0.0003', 3],
  ['0.000315', 3.15],
  ['-0.00001', -0.1],
  ['1e-5', 0.1],
  ['0.0010', 10],
  ['0', 0],
] as const)('a part of %s is %d basis points, without noise', (rate, bps) => {
  expect(fractionToBps(exactly(rate))).toBe(bps);
});

test.each([
  ['0.2600', 26],
  ['0.07', 7],
  ['0.0300', 3],
  ['-0.0100', -1],
] as const)('%s percent are %d basis points, without noise', (rate, bps) => {
  expect(percentToBps(exactly(rate))).toBe(bps);
});
