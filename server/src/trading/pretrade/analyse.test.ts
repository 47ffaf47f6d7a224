import { describe, expect, test } from 'vitest';
import { bookOf, orderOf, viewOf } from '../../../test/support/pretrade/costs.ts';
import { analyse } from './analyse.ts';

/** Asks of two venues, 100.02 at both; ten merged price levels would be worth a lot more. */
const alpha = bookOf({
  venue: 'binance',
  levels: [
    [100.02, 2],
    [100.06, 4],
  ],
  stalenessMs: 100,
  confidence: 0.9,
});
const beta = bookOf({
  venue: 'bybit',
  levels: [
    [100.02, 1],
    [100.04, 3],
  ],
  takerBps: 6,
  stalenessMs: 1_200,
  confidence: 0.7,
});

describe('cost of a market order (Trading §4.5)', () => {
  test('walks the merged levels of all venues and weights fees by what each fills', () => {
    const { cost } = analyse(viewOf([alpha, beta]), orderOf({ quantity: 7 }), false);
    // 2 + 1 at 100.02, 3 at 100.04, 1 at 100.06.
    const vwap = (3 * 100.02 + 3 * 100.04 + 100.06) / 7;
    expect(cost.vwap).toBeCloseTo(vwap, 12);
    expect(cost.slippageBps).toBeCloseTo((vwap - 100) * 100, 9);
    expect(cost.feeBps).toBeCloseTo((3 * 4 + 4 * 6) / 7, 12);
    expect(cost.feeType).toBe('taker');
    expect(cost.arrivalPrice).toBe(100.02);
    expect(cost.vsMidBps).toBe(cost.slippageBps);
    expect(cost.vsArrivalBps).toBeCloseTo(((vwap - 100.02) / 100.02) * 10_000, 9);
    expect(cost.venues).toEqual([
      {
        venue: 'binance',
        quantity: 3,
        feeBps: 4,
        slippageBps: expect.closeTo((2 * 2 + 6) / 3, 9),
        totalBps: expect.closeTo(4 + 10 / 3, 9),
        confidence: 0.9,
      },
      {
        venue: 'bybit',
        quantity: 4,
        feeBps: 6,
        slippageBps: expect.closeTo((2 + 3 * 4) / 4, 9),
        totalBps: expect.closeTo(6 + 14 / 4, 9),
        confidence: 0.7,
      },
    ]);
  });

  test('at one price the cheaper fee goes first', () => {
    const { cost } = analyse(viewOf([beta, alpha]), orderOf({ quantity: 2 }), false);
    expect(cost.venues.map(({ venue, quantity }) => [venue, quantity])).toEqual([['binance', 2]]);
  });

  test.each([
    [10_000, 5],
    [40_000, 10],
    [90_000, 15],
  ])('an order worth %d of a volume of a million has an impact of %d bps', (value, impact) => {
    const deep = bookOf({ levels: [[100.02, 10_000]] });
    const { cost } = analyse(viewOf([deep]), orderOf({ quantity: value / 100 }), false);
    expect(cost.impactBps).toBeCloseTo(impact, 12);
    expect(cost.executionPrice).toBeCloseTo(100.02 + impact / 100, 9);
    expect(cost.impactUsd).toBeCloseTo((value * impact) / 10_000, 9);
  });

  test('USD figures are the value at the mid in USD times the bps', () => {
    const view = viewOf([alpha], { quoteUsd: 1.1 });
    const { cost, liquidity } = analyse(view, orderOf({ quantity: 2 }), false);
    expect(liquidity.orderValueUsd).toBeCloseTo(220, 12);
    expect(cost.slippageBps).toBeCloseTo(2, 9);
    expect(cost.slippageUsd).toBeCloseTo((220 * 2) / 10_000, 9);
    expect(cost.feeUsd).toBeCloseTo((220 * 4) / 10_000, 12);
    expect(cost.totalUsd).toBeCloseTo(cost.feeUsd + cost.slippageUsd + cost.impactUsd, 12);
    expect(liquidity.pctOfAdv).toBeCloseTo(0.022, 12);
  });

  test('what the depth does not hold is priced at the worst level and told', () => {
    const { cost, liquidity, summary } = analyse(
      viewOf([alpha, beta]),
      orderOf({ quantity: 20 }),
      false,
    );
    // 10 are shown, 6 at alpha and 4 at beta; 10 more follow the same shares at 100.06.
    const shown = 3 * 100.02 + 3 * 100.04 + 4 * 100.06;
    expect(cost.vwap).toBeCloseTo((shown + 10 * 100.06) / 20, 9);
    expect(cost.venues.map(({ quantity }) => quantity)).toEqual([12, 8]);
    expect(liquidity.levelsToFill).toBe(3);
    expect(summary.warnings.map(({ code }) => code)).toContain('VERY_LOW_LIQUIDITY');
    expect(summary.confidenceFactors).toContain(
      '50 % of the order is beyond the depth shown, priced at the worst level (0.5 off).',
    );
  });

  test('an order beyond a depth of dear levels is VERY_LOW_LIQUIDITY all the same', () => {
    const dear = bookOf({
      levels: [
        [100.02, 1],
        [1_000, 1],
      ],
    });
    const { liquidity, summary } = analyse(viewOf([dear]), orderOf({ quantity: 2.5 }), false);
    expect(liquidity.pctOfTop20Depth).toBeLessThan(50);
    expect(summary.warnings.map(({ code }) => code)).toContain('VERY_LOW_LIQUIDITY');
  });

  test('exactly the depth shown is not beyond it, whatever sums come to', () => {
    // 2.1 − 0.7 − 0.7 − 0.7 leaves 2.2e-16.
    const book = bookOf({
      levels: [
        [100.02, 0.7],
        [100.04, 0.7],
        [100.06, 0.7],
      ],
    });
    const { cost, summary } = analyse(viewOf([book]), orderOf({ quantity: 2.1 }), false);
    expect(cost.venues.map(({ quantity }) => quantity)).toEqual([2.1]);
    expect(summary.confidenceFactors.join()).not.toContain('beyond');
  });

  test('without ADV impact is zero, the factors say so and confidence is 0.2 less', () => {
    for (const advUsd of [undefined, 0]) {
      const { cost, liquidity, summary } = analyse(
        viewOf([alpha], { advUsd, dailyVolatilityBps: 300 }),
        orderOf(),
        false,
      );
      expect(cost.impactBps).toBe(0);
      expect(cost.impactCalibratedBps).toBeUndefined();
      expect(liquidity.pctOfAdv).toBeUndefined();
      expect(liquidity.fillTimeMakerSec).toBeUndefined();
      expect(cost.confidence).toBe(0.8);
      expect(summary.confidenceFactors).toEqual([
        'The daily volume is not known, so market impact is left out (0.2 off).',
      ]);
    }
  });

  test('the calibrated impact stands beside and is in no total', () => {
    const view = viewOf([alpha], { dailyVolatilityBps: 400 });
    const { cost } = analyse(view, orderOf(), false);
    // 100 USD of a million: √0.0001 is 0.01.
    expect(cost.impactCalibratedBps).toBeCloseTo(4, 12);
    expect(cost.totalBps).toBe(cost.feeBps + cost.slippageBps + cost.impactBps);
  });
});

