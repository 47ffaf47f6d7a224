import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bound, sizeOf } from './bounds.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('bound', () => {
  test('leaves what fits as it is', () => {
    const value = { fills: numbers(10), total: 10 };
    expect(bound(value, 1_000)).toEqual({ value, cuts: [] });
  });

  test('cuts the largest list at its end and says how much is there', () => {
    const value = { fills: numbers(1_000), few: [1, 2, 3], total: 1_000 };
    const bounded = bound(value, 1_000);
    const shown = bounded?.cuts[0]?.shown ?? 0;
    expect(shown).toBeGreaterThan(100);
    expect(bounded).toEqual({
      value: { ...value, fills: numbers(shown) },
      cuts: [{ path: 'fills', shown, of: 1_000 }],
    });
    expect(value.fills).toHaveLength(1_000);
  });

  test('cuts within the only entry of a list before it drops the entry', () => {
    const bounded = bound({ orders: [{ id: 'a', children: numbers(1_000) }] }, 1_000);
    expect(bounded?.value).toMatchObject({ orders: [{ id: 'a' }] });
    expect(bounded?.cuts).toMatchObject([{ path: 'orders.0.children', of: 1_000 }]);
  });

  test('gives up where there is no list to cut', () => {
    expect(bound({ text: 'x'.repeat(2_000) }, 1_000)).toBeUndefined();
  });

  test('never goes over the bound, and keeps the beginning of every list', () => {
    const list = fc.array(
      fc.oneof(fc.string(), fc.array(fc.integer()), fc.record({ a: fc.nat() })),
    );
    const value = fc.record({ one: list, two: list, rest: fc.nat() });
    fc.assert(
      fc.property(value, fc.integer({ min: 150, max: 600 }), (given, bytesMax) => {
        const bounded = bound(given, bytesMax);
        if (!bounded) return;
        expect(sizeOf({ ...bounded.value })).toBeLessThanOrEqual(bytesMax);
        expect(bounded.value.rest).toBe(given.rest);
        for (const { path, shown, of } of bounded.cuts) {
          expect(shown).toBeLessThan(of);
          if (path === 'one') expect(given.one).toHaveLength(of);
        }
      }),
    );
  });
});
