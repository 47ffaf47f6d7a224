import { expect, it } from 'vitest';
import { addRun, cheapest, costOfFirst, createRuns, inBlocks, mergeRuns } from './runs.ts';

const runs = (...pairs: [count: number, cost: number][]) => {
  const made = createRuns();
  for (const [count, cost] of pairs) addRun(made, count, cost);
  return made;
};

it('adds up the cheapest lots', () => {
  expect([0, 2, 4, 5].map((lots) => costOfFirst(runs([2, 1], [3, 4]), lots))).toEqual([
    0, 2, 10, 14,
  ]);
  expect(costOfFirst(runs([2, 1]), 2)).toBe(2);
});

it('makes blocks of lots, whatever runs they lie in', () => {
  const lots = runs([3, 1], [4, 2], [9, 5]);
  // One skipped, then 1 1 2 | 2 2 2 | 5 5 5, three times.
  expect(inBlocks(lots, 1, 3)).toEqual(runs([1, 4], [1, 6], [3, 15]));
  expect(inBlocks(lots, 16, 3)).toEqual(runs());
  expect(inBlocks(runs([7, 2]), 0, 3)).toEqual(runs([2, 6]));
});

it('keeps costs in order whatever floats make of them', () => {
  expect(runs([1, 2], [1, 1.9999999999999998], [1, 2]).costs).toEqual([2, 2, 2]);
});

it('takes the cheapest lots of all sources, the first source of equals', () => {
  const sources = [runs([2, 1], [2, 3]), runs(), runs([1, 0], [1, 1], [9, 3])];
  expect(cheapest(sources, 5)).toEqual([3, 0, 2]);
  expect(cheapest(sources, 99)).toEqual([4, 0, 11]);
  expect(mergeRuns(sources, 5)).toEqual(runs([1, 0], [2, 1], [1, 1], [1, 3]));
});
