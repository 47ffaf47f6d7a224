import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runAlgorithm } from '../../../../test/support/algorithms/run.ts';
import { proofOf } from '../../../../test/support/proof.ts';
import { type TimepaceState, timepace } from './definition.ts';

const setUps = fc.record({
  mood: fc.record({
    seed: fc.string(),
    fills: fc.double({ min: 0, max: 1, noNaN: true }),
    refuses: fc.constantFrom(0, 0.05, 0.4),
    loses: fc.constantFrom(0, 0.1, 0.5),
    closes: fc.constantFrom(0, 0.05, 0.5),
    interrupts: fc.constantFrom(0, 0.1),
    accounts: fc.integer({ min: 1, max: 3 }),
  }),
  params: fc.record({
    quantityPerInterval: fc.integer({ min: 5, max: 400 }).map((units) => units / 100),
    intervalMs: fc.integer({ min: 5, max: 18 }).map((seconds) => seconds * 1_000),
    aggression: fc.constantFrom('passive', 'neutral', 'aggressive'),
    randomizeSize: fc.boolean(),
    randomizeSizePct: fc.integer({ min: 0, max: 90 }),
  }),
  terms: fc.record({
    side: fc.constantFrom('buy', 'sell'),
    quantity: fc.integer({ min: 10, max: 2_000 }).map((units) => units / 100),
    limitPrice: fc.constantFrom(undefined, 99.55, 100, 100.3, 101),
  }),
});
type SetUp = Omit<Parameters<typeof runAlgorithm>[0], 'algorithm' | 'untilMs'>;

function run({ mood, params, terms }: SetUp) {
  return runAlgorithm({ algorithm: timepace, params, terms, mood, untilMs: 100_000 });
}

test('keeps to the total and the limit price, and counts every interval, in any market', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const { faults, states, end, last } = run(setUp);
      expect(faults).toEqual([]);
      if (end) expect(last.remaining === 0 || last.isDust(last.remaining)).toBe(true);
      // The running interval counts as soon as it is skipped or fills the order.
      const miscounted = (states as readonly TimepaceState[]).filter(
        ({ interval, completed, skipped }) => ![0, 1].includes(interval - completed - skipped),
      );
      expect(miscounted).toEqual([]);
    }),
    proofOf(25),
  );
});

test('trades at most its own quantity in each interval', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const { params } = setUp;
      const { children } = run(setUp);
      const shift = params.randomizeSize ? params.randomizeSizePct / 100 : 0;
      // The last one also takes a rest that is less than an order, which is 0.11 at most.
      const most = params.quantityPerInterval * (1 + shift) + 0.11;
      for (const { group } of children) {
        const own = children.filter((child) => child.group === group);
        const filled = own.reduce((sum, child) => sum + child.filled, 0);
        expect(filled).toBeLessThanOrEqual(most);
      }
    }),
    proofOf(25),
  );
});

test('leaves no rest that is too small for an order', () => {
  const calm = { refuses: 0, loses: 0, closes: 0, interrupts: 0, accounts: 1, fills: 1 } as const;
  fc.assert(
    fc.property(setUps, (setUp) => {
      const mood = { ...setUp.mood, ...calm };
      const params = { ...setUp.params, quantityPerInterval: 2, randomizeSizePct: 10 };
      const { end, last } = run({ mood, params, terms: { ...setUp.terms, limitPrice: undefined } });
      // 0.1 is an order while the price is 100 or more.
      if (end) expect([0, 0.1]).toContain(last.remaining);
    }),
    proofOf(20),
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

test('fills everything in as many intervals as planned in a market that fills', () => {
  const calm = { refuses: 0, loses: 0, closes: 0, interrupts: 0, accounts: 1, fills: 1 } as const;
  fc.assert(
    fc.property(setUps, (setUp) => {
      const mood = { ...setUp.mood, ...calm };
      const params = { ...setUp.params, quantityPerInterval: 1, randomizeSize: false };
      const terms = { ...setUp.terms, limitPrice: undefined, quantity: 5 };
      const { end, states } = run({ mood, params, terms });
      expect(end?.status).toBe('COMPLETED');
      expect(states.at(-1)).toMatchObject({ interval: 5, completed: 5, skipped: 0 });
    }),
    { numRuns: 20 },
  );
});
