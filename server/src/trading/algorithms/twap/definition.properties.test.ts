import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAlgorithm } from '../../../../test/support/algorithms/run.ts';
import { testView } from '../../../../test/support/algorithms/view.ts';
import { proofOf } from '../../../../test/support/proof.ts';
import { intervalsIn } from '../shared/intervals.ts';
import { twap } from './definition.ts';
import type { TwapParams } from './params.ts';
import { baseQuantity, type TwapState, twapBegin } from './state.ts';

const moods = fc.record({
  seed: fc.string(),
  fills: fc.double({ min: 0, max: 1, noNaN: true }),
  refuses: fc.constantFrom(0, 0.05, 0.4),
  loses: fc.constantFrom(0, 0.1, 0.5),
  closes: fc.constantFrom(0, 0.05, 0.5),
  interrupts: fc.constantFrom(0, 0.1),
  accounts: fc.integer({ min: 1, max: 3 }),
});

const paramsOf: fc.Arbitrary<TwapParams> = fc.record({
  durationMs: fc.integer({ min: 20, max: 150 }).map((seconds) => seconds * 1_000),
  intervalMs: fc.integer({ min: 5, max: 60 }).map((seconds) => seconds * 1_000),
  aggression: fc.constantFrom('passive', 'neutral', 'aggressive', 'auto'),
  randomizeSize: fc.boolean(),
  randomizeTiming: fc.boolean(),
  catchUpEnabled: fc.boolean(),
  maxCatchUpPct: fc.constantFrom(50, 200, 1_000),
});

const termsOf = fc.record({
  side: fc.constantFrom('buy', 'sell'),
  quantity: fc.integer({ min: 10, max: 2_000 }).map((units) => units / 100),
  limitPrice: fc.constantFrom(undefined, 99.55, 100, 100.3, 101),
});

/** Lost orders come back within 90 s, and cancels after that within some steps. */
const graceMs = 400_000;

const setUps = fc.record({ mood: moods, params: paramsOf, terms: termsOf });
type SetUp = Parameters<Parameters<typeof setUps.map>[0]>[0];

function run({ mood, params, terms }: SetUp) {
  const untilMs = params.durationMs + graceMs;
  return runAlgorithm({ algorithm: twap, params, terms, mood, untilMs });
}

/** Returns the state in which each interval was first seen. */
function intervalsOf(states: readonly unknown[]): TwapState[] {
  const seen = new Map<number, TwapState>();
  for (const state of states as readonly TwapState[]) {
    if (state.interval > 0 && !seen.has(state.interval)) seen.set(state.interval, state);
  }
  return [...seen.values()];
}

test('keeps to the total, the limit price and the time in any market', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const { faults, end, last, nowMs } = run(setUp);
      expect(faults).toEqual([]);
      expect(end?.status).toBe('COMPLETED');
      expect(nowMs).toBeLessThan(setUp.params.durationMs + graceMs);
      const isWhole = last.remaining === 0 || last.isDust(last.remaining);
      expect(end?.reason === undefined).toBe(isWhole);
    }),
    proofOf(30),
  );
});

test('draws starts within 30 % and sizes within 20 %, and exactly the whole of both', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const { params, terms } = setUp;
      const total = intervalsIn(params);
      const base = baseQuantity(twapBegin(params), params, testView(terms));
      const seen = intervalsOf(run(setUp).states);
      for (const { interval, endMs, drawn, scheduled } of seen) {
        expect(scheduled).toBeLessThanOrEqual(terms.quantity);
        if (interval === total) {
          expect(endMs).toBe(params.durationMs);
          expect(scheduled).toBe(terms.quantity);
          continue;
        }
        const shifted = endMs / params.intervalMs - interval;
        const shift = params.randomizeTiming ? 0.3 : 0;
        expect(Math.abs(shifted)).toBeLessThanOrEqual(shift + 1 / params.intervalMs);
        expect(endMs).toBeLessThan(params.durationMs);
        const sizeShift = params.randomizeSize ? 0.2 : 0;
        const isCapped = scheduled === terms.quantity;
        if (!isCapped) expect(Math.abs(drawn / base - 1)).toBeLessThanOrEqual(sizeShift + 1e-9);
      }
    }),
    proofOf(25),
  );
});

test('catches up at most what is allowed at once, and never when it is not', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const { params, terms } = setUp;
      const { actions } = run(setUp);
      const orders = actions.filter((action) => action.kind === 'place');
      const extra = orders.filter(({ purpose }) => purpose === 'catch_up');
      if (!params.catchUpEnabled) expect(extra).toEqual([]);
      // Once at the start of the last interval, and eight times from three quarters on.
      const once =
        (baseQuantity(twapBegin(params), params, testView(terms)) * params.maxCatchUpPct) / 100;
      for (const { group } of extra) {
        const own = extra.filter((order) => order.group === group);
        const quantity = own.reduce((sum, order) => sum + order.quantity, 0);
        const times = group === intervalsIn(params) ? 9 : 1;
        expect(quantity).toBeLessThanOrEqual(once * times + 1e-9);
      }
    }),
    proofOf(25),
  );
});

test('does the same again with the same seed', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const [one, other] = [run(setUp), run(setUp)];
      expect(one.actions).toEqual(other.actions);
      expect(one.states).toEqual(other.states);
    }),
    { numRuns: 20 },
  );
});

const calm = { refuses: 0, loses: 0, closes: 0, interrupts: 0, accounts: 1 } as const;

test('fills everything in a market that fills', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const terms = { ...setUp.terms, limitPrice: undefined };
      const { last, end } = run({ ...setUp, terms, mood: { ...setUp.mood, ...calm, fills: 1 } });
      expect(last.remaining === 0 || last.isDust(last.remaining)).toBe(true);
      expect(end?.reason).toBeUndefined();
    }),
    { numRuns: 30 },
  );
});

test('waits, and says why, for an order whose outcome nobody ever learns', () => {
  const params: TwapParams = {
    durationMs: 60_000,
    intervalMs: 20_000,
    aggression: 'neutral',
    randomizeSize: true,
    randomizeTiming: true,
    catchUpEnabled: true,
    maxCatchUpPct: 200,
  };
  const mood = { ...calm, seed: 'lost', fills: 1, loses: 1 };
  const { children, end, actions } = runAlgorithm({
    algorithm: twap,
    params,
    mood: { ...mood, lostMs: Number.MAX_SAFE_INTEGER },
    untilMs: 600_000,
  });
  expect(children).toHaveLength(1);
  expect(end).toBeUndefined();
  expect(actions).toContainEqual({
    kind: 'wait',
    reason: 'The outcome of order 1 is not known yet: it may still fill.',
  });
});

test('leaves no rest that is too small for an order of what is hardly more than one', () => {
  const small = fc.record({
    side: fc.constantFrom('buy', 'sell'),
    quantity: fc.integer({ min: 20, max: 90 }).map((units) => units / 100),
  });
  fc.assert(
    fc.property(setUps, small, (setUp, terms) => {
      const mood = { ...setUp.mood, ...calm, fills: 1 };
      const params = { ...setUp.params, durationMs: 100_000, intervalMs: 10_000 };
      const { last, faults, end } = run({
        mood,
        params,
        terms: { ...terms, limitPrice: undefined },
      });
      expect(faults).toEqual([]);
      expect(end?.reason).toBeUndefined();
      // 0.1 is an order while the price is 100 or more.
      expect([0, 0.1]).toContain(last.remaining);
    }),
    proofOf(30),
  );
});
