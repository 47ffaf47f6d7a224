import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  routeScene,
  type Scene,
  type SceneAccount,
  type SceneBook,
} from '../../../test/support/routing/fixture.ts';
import { exactly } from '../../kit/exact.ts';
import { venueIds } from '../model/venue.ts';
import type { Level } from '../orderbook/types.ts';
import type { RouteSlice } from './types.ts';

/*
 * Random markets, accounts and limits, many of them just at the edge of a minimum or a limit.
 * Execution's own checks accept everything that the estimate allows to be sent.
 */

const tick = 0.01;
const venueNames = venueIds.filter((venue) => venue !== venueIds.at(-1));

function sideOf(best: number, sign: 1 | -1, steps: readonly { gap: number; lots: number }[]) {
  let ticks = Math.round(best / tick);
  return steps.map(({ gap, lots }): Level => {
    ticks += sign * gap;
    return [Number((ticks * tick).toFixed(2)), Number((lots / 1_000).toFixed(3))];
  });
}

const levelSteps = fc.array(
  fc.record({ gap: fc.integer({ min: 1, max: 12 }), lots: fc.integer({ min: 1, max: 900 }) }),
  { minLength: 1, maxLength: 8 },
);
const book = fc
  .record({ mid: fc.integer({ min: 9_990, max: 10_010 }), bids: levelSteps, asks: levelSteps })
  .map(
    ({ mid, bids, asks }): SceneBook => ({
      bids: sideOf(mid * tick, -1, bids),
      asks: sideOf(mid * tick, 1, asks),
      confidence: 0.9,
    }),
  );
const market = fc.record({
  quantityStep: fc.constantFrom(0.001, 0.0001, 0.003, 0.01, 1e-8),
  quantityMin: fc.constantFrom(undefined, 0.002, 0.15),
  notionalMin: fc.constantFrom(undefined, 5, 12.34),
});
/** Amounts around the worth of a handful of smallest slices. */
const money = fc.oneof(
  fc.constant(undefined),
  fc.integer({ min: 900, max: 9_000 }).map((cents) => cents / 100),
);
const account = fc.record({
  venue: fc.constantFrom(...venueNames),
  free: fc.oneof(
    fc.constant(undefined),
    fc.integer({ min: 50, max: 6_000 }).map((cents) => cents / 100),
  ),
  leverage: fc.integer({ min: 1, max: 5 }),
  dailyUsd: money,
  maxUsd: money,
  takerBps: fc.integer({ min: -2, max: 40 }),
});
const world = fc.record({
  symbol: fc.constantFrom('BTC/USDT', 'BTC/USDT:USDT'),
  accounts: fc.array(account, { minLength: 1, maxLength: 6 }),
  books: fc.array(book, { minLength: 5, maxLength: 5 }),
  markets: fc.array(market, { minLength: 5, maxLength: 5 }),
  quoteUsd: fc.constantFrom(1, 0.9993, 1.07, 0.5),
  capUsd: fc.constantFrom(undefined, 50, 20.5),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  quantity: fc.integer({ min: 1, max: 30_000 }).map((lots) => lots / 10_000),
  maxVenues: fc.integer({ min: 1, max: 4 }),
  maxSlippageBps: fc.constantFrom(5, 50, 400),
  worstPrice: fc.option(
    fc.integer({ min: 9_970, max: 10_030 }).map((ticks) => ticks / 100),
    { nil: undefined },
  ),
  roomShare: fc.constantFrom(undefined, 0.02, 0.1, 1),
});
type World = typeof world extends fc.Arbitrary<infer Value> ? Value : never;

function sceneOf({ symbol, accounts, books, markets, quoteUsd, capUsd }: World): Scene {
  return {
    symbol,
    accounts: accounts.map(
      ({ venue, free, leverage, dailyUsd, maxUsd, takerBps }, at): SceneAccount => ({
        id: `account-${at}`,
        venue,
        leverage,
        takerBps,
        ...(free !== undefined && { free }),
        ...(dailyUsd !== undefined && { dailyUsd }),
        changes: {
          limits: {
            priceCollarPct: 5,
            maxOpenOrders: undefined,
            cancelAfterS: undefined,
            maxOrderMicroUsd: maxUsd === undefined ? undefined : Math.round(maxUsd * 1e6),
          },
        },
      }),
    ),
    books: Object.fromEntries(venueNames.map((venue, at) => [venue, books[at] ?? {}])),
    markets: Object.fromEntries(venueNames.map((venue, at) => [venue, markets[at] ?? {}])),
    quoteUsd,
    ...(capUsd !== undefined && { capUsd }),
  };
}

