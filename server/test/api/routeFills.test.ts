import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proofOf } from '../support/proof.ts';
import type { Answered } from '../support/routing/plans/audit.ts';
import { figuresOf, fillPlans } from '../support/routing/plans/filled.ts';
import {
  openRoutingService,
  type RoutingService,
  routeVenues,
  spot,
} from '../support/routing/service.ts';

// A routed order fills within what its caller allows, though books move while its orders travel.

let service: RoutingService;
beforeEach(async () => {
  service = await openRoutingService();
});
afterEach(() => service.stop());

const levels = (best: number, tick: number, quantity: number) =>
  Array.from({ length: 30 }, (_, at) => [best + at * tick, quantity] as const);

/** Shows the venue a book around a mid: half a unit on each tick of any venue. */
function show(venue: string, mid: number, quantity = 0.5): void {
  service.books.show(venue, spot, {
    bids: levels(mid - 1, -0.5, quantity),
    asks: levels(mid + 1, 0.5, quantity),
  });
}

const openAll = async (): Promise<string[]> => {
  const ids: string[] = [];
  for (const venue of routeVenues) {
    show(venue, 10_000);
    ids.push(await service.account(venue));
  }
  return ids;
};

describe('a plan whose books move on while its orders travel', () => {
  it.each([
    ['buy', 1],
    ['sell', -1],
  ] as const)('fills a %s that finds its levels a little further', async (side, sign) => {
    const ids = await openAll();
    const body = { symbol: spot, side, quantity: 6, exchange_account_ids: ids, max_venues: 4 };
    const moved = new Map<string, number>();
    service.onSubmit(async ({ arrive, venue }) => {
      // Two basis points of the price each time.
      const by = (moved.get(venue) ?? 0) + sign * 2;
      moved.set(venue, by);
      show(venue, 10_000 + by);
      return arrive();
    });
    const plan: Answered = await service.app.data('executeRoute', body);
    expect([plan.status, plan.executed_quantity, plan.reason]).toEqual(['completed', 6, null]);
    const beyond = (sign * (plan.actual_vwap - plan.mid_price)) / plan.mid_price;
    expect(beyond * 10_000).toBeLessThanOrEqual(plan.max_slippage_bps);
  });
});

it('fills on a simulated market, within the slippage and at what was estimated', async () => {
  const { numRuns: plans, seed = 1 } = proofOf(24);
  const terms = { seed: String(seed), plans, sizes: [0.5, 2, 4], maxSlippageBps: 50 };
  const figures = figuresOf(await fillPlans(terms));
  expect(figures.share).toBeGreaterThanOrEqual(0.99);
  expect(Math.abs(figures.medianBps)).toBeLessThanOrEqual(1);
  expect(figures.worstBps).toBeLessThanOrEqual(50);
});
