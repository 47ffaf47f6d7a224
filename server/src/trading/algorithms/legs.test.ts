import { expect, it } from 'vitest';
import { recordOf } from '../../../test/support/algorithms/records.ts';
import { symbolOf } from '../../../test/support/paper/fixture.ts';
import { isReducing } from './legs.ts';

const spot = symbolOf('BTC/USDT');
const perp = symbolOf('BTC/USDT:USDT');

it.each([
  // Closes what its algorithm opened.
  [perp, false, true, true],
  [perp, false, false, false],
  // Its algorithm reduces, so closing that opens again.
  [perp, true, false, true],
  [perp, true, true, false],
  [spot, false, true, false],
])('a child in %s of an algorithm with reduceOnly %s that closes: %s, reduces: %s', (...given) => {
  const [symbol, reduceOnly, isClosing, expected] = given;
  const record = recordOf('a', { symbol, reduceOnly });
  expect(isReducing(record, { leg: 0, isClosing })).toBe(expected);
});
