import { expect, it } from 'vitest';
import type { ContestResult, Outcome } from './contest.ts';
import { contestTable, summaryOf } from './summary.ts';

const outcome = (slippageBps: number): Outcome => {
  return { slippageBps, feesBps: 2, makerPct: 80, filledPct: 100 };
};
const result = (twapBps: number, naiveBps: number): ContestResult => {
  const own = outcome(twapBps);
  const naive = { ...outcome(naiveBps), feesBps: 5, makerPct: 0 };
  const outcomes = { passive: own, neutral: own, aggressive: own, auto: own, naive };
  return { outcomes, twap: 100, fromMs: 0 };
};

it('sums up figures by mean, its error, median and percentiles', () => {
  const figures = Array.from({ length: 100 }, (_, index) => index + 1);
  const { mean, standardError, median, p5, p95 } = summaryOf(figures);
  expect([mean, median, p5, p95]).toEqual([50.5, 50.5, 5, 95]);
  // The standard deviation of 1 to 100, with the divisor 99, is 29.01.
  expect(standardError).toBeCloseTo(2.901, 3);
});

it('tells what a TWAP saves in the same run, so that moves of the market cancel out', () => {
  const rows = contestTable([result(10, 11), result(-10, -9)]).split('\n');
  expect(rows.find((row) => row.includes('neutral'))).toBe(
    '| TWAP, neutral | 0.00 ± 10.00 | 0.00 | -10.00 | 10.00 | 2.00 ± 10.00 ' +
      '| 1.00 ± 0.00 | 4.00 ± 0.00 | 80 | 100.0 |',
  );
  expect(rows.find((row) => row.includes('naive:'))).toContain(
    '| 6.00 ± 10.00 |  |  | 0 | 100.0 |',
  );
});
