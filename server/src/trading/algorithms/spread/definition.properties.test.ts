import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PairMood, PairTerms } from '../../../../test/support/algorithms/pair/market.ts';
import { type PairRun, runPair } from '../../../../test/support/algorithms/pair/run.ts';
import { spreadParams } from '../../../../test/support/algorithms/pair/spreadRows.ts';
import { testTerms } from '../../../../test/support/algorithms/view.ts';
import { sumOf } from '../shared/amounts.ts';
import { differenceOf } from '../shared/pair/legs.ts';
import { spread } from './definition.ts';
import type { SpreadParams } from './params.ts';

const moods: fc.Arbitrary<PairMood> = fc.record({
  seed: fc.string(),
  fills: fc.double({ min: 0.2, max: 1, noNaN: true }),
  refuses: fc.constantFrom(0, 0.05, 0.4),
  loses: fc.constantFrom(0, 0.05, 0.3),
  closes: fc.constantFrom(0, 0.02, 0.2),
  accounts: fc.integer({ min: 1, max: 3 }),
});

/** Parameters with a time limit. */
type Bounded = Omit<SpreadParams, 'riskQuantity'> & { readonly maxUnhedgedMs: number };

const params: fc.Arbitrary<Bounded> = fc.record({
  contraSymbol: fc.constant(spreadParams.contraSymbol),
  anchorAccountIds: fc.constant(['one']),
  contraAccountIds: fc.constant(['one']),
  leadMode: fc.constantFrom('anchor', 'contra'),
  aggression: fc.constantFrom('passive', 'neutral', 'aggressive'),
  sweepTriggerMode: fc.constantFrom('immediate', 'disabled', 'threshold'),
  sweepThresholdPct: fc.constantFrom(0, 0.5),
  pauseOffsetPct: fc.constantFrom(undefined, undefined, 1, 1.5),
  repriceIncrementBps: fc.constantFrom(1, 10, 50),
  spreadOffsetPct: fc.constantFrom(0, 0, 0.1),
  maxUnhedgedMs: fc.constantFrom(10_000, 30_000),
});

const lots = [
  {},
  { quantityStep: 0.1, quantityMin: 0.1 },
  { quantityStep: 0.5, quantityMin: 0.5, notionalMin: 0 },
];

const terms: fc.Arbitrary<PairTerms> = fc
  .record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 10, max: 2_000 }).map((units) => units / 100),
    limitPrice: fc.constantFrom(undefined, undefined, 99.55, 100, 100.3),
    riskQuantity: fc.constantFrom(0.3, 0.6, 1, 3.33),
    rules: fc.tuple(fc.constantFrom(...lots), fc.constantFrom(...lots)),
  })
  .map((own) => ({ ...testTerms, ...own }));

const setUps = fc.record({
  mood: moods,
  params,
  terms,
  interrupts: fc.constantFrom(0, 0.05),
  cancelAtMs: fc.constantFrom(undefined, undefined, 5_000, 40_000),
});
type SetUp = Parameters<Parameters<typeof setUps.map>[0]>[0];

const longMs = 120_000;

type Run = Omit<SetUp, 'params'> & { readonly params: Omit<SpreadParams, 'riskQuantity'> };

function run(setUp: Run, untilMs = longMs): PairRun {
  const { riskQuantity } = setUp.terms;
  const all = { ...setUp.params, riskQuantity };
  return runPair({ algorithm: spread, ...setUp, params: all, untilMs });
}

test('keeps to risk, totals and limit price in any market, and says what it waits for', () => {
  let ends = 0;
  fc.assert(
    fc.property(setUps, (setUp) => {
      const { faults, end, waiting } = run(setUp);
      expect(faults).toEqual([]);
      if (end) ends += 1;
      else expect(waiting).toMatch(/\.$/);
    }),
    { numRuns: 30 },
  );
  expect(ends).toBeGreaterThan(5);
});

/** Set-ups without a time limit: in the modes that rest, hedges take as long as they take. */
const unbounded = setUps.map((setUp) => {
  const { sweepTriggerMode, sweepThresholdPct } = setUp.params;
  const mode = sweepTriggerMode === 'immediate' ? 'disabled' : sweepTriggerMode;
  const own = { sweepTriggerMode: mode, sweepThresholdPct, maxUnhedgedMs: undefined } as const;
  return { ...setUp, params: { ...setUp.params, ...own } };
});

