import { expect, it } from 'vitest';
import { readNumber } from './Field.tsx';

it.each([
  ['', undefined],
  ['  ', undefined],
  ['0.5', 0.5],
  ['.5', 0.5],
  ['5.', 5],
  ['-2', -2],
  ['83,248.29', 83_248.29],
  ['1e-3', 0.001],
  ['1.2.3', Number.NaN],
  ['0x10', Number.NaN],
  ['12a', Number.NaN],
  ['Infinity', Number.NaN],
])('reads %j as %s', (text, value) => {
  expect(readNumber(text)).toBe(value);
});
