import { describe, expect, test } from 'vitest';
import { type ConfidenceInput, confidenceLabel, costConfidence } from './confidence.ts';

const best: ConfidenceInput = {
  stalenessMs: 0,
  pctOfTop20Depth: 1,
  beyondShare: 0,
  spreadBps: 1,
  isAdvKnown: true,
  isAdvComplete: true,
};

describe('confidence (Trading §4.5)', () => {
  test.each([
    ['starts at 1', {}, 1],
    ['loses nothing up to 500 ms', { stalenessMs: 500 }, 1],
    ['loses 0.1 above 500 ms', { stalenessMs: 500.1 }, 0.9],
    ['loses 0.1 below 1,000 ms', { stalenessMs: 999.9 }, 0.9],
    ['loses 0.2 at 1,000 ms', { stalenessMs: 1_000 }, 0.8],
    ['loses 0.3 at 1,500 ms', { stalenessMs: 1_500 }, 0.7],
    ['loses no more to an older book', { stalenessMs: 60_000 }, 0.7],
    ['loses nothing to 20 % of the depth', { pctOfTop20Depth: 20 }, 1],
    ['loses 0.2 above 20 % of the depth', { pctOfTop20Depth: 20.001 }, 0.8],
    ['loses 0.1 to a part beyond the depth', { beyondShare: 0.001 }, 0.9],
    ['loses 0.1 to a tenth beyond it, whatever the quotient is', { beyondShare: 0.3 - 0.2 }, 0.9],
    ['loses 0.9 to 85.2 % beyond it', { beyondShare: 0.852 }, 0.1],
    ['is never below 0', { beyondShare: 0.99, pctOfTop20Depth: 9_000, isAdvKnown: false }, 0],
    ['loses nothing to a spread of 10 bps', { spreadBps: 10 }, 1],
    ['takes the noise of 10 bps for 10 bps', { spreadBps: 10.000000000000853 }, 1],
    ['loses 0.1 to a spread above 10 bps', { spreadBps: 10.001 }, 0.9],
    ['loses 0.2 without ADV', { isAdvKnown: false }, 0.8],
    [
      'adds all up',
      { stalenessMs: 2_000, pctOfTop20Depth: 99, spreadBps: 99, isAdvKnown: false },
      0.2,
    ],
  ])('%s', (_what, changes, expected) => {
    expect(costConfidence({ ...best, ...changes }).confidence).toBe(expected);
  });

  test('every reduction is a sentence with its figure', () => {
    const { factors } = costConfidence({
      stalenessMs: 1_234,
      pctOfTop20Depth: 34.56,
      beyondShare: 0.25,
      spreadBps: 12.34,
      isAdvKnown: false,
      isAdvComplete: false,
    });
    expect(factors).toEqual([
      'The oldest book used is 1234 ms old (0.2 off).',
      'The order is 34.6 % of the depth within 20 levels (0.2 off).',
      '25 % of the order is beyond the depth shown, priced at the worst level (0.3 off).',
      'The spread is 12.3 bps (0.1 off).',
      'The daily volume is not known, so market impact is left out (0.2 off).',
    ]);
    expect(costConfidence(best).factors).toEqual([]);
  });

  test('a daily volume that exchanges are missing from is doubted and costs nothing', () => {
    const { confidence, factors } = costConfidence({ ...best, isAdvComplete: false });
    expect([confidence, factors]).toEqual([
      1,
      ['The daily volume leaves out exchanges that did not report theirs, so it is higher.'],
    ]);
  });
});

test.each([
  [1, 'High'],
  [0.9, 'High'],
  [0.8, 'Medium'],
  [0.5, 'Medium'],
  [0.4, 'Low'],
  [0, 'Low'],
])('a confidence of %d is %s', (confidence, label) => {
  expect(confidenceLabel(confidence)).toBe(label);
});

test('reductions that sum up to an edge land on it', () => {
  const medium = costConfidence({ ...best, isAdvKnown: false }).confidence;
  expect(confidenceLabel(medium)).toBe('Medium');
  const half = costConfidence({ ...best, stalenessMs: 1_500, pctOfTop20Depth: 50 }).confidence;
  expect(half).toBe(0.5);
  expect(confidenceLabel(half)).toBe('Medium');
});