test('keeps to all of that without a bound of time', () => {
  fc.assert(
    fc.property(unbounded, (setUp) => {
      const { faults, end, waiting } = run(setUp);
      expect(faults).toEqual([]);
      if (!end) expect(waiting).toMatch(/\.$/);
    }),
    { numRuns: 30 },
  );
});

test('never takes a hedge that may rest while it has no bound of time', () => {
  let resting = 0;
  fc.assert(
    fc.property(unbounded, (setUp) => {
      const mood = { ...setUp.mood, loses: 0 };
      const resters = { ...setUp.params, sweepTriggerMode: 'disabled' } as const;
      const calmly = { mood, params: resters, interrupts: 0 as const, cancelAtMs: undefined };
      const { actions } = run({ ...setUp, ...calmly });
      const hedges = actions.flatMap((each) =>
        each.kind === 'place' && each.purpose === 'hedge' ? [each.timeInForce] : [],
      );
      expect(new Set(hedges)).not.toContain('IOC');
      resting += hedges.length;
    }),
    { numRuns: 30 },
  );
  expect(resting).toBeGreaterThan(30);
});

test('ends with legs that are equal but for the rest it tells', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const { end, last } = run(setUp);
      if (!end) return;
      const { quantity: rest } = differenceOf(last.legs);
      if (rest === 0) expect(end.reason ?? '').not.toContain('is not hedged');
      else expect(end.reason).toContain(`${rest} SOL/USDT`);
      expect(rest).toBeLessThan(0.51);
      const isWhole = last.legs.every(({ opened, closed }) => {
        return opened === setUp.terms.quantity && closed === 0;
      });
      if (end.status === 'COMPLETED') expect(end.reason === undefined).toBe(isWhole);
      expect(end.status === 'CANCELLED').toBe(last.mode === 'cancelling');
    }),
    { numRuns: 30 },
  );
});

test('does the same again with the same seed', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const [one, other] = [run(setUp), run(setUp)];
      expect(one.actions).toEqual(other.actions);
      expect(one.states).toEqual(other.states);
    }),
    { numRuns: 8 },
  );
});

const plain: PairTerms['rules'] = [{}, {}];
const calm = { fills: 1, refuses: 0, loses: 0, closes: 0 } as const;

test('is never apart for longer than it may be where both legs can be traded', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      const free = { ...setUp.terms, limitPrice: undefined };
      const { apartMs } = run({ ...setUp, terms: free, mood: { ...setUp.mood, ...calm } });
      expect(apartMs).toBeLessThanOrEqual(setUp.params.maxUnhedgedMs);
    }),
    { numRuns: 30 },
  );
});

test('gives the lead back in time when the other leg refuses everything', () => {
  let given = 0;
  fc.assert(
    fc.property(setUps, (setUp) => {
      const { leadMode, maxUnhedgedMs } = setUp.params;
      const refusesOn = leadMode === 'anchor' ? 1 : 0;
      const mood = { ...setUp.mood, ...calm, refusesOn } as const;
      const { apartMs, actions, last } = run({ ...setUp, mood });
      expect(apartMs).toBeLessThanOrEqual(maxUnhedgedMs);
      expect(last.legs[refusesOn]?.opened).toBe(0);
      const unwinds = actions.filter((each) => each.kind === 'place' && each.purpose === 'unwind');
      const told = actions.filter(({ kind }) => kind === 'note');
      if (unwinds.length > 0) expect(told.length).toBeGreaterThan(0);
      given += unwinds.length;
    }),
    { numRuns: 30 },
  );
  expect(given).toBeGreaterThan(5);
});

/** Enough for an order alone at any price of these markets, which are near 100. */
const orderMin = 0.12;

test('completes both legs in a market that fills', () => {
  fc.assert(
    fc.property(setUps, (setUp) => {
      // The API refuses less: as the market falls it would no longer be an order.
      fc.pre(setUp.terms.quantity >= orderMin);
      const free: SetUp = {
        ...setUp,
        interrupts: 0,
        mood: { ...setUp.mood, ...calm },
        cancelAtMs: undefined,
        params: { ...setUp.params, pauseOffsetPct: undefined },
        terms: { ...setUp.terms, limitPrice: undefined, riskQuantity: 3.33, rules: plain },
      };
      const { end, last } = run(free, 10 * longMs);
      expect(end?.status).toBe('COMPLETED');
      expect(end?.reason).toBeUndefined();
      expect(last.legs.map(({ opened }) => opened)).toEqual([last.quantity, last.quantity]);
      expect(sumOf(last.legs.map(({ closed }) => closed))).toBe(0);
    }),
    { numRuns: 30 },
  );
});
