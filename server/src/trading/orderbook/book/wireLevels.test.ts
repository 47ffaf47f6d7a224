import { describe, expect, test } from 'vitest';
import type { WireLevel } from '../../venues/bookPort.ts';
import { WireLevels } from './wireLevels.ts';

function parsed(levels: readonly WireLevel[]): WireLevels {
  const wire = new WireLevels();
  expect(wire.parse(levels)).toBe(true);
  return wire;
}

function listed(wire: WireLevels): number[][] {
  const levels: number[][] = [];
  for (let i = 0; i < wire.size; i += 1) {
    levels.push([wire.prices[i] ?? 0, wire.quantities[i] ?? 0]);
  }
  return levels;
}

describe('parsing the levels of a message', () => {
  test('reads number text and numbers alike', () => {
    const wire = parsed([
      ['100.50', '0.00100'],
      [99, 2],
      ['1e2', '-0'],
    ]);
    expect(listed(wire)).toEqual([
      [100.5, 0.001],
      [99, 2],
      [100, -0],
    ]);
  });

  test.each([
    ['zero price', ['0', '1']],
    ['negative price', ['-1', '1']],
    ['negative quantity', ['1', '-1']],
    ['NaN price', [Number.NaN, 1]],
    ['NaN quantity', ['1', 'NaN']],
    ['infinite price', ['Infinity', '1']],
    ['infinite quantity', [1, Number.POSITIVE_INFINITY]],
    ['overflowing quantity', ['1', '1e999']],
    ['a price whose sums would overflow', ['1e300', '1']],
    ['words', ['abc', '1']],
    ['empty price', ['', '1']],
    ['empty quantity, which is no deletion', ['1', '']],
    ['blank quantity', ['1', ' ']],
    ['null quantity', ['1', null]],
    ['missing quantity', ['1']],
  ])('refuses %s', (_what, level) => {
    const levels = [['100', '1'], level] as unknown as WireLevel[];
    expect(new WireLevels().parse(levels)).toBe(false);
  });

  test('starts anew with every message, however long', () => {
    const wire = new WireLevels();
    const long = Array.from({ length: 1_000 }, (_, i): WireLevel => [i + 1, 1]);
    expect(wire.parse(long)).toBe(true);
    expect(wire.size).toBe(1_000);
    expect(wire.parse([[7, 8]])).toBe(true);
    expect(listed(wire)).toEqual([[7, 8]]);
  });
});

describe('the order of a snapshot', () => {
  test('is best first when bids fall and asks rise strictly without zeros', () => {
    const falling = parsed([
      [3, 1],
      [2, 1],
    ]);
    expect(falling.isBestFirst('bids')).toBe(true);
    expect(falling.isBestFirst('asks')).toBe(false);
    expect(
      parsed([
        [2, 1],
        [3, 1],
      ]).isBestFirst('asks'),
    ).toBe(true);
    expect(
      parsed([
        [3, 1],
        [3, 2],
      ]).isBestFirst('bids'),
    ).toBe(false);
    expect(
      parsed([
        [3, 1],
        [2, 0],
      ]).isBestFirst('bids'),
    ).toBe(false);
  });

  test('is mended by sorting, the last of two levels at one price counting', () => {
    const wire = parsed([
      [1, 1],
      [3, 1],
      [2, 5],
      [3, 2],
      [2, 0],
    ]);
    expect(listed(wire.toBestFirst('bids'))).toEqual([
      [3, 2],
      [1, 1],
    ]);
    expect(listed(wire.toBestFirst('asks'))).toEqual([
      [1, 1],
      [3, 2],
    ]);
  });
});
