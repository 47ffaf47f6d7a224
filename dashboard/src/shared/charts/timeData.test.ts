import { describe, expect, it } from 'vitest';
import { addedTo, gridOf, onGrid, type TimePoint } from './timeData.ts';

const points = (...times: number[]): TimePoint[] => times.map((atMs) => ({ atMs, value: atMs }));

describe('the time axis', () => {
  it('takes even times as they are, also when a timer was a little late', () => {
    expect(gridOf([points(0, 1_000, 2_050, 2_990, 4_000)]).places).toEqual([]);
    expect(gridOf([[]]).places).toEqual([]);
  });

  it('gives uneven times a place for every thousandth of their range', () => {
    const line = points(0, 1, 2, 10_000);
    const grid = gridOf([line]);
    expect(grid.places).toHaveLength(1_001);
    expect(onGrid(line, grid)).toEqual([
      { atMs: 0, value: 2 },
      { atMs: 10_000, value: 10_000 },
    ]);
  });

  it('orders points and lets no gap hide a value of the same place', () => {
    const line = [...points(2_000, 1_000), { atMs: 1_000, value: null }];
    expect(onGrid(line, gridOf([]))).toEqual([
      { atMs: 1_000, value: 1_000 },
      { atMs: 2_000, value: 2_000 },
    ]);
  });
});

describe('what was added to a line', () => {
  const before = points(1, 2);

  it('is its new end', () => {
    const more = { atMs: 3, value: 3 };
    expect(addedTo(before, [...before, more])).toEqual([more]);
    expect(addedTo(before, before)).toEqual([]);
  });

  it('is not known when another line came, or the beginning was cut off', () => {
    expect(addedTo(before, points(1, 2, 3))).toBeUndefined();
    expect(addedTo(before, before.slice(1))).toBeUndefined();
    expect(addedTo([], before)).toBeUndefined();
  });
});