it('places nothing that execution would refuse, and nothing beyond what there is', async () => {
  let placed = 0;
  await fc.assert(
    fc.asyncProperty(world, async (made) => {
      const { side, quantity, maxVenues, maxSlippageBps, worstPrice, roomShare, accounts } = made;
      const scene = routeScene(sceneOf(made));
      const terms = { side, quantity, maxVenues, maxSlippageBps, worstPrice };
      const told = await scene.estimate({ ...terms, roomShare });
      // Room changes only how far orders may trade, not the slices themselves.
      const strict = await scene.estimate(terms);
      expect(told.slices.map(withoutLimit)).toEqual(strict.slices.map(withoutLimit));
      for (const [at, slice] of told.slices.entries()) {
        expectWithin({ ...made, mid: told.mid ?? 0 }, slice, strict.slices[at]?.limitPrice ?? 0);
        const { order, valueMicroUsd, changes } = await scene.prepare(slice, side);
        placed += 1;
        expect(changes).toEqual([]);
        expect([order.quantity, order.price]).toEqual([slice.quantityText, slice.limitPriceText]);
        const worst = worstPrice ?? slice.limitPrice;
        const beyond = side === 'buy' ? slice.limitPrice - worst : worst - slice.limitPrice;
        expect(beyond).toBeLessThanOrEqual(0);
        const of = accounts[Number(slice.accountId.split('-')[1])];
        expect(valueMicroUsd).toBeLessThanOrEqual(Math.round((of?.dailyUsd ?? 1e9) * 1e6));
        expect(spentOn(made, slice)).toBeLessThanOrEqual((of?.free ?? 1e9) * (1 + 1e-12));
      }
      const sum = told.slices.reduce((all, each) => all + each.quantity, 0);
      expect(sum).toBeCloseTo(told.allocated, 9);
      expect(told.allocated).toBeLessThanOrEqual(quantity);
      expect(new Set(told.slices.map(({ venue }) => venue)).size).toBeLessThanOrEqual(maxVenues);
      // Every account is either used or has a reason why not.
      const used = told.slices.map(({ accountId }) => accountId);
      const left = told.excluded.map(({ accountId }) => accountId);
      expect([...used, ...left].sort()).toEqual(accounts.map((_, at) => `account-${at}`).sort());
      const figures = JSON.stringify(told, (_key, value: unknown) => {
        if (typeof value === 'number') exactly(value);
        return value;
      });
      expect(figures).not.toContain('null');
    }),
    { numRuns: 400 },
  );
  expect(placed).toBeGreaterThan(200);
});

function withoutLimit(slice: RouteSlice) {
  const { limitPrice: _limit, limitPriceText: _text, roomBps: _room, ...rest } = slice;
  return rest;
}

/** A limit price reaches the worst level, and goes beyond it only within the slippage. */
function expectWithin(
  made: Pick<World, 'side' | 'maxSlippageBps'> & { readonly mid: number },
  { limitPrice, roomBps }: RouteSlice,
  worst: number,
): void {
  const { side, mid, maxSlippageBps } = made;
  const beyondBps = (price: number) =>
    ((side === 'buy' ? price - mid : mid - price) / mid) * 10_000;
  expect(beyondBps(limitPrice)).toBeGreaterThanOrEqual(beyondBps(worst));
  expect(beyondBps(limitPrice)).toBeLessThanOrEqual(maxSlippageBps + 1e-9);
  expect(roomBps).toBeCloseTo(beyondBps(limitPrice) - beyondBps(worst), 8);
}

/** Returns the most that a slice takes from the balance. */
function spentOn(
  { symbol, side, accounts }: World,
  slice: { accountId: string; quantity: number; limitPrice: number; feeBps: number },
): number {
  const isSpot = !symbol.includes(':');
  if (isSpot && side === 'sell') return slice.quantity;
  const { leverage = 1 } = accounts[Number(slice.accountId.split('-')[1])] ?? {};
  const fee = Math.max(0, slice.feeBps) / 10_000;
  const share = isSpot ? 1 : 1 / leverage;
  return slice.quantity * slice.limitPrice * (share + fee);
}
