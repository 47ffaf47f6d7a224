import { expect, test } from 'vitest';
import { calibratedImpactBps, impactBps } from './impact.ts';

test.each([
  [0, 0],
  [1, 5],
  [4, 10],
  [9, 15],
])('%d %% of ADV makes an impact of %d bps (Trading §4.5)', (pctOfAdv, expected) => {
  expect(impactBps(pctOfAdv)).toBe(expected);
});

test('the calibrated impact is the daily volatility times the root of the share of ADV', () => {
  expect(calibratedImpactBps(10_000, 1_000_000, 300)).toBeCloseTo(30, 12);
  expect(calibratedImpactBps(40_000, 1_000_000, 300)).toBeCloseTo(60, 12);
  expect(calibratedImpactBps(0, 1_000_000, 300)).toBe(0);
});
