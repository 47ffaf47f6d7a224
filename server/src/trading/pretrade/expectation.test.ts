import { describe, expect, test } from 'vitest';
import { bookOf, orderOf, viewOf } from '../../../test/support/pretrade/costs.ts';
import { analyse } from './analyse.ts';

/** 2 at 100.02 and 8 at 100.06 of alpha, 10 at 100.04 of beta. */
const view = viewOf([
  bookOf({
    levels: [
      [100.02, 2],
      [100.06, 8],
    ],
  }),
  bookOf({ venue: 'bybit', levels: [[100.04, 10]], takerBps: 6, makerBps: -1 }),
]);

const costOf = (changes: Parameters<typeof orderOf>[0]) =>
  analyse(view, orderOf(changes), false).cost;

describe('limit orders', () => {
  const limitOf = (quantity: number, limitPrice: number) =>
    costOf({ type: 'limit', quantity, limitPrice });

  test('a price that crosses takes the levels up to it, its own included', () => {
    const cost = limitOf(12, 100.04);
    expect(cost.feeType).toBe('taker');
    expect(cost.venues.map(({ quantity }) => quantity)).toEqual([2, 10]);
    expect(cost.slippageBps).toBeCloseTo((2 * 2 + 10 * 4) / 12, 9);
    expect(cost.impactBps).toBeCloseTo(5 * Math.sqrt(0.12), 12);
  });

  test('what is left rests as maker at the limit price, shared by shown depth', () => {
    const cost = limitOf(6, 100.02);
    expect(cost.feeType).toBe('mixed');
    // 4 rest: 2 at each venue, since each shows 10.
    expect(cost.venues.map(({ quantity }) => quantity)).toEqual([4, 2]);
    expect(cost.feeBps).toBeCloseTo((2 * 4 + 2 * 1 + 2 * -1) / 6, 12);
    expect(cost.vwap).toBe(100.02);
    // Only the 2 that take have impact.
    expect(cost.impactBps).toBeCloseTo(5 * Math.sqrt(0.02), 12);
  });

  test('one that only rests improves on the mid, makes no impact and may not fill', () => {
    const { cost, summary, liquidity } = analyse(
      viewOf(view.books, { dailyVolatilityBps: 300 }),
      orderOf({ type: 'limit', quantity: 1, limitPrice: 99.98 }),
      false,
    );
    expect(cost.feeType).toBe('maker');
    expect(cost.vwap).toBe(99.98);
    expect(cost.executionPrice).toBe(99.98);
    expect(cost.slippageBps).toBeCloseTo(-2, 9);
    expect(cost.impactBps).toBe(0);
    expect(cost.impactCalibratedBps).toBe(0);
    expect(liquidity.levelsToFill).toBe(0);
    expect(summary.confidenceFactors).toEqual([
      '100 % of the order rests at its limit price and may not fill.',
    ]);
  });

  test('the price with impact never passes the limit price', () => {
    const buy = limitOf(2, 100.03);
    expect(buy.vwap).toBe(100.02);
    expect(100.02 + buy.impactBps / 100).toBeLessThan(100.03);
    expect(limitOf(2, 100.02).executionPrice).toBe(100.02);
  });
});

describe('worked orders', () => {
  test.each([
    ['low', 0.25],
    ['normal', 0.5],
    ['high', 0.75],
  ] as const)(
    'urgency %s takes a share of %d at the best price, the rest joins',
    (urgency, share) => {
      const cost = costOf({ type: 'algo', quantity: 10, urgency });
      expect(cost.feeType).toBe('mixed');
      // Each venue shows half of the depth: fees of 5 taking and 0 resting on average.
      expect(cost.feeBps).toBeCloseTo(share * 5, 12);
      // The taking part pays half of the spread of 4 bps; the resting part earns it.
      expect(cost.slippageBps).toBeCloseTo(share * 2 - (1 - share) * 2, 9);
      expect(cost.impactBps).toBeCloseTo(5 * Math.sqrt(0.1), 12);
      expect(cost.venues.map(({ quantity }) => quantity)).toEqual([5, 5]);
    },
  );
});

test('while venues cross, what takes improves on the mid and what joins pays', () => {
  const crossed = viewOf([
    bookOf({ bestBid: 100.05, bestAsk: 100.07, levels: [[100.07, 1]] }),
    bookOf({ venue: 'bybit', bestBid: 99.93, bestAsk: 99.95, levels: [[99.95, 1]] }),
  ]);
  const { cost, summary } = analyse(crossed, orderOf({ type: 'algo', urgency: 'high' }), false);
  expect(cost.slippageBps).toBeCloseTo(0.75 * -5 + 0.25 * 5, 9);
  expect(analyse(crossed, orderOf(), false).cost.vwap).toBe(99.95);
  expect(summary.warnings.map(({ code }) => code)).not.toContain('WIDE_SPREAD');
});
