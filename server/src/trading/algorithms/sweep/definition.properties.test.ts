import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type MarketRunOptions,
  runInMarket,
} from '../../../../test/support/algorithms/levels/market.ts';
import { testTerms } from '../../../../test/support/algorithms/levels/view.ts';
import { venueIds } from '../../model/venue.ts';
import { sumOf } from '../shared/figures.ts';
import { sweep } from './definition.ts';

/*
 * Random sweeps in a market of their own. Orders are refused, cut and lost, books vanish, accounts
 * are barred, and the service pauses and restarts. The market itself throws at an order that is too
 * large, off its grid or beyond the limit price.
 */

const scene = fc
  .record({
    seed: fc.string({ minLength: 1, maxLength: 8 }),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    lots: fc.integer({ min: 50, max: 5_000 }),
    limitBps: fc.option(fc.integer({ min: -10, max: 30 }), { nil: undefined }),
    accounts: fc.integer({ min: 1, max: 3 }),
    venues: fc.constantFrom(1, 3),
    params: fc.record({
      urgency: fc.constantFrom('passive', 'neutral', 'aggressive'),
      useSor: fc.boolean(),
      maxSlippageBps: fc.integer({ min: 1, max: 60 }),
      maxRetries: fc.integer({ min: 0, max: 6 }),
    }),
  })
  .map(({ seed, side, lots, limitBps, accounts, venues, params }) => {
    const sign = side === 'buy' ? 1 : -1;
    const limitPrice =
      limitBps === undefined ? undefined : Number((100 + (sign * limitBps) / 100).toFixed(3));
    const options: MarketRunOptions = {
      algorithm: sweep,
      // A round never begins before the last is over.
      mayStandBeside: () => false,
      params,
      seed,
      troubledMs: 30_000,
      calmMs: 120_000,
      terms: testTerms({ side, quantity: lots / 1_000, limitPrice }),
      accounts: Array.from({ length: accounts }, (_, index) => ({
        id: `account-${index}`,
        venue: venueIds[index % venues] ?? 'okx',
        rules: { quantityStep: [0.001, 0.01, 0.003][index] ?? 0.001 },
      })),
    };
    return { options, params };
  });

it('never takes beyond its total or its guard, and ends after its rounds at the latest', () => {
  let takes = 0;
  fc.assert(
    fc.property(scene, ({ options, params }) => {
      const { side, arrivalPrice, quantity } = options.terms;
      const run = runInMarket(options);
      const sign = side === 'buy' ? 1 : -1;
      for (const { price, timeInForce, purpose } of run.children) {
        takes += 1;
        expect([timeInForce, purpose]).toEqual(['IOC', 'sweep']);
        const slippage = ((sign * (price - arrivalPrice)) / arrivalPrice) * 10_000;
        expect(slippage).toBeLessThanOrEqual(params.maxSlippageBps + 1e-9);
      }
      const groups = run.children.map(({ group }) => group);
      expect(groups).toEqual(groups.toSorted((one, other) => one - other));
      expect(Math.max(0, ...groups)).toBeLessThanOrEqual(params.maxRetries + 1);
      expect(sumOf(run.children.map(({ filled }) => filled))).toBeLessThanOrEqual(quantity);
      expect(run.end?.status).toBe('COMPLETED');
      if (run.filled < quantity) expect(run.end?.reason).toMatch(/\.$/);
    }),
    { numRuns: 300 },
  );
  expect(takes).toBeGreaterThan(300);
});

it('does the same again from the same seed', () => {
  fc.assert(
    fc.property(scene, ({ options }) => {
      expect(runInMarket(options).log).toEqual(runInMarket(options).log);
    }),
    { numRuns: 30 },
  );
});
