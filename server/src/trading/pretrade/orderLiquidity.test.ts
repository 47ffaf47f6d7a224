import { describe, expect, test } from 'vitest';
import { bookOf, orderOf, viewOf } from '../../../test/support/pretrade/costs.ts';
import { analyse } from './analyse.ts';

/** Prices 101, 102, … of both venues, one unit each: every merged level holds two. */
const ladder = Array.from({ length: 25 }, (_, i) => [101 + i, 1] as const);
const shallow = ladder.slice(0, 5);
const view = viewOf(
  [
    bookOf({ levels: ladder, confidence: 0.9 }),
    bookOf({ venue: 'bybit', levels: shallow, confidence: 0.6 }),
  ],
  { quoteUsd: 2 },
);
const sumOf = (levels: readonly (readonly [number, number])[]) =>
  levels.reduce((sum, [price, quantity]) => sum + price * quantity, 0);
const liquidityOf = (changes: Parameters<typeof orderOf>[0], of = view) =>
  analyse(of, orderOf(changes), false).liquidity;

describe('liquidity of an order (Trading §2.7)', () => {
  test('depth counts merged price levels at their own prices in USD', () => {
    const { pctOfTop10Depth, pctOfTop20Depth, depthAvailableUsd } = liquidityOf({ quantity: 3 });
    const both = sumOf(shallow);
    expect(pctOfTop10Depth).toBeCloseTo((300 / (sumOf(ladder.slice(0, 10)) + both)) * 100, 9);
    expect(pctOfTop20Depth).toBeCloseTo((300 / (sumOf(ladder.slice(0, 20)) + both)) * 100, 9);
    expect(depthAvailableUsd).toBeCloseTo((sumOf(ladder) + both) * 2, 9);
  });

  test('levels to fill are merged price levels, up to the price of a limit order', () => {
    expect(liquidityOf({ quantity: 2 }).levelsToFill).toBe(1);
    expect(liquidityOf({ quantity: 2.5 }).levelsToFill).toBe(2);
    expect(liquidityOf({ quantity: 11 }).levelsToFill).toBe(6);
    const limit = { type: 'limit', quantity: 11, limitPrice: 103 } as const;
    expect(liquidityOf(limit).levelsToFill).toBe(3);
    expect(liquidityOf({ quantity: 1_000 }).levelsToFill).toBe(25);
  });

  test('venues share the depth', () => {
    const { venues } = liquidityOf({});
    const whole = sumOf(ladder) + sumOf(shallow);
    expect(venues).toEqual([
      {
        venue: 'binance',
        depthUsd: sumOf(ladder) * 2,
        pctOfDepth: expect.closeTo((sumOf(ladder) / whole) * 100, 9),
        confidence: 0.9,
      },
      {
        venue: 'bybit',
        depthUsd: sumOf(shallow) * 2,
        pctOfDepth: expect.closeTo((sumOf(shallow) / whole) * 100, 9),
        confidence: 0.6,
      },
    ]);
  });
});

describe('fill times', () => {
  test.each([
    ['low', 0.05],
    ['normal', 0.1],
    ['high', 0.2],
  ] as const)('urgency %s waits for its share of %d of the volume', (urgency, share) => {
    // 40 of 30 shown: 10 units at 100 of 2 USD each wait.
    const times = liquidityOf({ quantity: 40, urgency });
    expect(times.fillTimeMakerSec).toBeCloseTo((8_000 / (1_000_000 * share)) * 86_400, 6);
    expect(times.fillTimeTakerSec).toBeCloseTo(1 + (2_000 / (1_000_000 * share)) * 86_400, 6);
  });

  test('what is shown takes a second, and without ADV more is not known', () => {
    const unknown = { ...view, advUsd: undefined };
    expect(liquidityOf({ quantity: 30 }).fillTimeTakerSec).toBe(1);
    expect(liquidityOf({ quantity: 30 }, unknown).fillTimeTakerSec).toBe(1);
    expect(liquidityOf({ quantity: 31 }, unknown).fillTimeTakerSec).toBeUndefined();
    expect(liquidityOf({ quantity: 1 }, unknown).fillTimeMakerSec).toBeUndefined();
  });
});