describe('trust in an estimate', () => {
  test('is judged by the oldest of the books that fill a part', () => {
    const young = analyse(viewOf([alpha, beta]), orderOf({ quantity: 1 }), false);
    expect(young.cost.confidence).toBe(1);
    // 2.5 of 10: above 20 % of the depth too.
    const both = analyse(viewOf([alpha, beta]), orderOf({ quantity: 2.5 }), false);
    expect(both.cost.confidence).toBe(0.6);
    expect(both.summary.warnings.map(({ code }) => code)).toEqual(['LOW_LIQUIDITY', 'STALE_FEED']);
    expect(both.summary).toMatchObject({ confidence: 0.6, confidenceLabel: 'Medium' });
  });

  test('the spread is that of the best prices of all books', () => {
    const wide = { bestBid: 99.9, bestAsk: 100.1 } as const;
    const one = bookOf({ ...wide, levels: [[100.1, 10]] });
    const codes = (books: Parameters<typeof viewOf>[0]) =>
      analyse(viewOf(books), orderOf(), false).summary.warnings.map(({ code }) => code);
    expect(codes([one])).toEqual(['WIDE_SPREAD']);
    expect(codes([one, bookOf({ venue: 'bybit' })])).toEqual([]);
  });

  test('a spread of exactly 10 bps is not wide', () => {
    const book = bookOf({ bestBid: 99.95, bestAsk: 100.05, levels: [[100.05, 100]] });
    const { cost, summary } = analyse(viewOf([book]), orderOf(), false);
    expect(summary.warnings).toEqual([]);
    expect(cost.confidence).toBe(1);
  });
});
