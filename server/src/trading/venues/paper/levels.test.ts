import { expect, test } from 'vitest';
import { toEngineLevels } from './levels.ts';

const steps = { tickSize: 0.01, lotSize: 0.0001 };

test('levels on the grid are counted exactly, however far from zero', () => {
  for (const [ticks, lots] of [
    [1, 1],
    [29, 3],
    [6_512_347, 12_345_678],
    [99_999_999, 99_999_999],
  ] as const) {
    const level = [ticks / 100, lots / 10_000] as const;
    expect(toEngineLevels('bids', [level], steps)).toEqual([[ticks, lots]]);
    expect(toEngineLevels('asks', [level], steps)).toEqual([[ticks, lots]]);
  }
});

test('a price between two ticks moves away from the market, and such levels are one', () => {
  const bids = [
    [100.016, 1],
    [100.014, 2],
  ] as const;
  expect(toEngineLevels('bids', bids, steps)).toEqual([[10_001, 30_000]]);
  const asks = [
    [100.012, 1],
    [100.018, 2],
  ] as const;
  expect(toEngineLevels('asks', asks, steps)).toEqual([[10_002, 30_000]]);
});

test('more lots than are counted exactly are offered as so many as are', () => {
  const [level] = toEngineLevels('asks', [[100, 1e15]], steps);
  expect(level).toEqual([10_000, Number.MAX_SAFE_INTEGER]);
  const twice = [
    [100.001, 6e11],
    [100.002, 6e11],
  ] as const;
  expect(toEngineLevels('asks', twice, steps)).toEqual([[10_001, Number.MAX_SAFE_INTEGER]]);
  expect(toEngineLevels('asks', [[1e20, 1]], steps)).toEqual([]);
});

test('what is less than a lot is not offered', () => {
  expect(toEngineLevels('asks', [[100, 0.00009]], steps)).toEqual([]);
  expect(toEngineLevels('asks', [[100, 0.00019]], steps)).toEqual([[10_000, 1]]);
});
