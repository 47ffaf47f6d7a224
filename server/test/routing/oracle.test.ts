import fc from 'fast-check';
import { expect, it } from 'vitest';
import type {
  RouteAccount,
  RouteProblem,
  RouteVenue,
} from '../../src/trading/routing/allocation/types.ts';
import { proofOf } from '../support/proof.ts';
import { toExact } from './exact.ts';
import { judge } from './judge.ts';
import { optimum } from './oracle.ts';

/*
 * Compares the oracle with a simpler one: every quantity for every account, judged only by the
 * definitions of the types. And the judge with sums calculated by hand.
 */

const unbounded = Number.POSITIVE_INFINITY;
const account = (changes: Partial<RouteAccount> = {}): RouteAccount => ({
  feeBps: 0,
  minQuantity: 0,
  maxQuantity: unbounded,
  maxValue: unbounded,
  ...changes,
});

interface Best {
  readonly excess: bigint;
  readonly cost: bigint;
}

/** Tries all multiples of the unit for all accounts. */
function naiveBest(problem: RouteProblem): Best {
  const exact = toExact(problem);
  const units = Number(exact.quantity / exact.unit);
  let best: Best | undefined;
  const slots = problem.venues.flatMap(({ accounts }, venue) =>
    accounts.map((_, at) => ({ venue, at })),
  );
  const quantities = problem.venues.map(({ accounts }) => accounts.map(() => 0));
  const visit = (slot: number, left: number): void => {
    const place = slots[slot];
    if (!place) {
      const { faults, excess, cost } = judge(problem, quantities, exact);
      if (faults.length > 0) return;
      if (!best || excess < best.excess || (excess === best.excess && cost < best.cost)) {
        best = { excess, cost };
      }
      return;
    }
    const row = quantities[place.venue] ?? [];
    for (let taken = 0; taken <= left; taken += 1) {
      row[place.at] = exact.toBase(BigInt(taken) * exact.unit);
      visit(slot + 1, left - taken);
    }
    row[place.at] = 0;
  };
  visit(0, units);
  if (!best) throw new Error('nothing at all must be allowed');
  return best;
}

const tenths = (min: number, max: number) =>
  fc.integer({ min, max }).map((count) => Number((count * 0.1).toFixed(1)));
const accounts = fc.record({
  feeBps: fc.constantFrom(-2, 0, 1.5, 5),
  minQuantity: fc.oneof(fc.constant(0), tenths(0, 8)),
  maxQuantity: fc.oneof(fc.constant(unbounded), tenths(1, 9)),
  maxValue: fc.oneof(fc.constant(unbounded), tenths(50, 900)),
});
const venues = fc.record({
  offers: fc.array(fc.tuple(tenths(0, 9), tenths(1, 6)), { minLength: 1, maxLength: 4 }),
  penaltyBps: fc.constantFrom(0, 3.3),
  step: fc.constantFrom(0.1, 0.1, 0.2, 0.3, 0.5),
  accounts: fc.array(accounts, { minLength: 1, maxLength: 2 }),
});
const problems = fc
  .record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: tenths(0, 9),
    mid: fc.constantFrom(100, 100.3),
    maxVenues: fc.integer({ min: 1, max: 3 }),
    venues: fc.array(venues, { minLength: 1, maxLength: 3 }),
  })
  .filter(({ venues }) => venues.reduce((sum, each) => sum + each.accounts.length, 0) <= 4)
  .map(({ venues, ...rest }): RouteProblem => {
    const sign = rest.side === 'buy' ? 1 : -1;
    const toVenue = ({ offers, ...venue }: (typeof venues)[number]): RouteVenue => {
      const sorted = offers.toSorted(([a], [b]) => a - b);
      const levels = sorted.map(([off, size]): [number, number] => [
        Number((100 + sign * off).toFixed(1)),
        size,
      ]);
      return { ...venue, levels };
    };
    return { ...rest, venues: venues.map(toVenue) };
  });

it('finds what trying every quantity for every account finds', () => {
  const property = fc.property(problems, (problem) => {
    const { faults, excess, cost } = judge(problem, optimum(problem));
    const best = naiveBest(problem);
    expect({ faults, excess }).toEqual({ faults: [], excess: best.excess });
    const { toObjective } = toExact(problem);
    // The oracle chooses by floats; two splits that differ by less are equally good.
    expect(toObjective(cost - best.cost)).toBeLessThanOrEqual(1e-9);
  });
  fc.assert(property, proofOf(400));
});

