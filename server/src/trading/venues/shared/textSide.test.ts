import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type TextLevel, TextSide } from './textSide.ts';

type Side = 'bids' | 'asks';

const price = fc.constantFrom('1', '1.0', '1.50', '2', '10', '10.00', '99.9', '1e1', '0.00001');
const quantity = fc.constantFrom('0', '0.000', '1', '1.00', '0.5', '7e-8');
const level: fc.Arbitrary<TextLevel> = fc.tuple(price, quantity);
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('set' as const), level }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('replace' as const), levels: fc.array(level) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('truncate' as const), depth: fc.nat(6) }),
  },
);

function shown(side: TextSide): TextLevel[] {
  return Array.from({ length: side.size }, (_, rank): TextLevel => {
    return [side.price(rank) ?? 'none', side.quantity(rank) ?? 'none'];
  });
}

/** The simple implementation: a map by number, sorted when it is read. */
function createNaiveSide(side: Side) {
  const levels = new Map<number, TextLevel>();
  const set = ([priceText, quantityText]: TextLevel) => {
    levels.delete(Number(priceText));
    if (Number(quantityText) > 0) levels.set(Number(priceText), [priceText, quantityText]);
  };
  const sorted = () =>
    [...levels].sort(([a], [b]) => (side === 'bids' ? b - a : a - b)).map(([, text]) => text);
  return {
    set,
    sorted,
    replace(all: readonly TextLevel[]) {
      levels.clear();
      all.forEach(set);
    },
    truncate(depth: number) {
      const dropped = sorted().slice(depth);
      for (const [priceText] of dropped) levels.delete(Number(priceText));
      return dropped.map(([priceText]) => priceText).reverse();
    },
  };
}

describe('a side of number text', () => {
  test('equals a map sorted when looked at, with the text as it came last', () => {
    fc.assert(
      fc.property(fc.constantFrom<Side>('bids', 'asks'), fc.array(step), (name, steps) => {
        const side = new TextSide(name);
        const naive = createNaiveSide(name);
        for (const each of steps) {
          if (each.kind === 'set') {
            expect(side.set(each.level[0], each.level[1])).toBe(true);
            naive.set(each.level);
          } else if (each.kind === 'replace') {
            expect(side.replace(each.levels)).toBe(true);
            naive.replace(each.levels);
          } else {
            expect(side.truncate(each.depth)).toEqual(naive.truncate(each.depth));
          }
          expect(shown(side)).toEqual(naive.sorted());
        }
      }),
    );
  });

  test('finds its place far from the top as near it', () => {
    const side = new TextSide('asks');
    const naive = createNaiveSide('asks');
    for (let i = 0; i < 1_500; i += 1) {
      // 7,919 is prime to 1,009: every position of the side is hit, in no order.
      const change: TextLevel = [`${((i * 7_919) % 1_009) + 1}`, `${i % 4}`];
      side.set(...change);
      naive.set(change);
    }
    expect(shown(side)).toEqual(naive.sorted());
  });

  test('shows nothing beyond its last level', () => {
    const side = new TextSide('bids');
    side.set('1', '2');
    expect([side.price(0), side.quantity(0)]).toEqual(['1', '2']);
    expect([side.price(1), side.quantity(1), side.price(-1)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test.each([
    ['x', '1'],
    ['', '1'],
    ['0', '1'],
    ['-1', '1'],
    ['NaN', '1'],
    ['Infinity', '1'],
    ['1', ''],
    ['1', ' '],
    ['1', 'x'],
    ['1', '-1'],
    ['1', '1e101'],
  ])('refuses %j with %j and stays as it was', (priceText, quantityText) => {
    const side = new TextSide('bids');
    side.set('1', '2');
    expect(side.set(priceText, quantityText)).toBe(false);
    expect(shown(side)).toEqual([['1', '2']]);
    expect(
      side.replace([
        ['3', '4'],
        [priceText, quantityText],
      ]),
    ).toBe(false);
    expect(side.size).toBe(0);
  });
});
