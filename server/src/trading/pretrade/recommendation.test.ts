import { expect, test } from 'vitest';
import { recommend } from './recommendation.ts';
import type { AnalysedOrder, WarningCode } from './types.ts';

type Analysed = Pick<AnalysedOrder, 'type' | 'urgency'>;

const market: Analysed = { type: 'market', urgency: 'normal' };

const adviceOn = (codes: readonly WarningCode[], order = market) =>
  recommend(
    codes.map((code) => ({ severity: 'warning', code, message: code })),
    order,
  );

test('without warnings there is nothing to say', () => {
  expect(adviceOn([])).toBeUndefined();
});

test('the most severe warning speaks, and a stale book before what it puts in doubt', () => {
  expect(adviceOn(['LARGE_ORDER', 'VERY_LOW_LIQUIDITY', 'STALE_FEED'])).toBe(
    'Split the order over time or make it smaller: the books hold little for it.',
  );
  expect(adviceOn(['LARGE_ORDER', 'LOW_CONFIDENCE', 'STALE_FEED'])).toBe(
    'Wait for fresh books before sending the order.',
  );
});

test.each([
  ['LARGE_ORDER', 'Split the order over time'],
  ['VERY_LARGE_ORDER', 'Split the order over time'],
  ['HIGH_IMPACT', 'Split the order over time'],
  ['LOW_LIQUIDITY', 'Split the order over time'],
  ['WIDE_SPREAD', 'Use a limit order'],
  ['LOW_CONFIDENCE', 'Begin with a small part'],
] as const)('%s of a market order is advised on', (code, advice) => {
  expect(adviceOn([code])).toContain(advice);
});

test('nobody is advised to do what the order does already', () => {
  const patient: Analysed = { type: 'algo', urgency: 'low' };
  expect(adviceOn(['WIDE_SPREAD'], { type: 'limit', urgency: 'normal' })).toBeUndefined();
  expect(adviceOn(['WIDE_SPREAD'], patient)).toBeUndefined();
  expect(adviceOn(['LARGE_ORDER'], patient)).not.toContain('urgency');
  expect(adviceOn(['LARGE_ORDER'], { type: 'algo', urgency: 'high' })).toContain('urgency');
  expect(adviceOn(['WIDE_SPREAD', 'LOW_CONFIDENCE'], patient)).toContain('Begin with');
});
