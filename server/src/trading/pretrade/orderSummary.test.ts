import { describe, expect, test } from 'vitest';
import { bookOf, orderOf, viewOf } from '../../../test/support/pretrade/costs.ts';
import { analyse } from './analyse.ts';
import type { MarketView } from './types.ts';

const deep = bookOf({ levels: [[100.02, 1_000]] });
const view = viewOf([deep, bookOf({ venue: 'bybit', levels: [[100.01, 3]], bestAsk: 100.01 })]);
const summaryOf = (changes: Parameters<typeof orderOf>[0], of: MarketView = view) =>
  analyse(of, orderOf(changes), false).summary;

test('headline, primary venue and size of an order in a calm market', () => {
  const { cost, summary } = analyse(view, orderOf({ quantity: 12 }), false);
  expect(summary).toMatchObject({
    costBps: cost.totalBps,
    costUsd: cost.totalUsd,
    recommendation: undefined,
    primaryVenue: 'binance',
    primaryVenuePct: 75,
    timeToFill: 'under 1 second',
    sizeContext: '0.1 % of the daily volume, 1.2 % of the depth within 20 levels',
    warnings: [],
    confidence: 1,
    confidenceLabel: 'High',
    confidenceFactors: [],
  });
});

test('the breakdown has the three parts, largest first', () => {
  const large = summaryOf({ quantity: 100 });
  expect(large.breakdown.map(({ label }) => label)).toEqual([
    'Market impact',
    'Exchange fees',
    'Spread and slippage',
  ]);
  const { breakdown } = summaryOf({ quantity: 1 });
  expect(breakdown[0]).toEqual({ label: 'Exchange fees', bps: 4, usd: 0.04 });
});

test('a large order is advised to be split', () => {
  expect(summaryOf({ quantity: 600 }).recommendation).toMatch(/^Split the order over time/);
});

describe('time to fill', () => {
  test.each([
    ['market', {}, 'under 1 second'],
    ['algo', { type: 'algo', quantity: 100 }, 'about 2 hours'],
    ['algo of high urgency', { type: 'algo', quantity: 100, urgency: 'high' }, 'about 1 hour'],
    ['crossing limit', { type: 'limit', limitPrice: 100.02 }, 'under 1 second'],
    [
      'limit that takes 3 and rests',
      { type: 'limit', quantity: 5, limitPrice: 100.01 },
      'about 3 minutes',
    ],
    ['limit at the bid', { type: 'limit', limitPrice: 99.98 }, 'about 1 minute'],
    [
      'limit below the bid',
      { type: 'limit', limitPrice: 99.9 },
      'about 1 minute once the market is at the limit price',
    ],
  ] as const)('of a %s order', (_type, order, text) => {
    expect(summaryOf(order).timeToFill).toBe(text);
  });

  test('of a limit that takes where venues cross waits for no price', () => {
    const crossed = viewOf([
      bookOf({ bestBid: 100.05, bestAsk: 100.07, levels: [[100.07, 1]] }),
      bookOf({ venue: 'bybit', bestBid: 99.93, bestAsk: 99.95, levels: [[99.95, 1]] }),
    ]);
    const order = { type: 'limit', quantity: 2, limitPrice: 100 } as const;
    expect(summaryOf(order, crossed).timeToFill).toBe('about 1 minute');
  });

  test('is not known of what waits for a volume that is not known', () => {
    const unknown = { ...view, advUsd: undefined };
    expect(summaryOf({ type: 'algo' }, unknown).timeToFill).toBeUndefined();
    const resting = { type: 'limit', limitPrice: 99.98 } as const;
    expect(summaryOf(resting, unknown).timeToFill).toBeUndefined();
    expect(summaryOf({}, unknown).timeToFill).toBe('under 1 second');
  });
});
