import { expect, it } from 'vitest';
import { parseLongNumbers } from './exactJson.ts';

it('a number that a float would change stays text, and others stay numbers', () => {
  const text =
    '{"a":0.123456789123456789,"b":-42.5,"c":[9007199254740993,1],"d":"0.1234567890123456789"}';
  expect(parseLongNumbers(text)).toEqual({
    a: '0.123456789123456789',
    b: -42.5,
    c: ['9007199254740993', 1],
    d: '0.1234567890123456789',
  });
  const spaced = '{"a": -0.000000742689179664123456, "b": 0.00000000000000001}';
  expect(parseLongNumbers(spaced)).toEqual({ a: '-0.000000742689179664123456', b: 1e-17 });
});

it('an answer without such numbers, or that is none, is for others to read', () => {
  const plain = ['{"a":0.1,"id":"12345678901234567890","t":1700000000123}', 'x', ''];
  expect(plain.map(parseLongNumbers)).toEqual([undefined, undefined, undefined]);
  expect(parseLongNumbers('{"a":0.123456789123456789')).toBeUndefined();
});
