import { wholeUnit } from '@windlass/matching';
import { expect, it } from 'vitest';
import { decimalsOf, fixedText } from './amounts.ts';

it.each([
  [15n, 1, '1.5'],
  [15n, 0, '2'],
  [14n, 0, '1'],
  [-15n, 0, '-2'],
  [-4n, 0, '0'],
  [0n, 3, '0.000'],
  [1n, 8, '0.10000000'],
])('writes %s tenths with %s decimals as %s', (tenths, decimals, text) => {
  expect(fixedText((tenths * wholeUnit) / 10n, decimals)).toBe(text);
});

it.each([
  ['0.001', 3],
  ['0.0010', 3],
  ['1', 0],
  ['10', 0],
  ['1.0', 0],
])('counts the decimals of %s as %s', (step, decimals) => {
  expect(decimalsOf(step)).toBe(decimals);
});
