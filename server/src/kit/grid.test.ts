import { describe, expect, it } from 'vitest';
import { exactProduct, formatStep, isProductBelow, onOtherGrid, roundToGrid } from './grid.ts';

describe('a value on a grid', () => {
  it.each([
    [0.3, 0.1, 0.3, 0.3, 0.3],
    [0.1 + 0.2, 0.1, 0.3, 0.4, 0.3],
    [1.15, 0.05, 1.15, 1.15, 1.15],
    [4.35, 0.01, 4.35, 4.35, 4.35],
    [0.00002, 0.00001, 0.00002, 0.00002, 0.00002],
    [7, 5, 5, 10, 5],
    [7.5, 5, 5, 10, 10],
    [1.2, 0.5, 1, 1.5, 1],
    [1.25, 0.5, 1, 1.5, 1.5],
    [3.7e-8, 1e-8, 3e-8, 4e-8, 4e-8],
    [99.9, 25, 75, 100, 100],
    [0.3, 1, 0, 1, 0],
    [1e21, 25, 1e21, 1e21, 1e21],
    [0, 0.1, 0, 0, 0],
  ])('%d by %d: down %d, up %d, nearest %d', (value, step, down, up, nearest) => {
    expect(roundToGrid(value, step, 'down')).toBe(down);
    expect(roundToGrid(value, step, 'up')).toBe(up);
    expect(roundToGrid(value, step, 'nearest')).toBe(nearest);
  });

  it('is undefined where no number says it', () => {
    expect(roundToGrid(1_234_567_890_123_457, 0.00007, 'down')).toBeUndefined();
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1])('cannot be of %d', (value) => {
    expect(() => roundToGrid(value, 1, 'down')).toThrow('Must hold');
    expect(() => roundToGrid(1, value, 'down')).toThrow('Must hold');
  });

  it('needs a step', () => {
    expect(() => roundToGrid(1, 0, 'down')).toThrow('the step 0 is above 0');
  });
});

it.each([
  [0.3, 0.1, '0.3'],
  [1.5, 0.01, '1.50'],
  [1e-8, 1e-8, '0.00000001'],
  [5.1e-7, 1e-8, '0.00000051'],
  [75, 25, '75'],
  [20, 20, '20'],
  [1e21, 1, '1000000000000000000000'],
  [2, 0.5, '2.0'],
  [0, 0.001, '0.000'],
])('%d on the step %d is the text %s', (value, step, text) => {
  expect(formatStep(value, step)).toBe(text);
});

it('gives no text to what is off its grid', () => {
  expect(() => formatStep(0.35, 0.1)).toThrow('0.35 is a multiple of 0.1');
  expect(() => formatStep(0.1 + 0.2, 0.1)).toThrow('Must hold');
});

it('counts the same steps on another grid', () => {
  expect(onOtherGrid(0.0035, 0.0001, 1)).toBe(35);
  expect(onOtherGrid(0.35, 0.05, 2)).toBe(14);
  expect(() => onOtherGrid(0.36, 0.05, 2)).toThrow('Must hold');
});

it('multiplies without drift', () => {
  expect(exactProduct(0.1, 3)).toBe(0.3);
  expect(exactProduct(1.1, 1.1)).toBe(1.21);
  expect(exactProduct(123_456_789.1, 0.123456789)).toBeUndefined();
});

it.each([
  [0.1, 3, 0.3, false],
  [0.7, 0.1, 0.07, false],
  [0.1, 2.9999999999999996, 0.3, true],
  [4, 2.5, 10, false],
  [3.99999999, 2.5, 10, true],
])('%d × %d below %d: %s', (left, right, limit, isBelow) => {
  expect(isProductBelow(left, right, limit)).toBe(isBelow);
});
