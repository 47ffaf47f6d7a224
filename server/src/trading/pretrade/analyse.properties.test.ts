import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bookOf, orderOf, viewOf } from '../../../test/support/pretrade/costs.ts';
import { venueIds } from '../model/venue.ts';
import { analyse } from './analyse.ts';
import type { AnalysedOrder, EligibleBook, MarketView } from './types.ts';

const mid = 1_024;

/** Distances from the mid in whole units, so that a mirrored price is exact. */
const offers = fc.uniqueArray(
  fc.record({
    distance: fc.integer({ min: 1, max: 200 }),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 30, selector: ({ distance }) => distance },
);
type Offers = Parameters<Parameters<typeof offers.map>[0]>[0];

const venues = fc.array(
  fc.record({
    offers,
    takerBps: fc.integer({ min: -1, max: 10 }),
    makerBps: fc.integer({ min: -2, max: 5 }),
    stalenessMs: fc.integer({ min: 0, max: 3_000 }),
  }),
  { minLength: 1, maxLength: 4 },
);
type Venue = Parameters<Parameters<typeof venues.map>[0]>[0][number];

const orders = fc.record({
  quantity: fc.double({ min: 0.01, max: 2_000, noNaN: true }),
  type: fc.constantFrom('market', 'limit', 'algo'),
  limitDistance: fc.integer({ min: -100, max: 200 }),
  urgency: fc.constantFrom('low', 'normal', 'high'),
});

/**
 * Returns a venue's book for an order of this side: the offers on the taken side, 3 away on the
 * other.
 */
function bookAt(side: 'buy' | 'sell', venue: Venue, index: number): EligibleBook {
  const sign = side === 'buy' ? 1 : -1;
  const sorted = venue.offers.toSorted((a, b) => a.distance - b.distance);
  const taken = mid + sign * (sorted[0]?.distance ?? 0);
  const joined = mid - sign * (3 + index);
  return bookOf({
    ...venue,
    venue: venueIds[index % venueIds.length] ?? 'okx',
    levels: sorted.map(({ distance, quantity }) => [mid + sign * distance, quantity] as const),
    bestBid: Math.min(taken, joined),
    bestAsk: Math.max(taken, joined),
  });
}

function viewFor(side: 'buy' | 'sell', of: readonly Venue[]): MarketView {
  const books = of.map((venue, index) => bookAt(side, venue, index));
  return viewOf(books, { mid, quoteUsd: 1, advUsd: 5_000_000, dailyVolatilityBps: 250 });
}

const orderFor = (
  side: 'buy' | 'sell',
  {
    limitDistance,
    ...order
  }: Omit<AnalysedOrder, 'side' | 'limitPrice'> & { limitDistance: number },
) =>
  orderOf({
    ...order,
    side,
    limitPrice:
      order.type === 'limit' ? mid + (side === 'buy' ? 1 : -1) * limitDistance : undefined,
  });

/** Walks independently: takes every unit alone, cheapest first, missing ones at the worst price. */
function naiveSlippageBps(all: readonly Offers[], quantity: number): number {
  const units = all
    .flat()
    .flatMap(({ distance, quantity: count }) => Array.from({ length: count }, () => distance))
    .sort((a, b) => a - b);
  let sum = 0;
  for (let i = 0; i < quantity; i += 1) {
    const part = Math.min(1, quantity - i);
    sum += part * (units[i] ?? units.at(-1) ?? 0);
  }
  return (sum / quantity / mid) * 10_000;
}

test('the slippage of a market order is that of an independent walk', () => {
  fc.assert(
    fc.property(venues, fc.double({ min: 0.01, max: 500, noNaN: true }), (of, quantity) => {
      const { cost } = analyse(viewFor('buy', of), orderOf({ quantity }), false);
      const naive = naiveSlippageBps(
        of.map((each) => each.offers),
        quantity,
      );
      expect(cost.slippageBps).toBeCloseTo(naive, 6);
    }),
  );
});

test('the total is its parts, in bps exactly, and so is the breakdown', () => {
  fc.assert(
    fc.property(venues, orders, (of, order) => {
      const { cost, summary } = analyse(viewFor('buy', of), orderFor('buy', order), true);
      expect(cost.totalBps).toBe(cost.feeBps + cost.slippageBps + cost.impactBps);
      const sum = (of: 'bps' | 'usd') => summary.breakdown.reduce((all, each) => all + each[of], 0);
      expect(sum('bps')).toBeCloseTo(cost.totalBps, 9);
      expect(sum('usd')).toBeCloseTo(cost.totalUsd, 6);
      const bps = summary.breakdown.map((each) => each.bps);
      expect(bps).toEqual(bps.toSorted((a, b) => b - a));
    }),
  );
});

test('quantities of venues sum up to the order, and their costs to fee and slippage', () => {
  fc.assert(
    fc.property(venues, orders, (of, order) => {
      const { cost, summary } = analyse(viewFor('buy', of), orderFor('buy', order), false);
      const { quantity } = order;
      const sum = cost.venues.reduce((all, each) => all + each.quantity, 0);
      expect(sum / quantity).toBeCloseTo(1, 9);
      const bps = cost.venues.reduce((all, each) => all + each.quantity * each.totalBps, 0);
      expect(bps / quantity).toBeCloseTo(cost.feeBps + cost.slippageBps, 6);
      const most = Math.max(...cost.venues.map((each) => each.quantity));
      expect(summary.primaryVenuePct).toBeCloseTo((most / quantity) * 100, 6);
    }),
  );
});

test('a sell costs what the mirrored buy costs', () => {
  fc.assert(
    fc.property(venues, orders, (of, order) => {
      const buy = analyse(viewFor('buy', of), orderFor('buy', order), true);
      const sell = analyse(viewFor('sell', of), orderFor('sell', order), true);
      for (const name of ['feeBps', 'slippageBps', 'impactBps', 'totalUsd'] as const) {
        expect(sell.cost[name]).toBeCloseTo(buy.cost[name], 6);
      }
      expect(sell.cost.feeType).toBe(buy.cost.feeType);
      expect(sell.cost.vwap - mid).toBeCloseTo(mid - buy.cost.vwap, 6);
      expect(sell.cost.executionPrice - mid).toBeCloseTo(mid - buy.cost.executionPrice, 6);
      expect(sell.liquidity.levelsToFill).toBe(buy.liquidity.levelsToFill);
      expect(sell.liquidity.fillTimeTakerSec).toBe(buy.liquidity.fillTimeTakerSec);
      expect(sell.summary.timeToFill).toBe(buy.summary.timeToFill);
      expect(sell.scenarios?.larger.totalBps).toBeCloseTo(buy.scenarios?.larger.totalBps ?? 0, 6);
      expect(sell.scenarios?.maker.totalBps).toBeCloseTo(buy.scenarios?.maker.totalBps ?? 0, 6);
    }),
  );
});

test('slippage, impact and the total in USD grow with size', () => {
  fc.assert(
    fc.property(
      venues,
      fc.double({ min: 0.01, max: 1_000, noNaN: true }),
      fc.double({ min: 1.001, max: 5, noNaN: true }),
      (of, quantity, factor) => {
        const view = viewFor(
          'buy',
          of.map((venue) => ({ ...venue, takerBps: 4 })),
        );
        const small = analyse(view, orderOf({ quantity }), false);
        const large = analyse(view, orderOf({ quantity: quantity * factor }), false);
        expect(large.cost.slippageBps).toBeGreaterThanOrEqual(small.cost.slippageBps - 1e-6);
        expect(large.cost.impactBps).toBeGreaterThan(small.cost.impactBps);
        expect(large.cost.totalUsd).toBeGreaterThan(small.cost.totalUsd);
      },
    ),
  );
});

test('a limit order pays no more than its price on average', () => {
  fc.assert(
    fc.property(venues, orders, (of, order) => {
      const limit = orderFor('buy', { ...order, type: 'limit' });
      const { cost } = analyse(viewFor('buy', of), limit, false);
      expect(cost.vwap).toBeLessThanOrEqual((limit.limitPrice ?? 0) + 1e-9);
      expect(cost.executionPrice).toBeLessThanOrEqual(limit.limitPrice ?? 0);
    }),
  );
});