const book = (...levels: [number, number][]): RouteVenue => ({
  levels,
  penaltyBps: 0,
  step: 0.1,
  accounts: [account()],
});
const buy = (changes: Partial<RouteProblem>): RouteProblem => ({
  side: 'buy',
  quantity: 0.3,
  mid: 100,
  maxVenues: 4,
  venues: [book([101, 0.1], [102, 1])],
  ...changes,
});

it('adds slippage, fee and penalty to the last digit', () => {
  const [venue] = buy({}).venues;
  const venues = [
    { ...book(...levelsOf(venue)), penaltyBps: 0.3, accounts: [account({ feeBps: 0.1 })] },
  ];
  const problem = buy({ venues });
  const exact = toExact(problem);
  const { faults, cost, excess } = judge(problem, [[0.3]]);
  expect({ faults, excess, objective: exact.toObjective(cost) }).toEqual({
    faults: [],
    excess: 0n,
    // 0.1 at 100 bps, 0.2 at 200 bps, 0.3 at 0.4 bps.
    objective: 50.12,
  });
  const sale = { ...problem, side: 'sell' as const };
  expect(toExact(sale).toObjective(judge(sale, [[0.3]]).cost)).toBe(-49.88);
});

const levelsOf = (venue: RouteVenue | undefined): [number, number][] =>
  (venue?.levels ?? []).map(([price, quantity]) => [price, quantity]);

it('charges what is left within the tolerance at the dearest unit on offer', () => {
  const coarse = { ...book([101, 50]), step: 1, accounts: [account({ feeBps: 7 })] };
  const fine = buy({ quantity: 20.2, venues: [{ ...book([101, 0.19]), step: 0.01 }, coarse] });
  // Twenty steps of 1 and 0.19 of the other: 0.01 is left and costs 107 bps.
  expect(optimum(fine)).toEqual([[0.19], [20]]);
  const { cost, excess } = judge(fine, [[0.19], [20]]);
  expect(excess).toBe(0n);
  expect(toExact(fine).toObjective(cost)).toBeCloseTo(19 + 2140 + 1.07, 9);
  // A thousandth of the 2,020 units is two.
  const nothing = judge(fine, [[0], [0]]);
  expect(toExact(fine).toBase(nothing.excess)).toBe(20.18);
});

it.each([
  ['off the step', { accounts: [account()], step: 0.2 }, 'account 0 is off the step'],
  [
    'below the minimum',
    { accounts: [account({ minQuantity: 0.31 })] },
    'account 0 is below its minimum',
  ],
  [
    'above the maximum',
    { accounts: [account({ maxQuantity: 0.29 })] },
    'account 0 is above its maximum',
  ],
  [
    'worth more at the limit price, though not at the mean',
    { accounts: [account({ maxValue: 30.55 })] },
    'account 0 is worth more than it may',
  ],
  ['deeper than the book', { levels: [[101, 0.2]] as const }, 'deeper than its book'],
])('refuses a slice that is %s', (_, changes, fault) => {
  const problem = buy({ quantity: 0.4, venues: [{ ...book([101, 0.1], [102, 1]), ...changes }] });
  expect(judge(problem, [[0.3]]).faults).toEqual([`venue 0: ${fault}`]);
});

it('takes a slice that is worth exactly what it may be', () => {
  const accounts = [account({ maxValue: 30.6 })];
  const problem = buy({ venues: [{ ...book([101, 0.1], [102, 1]), accounts }] });
  expect(judge(problem, [[0.3]]).faults).toEqual([]);
});

it('prices a slice that uses up a level at that level', () => {
  const accounts = [account({ maxValue: 30.3 })];
  const problem = buy({ venues: [{ ...book([101, 0.3], [102, 1]), accounts }] });
  expect(judge(problem, [[0.3]]).faults).toEqual([]);
});

it('refuses too many venues, and more than was asked for', () => {
  const venues = [book([101, 1]), book([101, 1])];
  const problem = buy({ maxVenues: 1, venues });
  expect(judge(problem, [[0.1], [0.2]]).faults).toEqual(['2 venues of 1']);
  expect(judge(problem, [[0.4], [0]]).faults).toEqual(['more than was asked for']);
});
