import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  type MarketRunOptions,
  runInMarket,
} from '../../../../test/support/algorithms/levels/market.ts';
import { testTerms, testView } from '../../../../test/support/algorithms/levels/view.ts';
import { guardedProofOf } from '../../../../test/support/proof.ts';
import { venueIds } from '../../model/venue.ts';
import { sumOf } from '../shared/figures.ts';
import { isOpen } from '../shared/openAccounts.ts';
import { ladder } from './definition.ts';
import type { LadderParams } from './params.ts';
import { planLevels, sizesOf } from './plan.ts';

/*
 * Random ladders in a market of their own. Orders are refused, cut and lost, books vanish, accounts
 * are barred, and the service pauses and restarts. The market itself throws at an order that is too
 * large, off its grid or beyond the limit price.
 */

const side = fc.constantFrom('buy' as const, 'sell' as const);
const distribution = fc.constantFrom('equal' as const, 'linear' as const, 'exponential' as const);
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const scene = fc
  .record({
    seed: fc.string({ minLength: 1, maxLength: 8 }),
    side,
    lots: fc.integer({ min: 50, max: 5_000 }),
    limitBps: some(fc.integer({ min: -60, max: 30 })),
    accounts: fc.integer({ min: 1, max: 3 }),
    endBps: some(fc.integer({ min: 1, max: 100 })),
    startBps: some(fc.integer({ min: -20, max: 0 })),
    params: fc.record({
      numLevels: fc.integer({ min: 1, max: 20 }),
      priceSpacingBps: fc.integer({ min: 1, max: 40 }),
      sizeDistribution: distribution,
      cancelOnFillPct: some(fc.integer({ min: 1, max: 100 })),
      cancelOnPriceMoveBps: some(fc.integer({ min: 5, max: 100 })),
      repriceOnMoveBps: some(fc.integer({ min: 2, max: 30 })),
    }),
  })
  .map(({ seed, side, lots, limitBps, accounts, endBps, startBps, params }) => {
    const away = (bps: number | undefined) =>
      bps === undefined ? undefined : 100 - ((side === 'buy' ? 1 : -1) * bps) / 100;
    const options: MarketRunOptions = {
      algorithm: ladder,
      seed,
      troubledMs: 40_000,
      calmMs: 400_000,
      // Levels of one placement may rest at the same time, one order each.
      mayStandBeside: (live, placed) =>
        live !== placed && Math.floor(live / 100) === Math.floor(placed / 100),
      params: { ...params, startPrice: away(startBps), endPrice: away(endBps) },
      terms: testTerms({ side, quantity: lots / 1_000, limitPrice: away(limitBps) }),
      accounts: Array.from({ length: accounts }, (_, index) => ({
        id: `account-${index}`,
        venue: venueIds[index] ?? 'okx',
        rules: { quantityStep: [0.001, 0.01, 0.003][index] ?? 0.001 },
      })),
    };
    return options;
  });

it('never orders more than its total, and ends once the market takes its levels', () => {
  const ends: string[] = [];
  let generations = 0;
  fc.assert(
    fc.property(scene, (options) => {
      const { quantity } = options.terms;
      const run = runInMarket(options);
      for (const { timeInForce, purpose, group } of run.children) {
        expect([timeInForce, purpose]).toEqual(['GTC', 'level']);
        generations = Math.max(generations, Math.floor(group / 100));
      }
      expect(sumOf(run.children.map(({ filled }) => filled))).toBeLessThanOrEqual(quantity);
      expect(run.report).toMatchObject({ total_filled: run.filled });
      expect(run.end).toBeDefined();
      if (run.filled < quantity) expect(run.end?.reason).toMatch(/\.$/);
      ends.push(run.end?.status ?? 'none');
    }),
    guardedProofOf(25),
  );
  expect(new Set(ends)).toContain('COMPLETED');
  expect(new Set(ends)).toContain('CANCELLED');
  expect(generations).toBeGreaterThan(3);
});

it('does the same again from the same seed', () => {
  fc.assert(
    fc.property(scene, (options) => {
      expect(runInMarket(options).log).toEqual(runInMarket(options).log);
    }),
    { numRuns: 20 },
  );
});

it('cuts a quantity into whole lots without losing one', () => {
  const cases = fc.record({
    lots: fc.integer({ min: 0, max: 1_000_000 }),
    lot: fc.constantFrom(1, 0.001, 0.003, 1e-8, 0.5),
    weights: fc.array(fc.bigInt({ min: 1n, max: 2n ** 20n }), { minLength: 1, maxLength: 20 }),
  });
  fc.assert(
    fc.property(cases, ({ lots, lot, weights }) => {
      const quantity = Number((lots * lot).toFixed(8));
      const sizes = sizesOf(quantity, lot, weights);
      expect(sumOf(sizes)).toBe(quantity);
      const whole = weights.reduce((sum, weight) => sum + weight, 0n);
      for (const [index, size] of sizes.entries()) {
        const fair = (lots * Number(weights[index])) / Number(whole);
        // Each has its fair share, rounded up or down to the lot.
        expect(Math.abs(size / lot - fair)).toBeLessThan(1 + 1e-6);
      }
    }),
  );
});

it('plans levels that are together all of it, each tradable and further from the market', () => {
  const cases = fc.record({
    side,
    lots: fc.integer({ min: 110, max: 100_000 }),
    quantityMin: fc.constantFrom(0, 0.2, 0.05),
    limitPrice: some(fc.integer({ min: 9_500, max: 10_500 }).map((ticks) => ticks / 100)),
    accounts: fc.integer({ min: 1, max: 4 }),
    numLevels: fc.integer({ min: 1, max: 20 }),
    priceSpacingBps: fc.integer({ min: 1, max: 5_000 }),
    sizeDistribution: distribution,
  });
  fc.assert(
    fc.property(cases, ({ side, lots, quantityMin, limitPrice, accounts, ...rest }) => {
      const quantity = lots / 1_000;
      const view = testView({
        terms: { side, quantity, limitPrice },
        accounts: Array.from({ length: accounts }, (_, index) => ({
          id: `account-${index}`,
          rules: { quantityMin },
        })),
      });
      const params: LadderParams = rest;
      const span = { start: 100, end: undefined };
      const levels = planLevels(params, view, { span, accounts: view.accounts.filter(isOpen) });
      const isBuy = side === 'buy';
      const sizes = levels.map((level) => level.quantity);
      if (quantity >= Math.max(0.25, quantityMin)) expect(sumOf(sizes)).toBe(quantity);
      for (const [index, level] of levels.entries()) {
        const { accountId, price } = level;
        expect(view.sizeOf(accountId, level.quantity, price)).toBe(level.quantity);
        if (limitPrice !== undefined) {
          expect(isBuy ? limitPrice - price : price - limitPrice).toBeGreaterThanOrEqual(0);
        }
        const nearer = levels[index - 1]?.price ?? (isBuy ? Infinity : 0);
        expect(isBuy ? nearer - price : price - nearer).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 500 },
  );
});
