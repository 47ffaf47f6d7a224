import fc from 'fast-check';
import { expect, it } from 'vitest';
import { carryStartMs } from '../../../../test/support/algorithms/carry/market.ts';
import {
  type CarrySetUp,
  carryParams,
  carrySmallest,
  runCarry,
} from '../../../../test/support/algorithms/carry/run.ts';
import { guardedProofOf } from '../../../../test/support/proof.ts';

/*
 * Random runs in a market of two legs. For five minutes orders are refused, cut and lost, books
 * vanish, venues halt, polls fail, and the service pauses, restarts and is cancelled. Then all is
 * calm, and funding stops paying. The run itself reports everything that no run may do.
 */

const chance = (max: number) => fc.double({ min: 0, max, noNaN: true });
const calmAtMs = 300_000;

const scene = fc
  .record({
    seed: fc.string({ minLength: 1, maxLength: 8 }),
    lots: fc.integer({ min: 10, max: 1_000 }),
    riskLots: fc.integer({ min: 15, max: 300 }),
    limitTicks: fc.option(fc.integer({ min: -5, max: 20 }), { nil: undefined }),
    basisStopBps: fc.option(fc.integer({ min: 5, max: 60 }), { nil: undefined }),
    mood: fc.record({
      refuses: chance(0.4),
      loses: chance(0.3),
      closes: chance(0.4),
      halts: chance(0.02),
      cuts: chance(0.6),
      baseFee: fc.constantFrom(0, 0.001),
      restarts: chance(0.1),
      pauses: chance(0.03),
      cancels: chance(0.005),
      pollTroubles: chance(0.5),
    }),
  })
  .map(({ seed, lots, riskLots, limitTicks, basisStopBps, mood }): CarrySetUp => {
    const lots100 = (count: number) => count / 100;
    return {
      params: {
        ...carryParams,
        riskQuantity: lots100(riskLots),
        basisStopBps,
        smoothingHours: 0.01,
        minHoldHours: 0.05,
        pollIntervalMs: 10_000,
      },
      quantity: lots100(lots),
      limitPrice: limitTicks === undefined ? undefined : 100 + limitTicks / 10,
      calmAtMs,
      untilMs: calmAtMs + 1_200_000,
      mood: {
        ...mood,
        seed,
        aprPct: (atMs) => (atMs - carryStartMs < calmAtMs ? 40 : 1),
        prices: (_atMs, random) => ({
          mid: Math.round(1_000 + random.between(-8, 8)) / 10,
          basis: Math.round(random.between(-5, 7)),
        }),
      },
    };
  });

it('never risks more than it may, and gives all back in the end', () => {
  let fills = 0;
  const proof = guardedProofOf(25);
  fc.assert(
    fc.property(scene, (setUp) => {
      const run = runCarry(setUp);
      expect(run.faults).toEqual([]);
      fills += run.children.filter(({ filled }) => filled > 0).length;
      for (const leg of run.last.legs) {
        expect(leg.held).toBeLessThan(carrySmallest);
        expect(leg.held).toBeGreaterThanOrEqual(0);
      }
      const isOpened = run.last.legs.some(({ opened }) => opened > 0);
      if (isOpened) expect(run.end?.reason).toMatch(/^Exit \(/);
      else if (!run.end) expect(run.report.phase).toBe('waiting');
      expect(run.end ?? run.waits.at(-1)).toBeDefined();
    }),
    proof,
  );
  // Runs differ widely, and a run with hardly any fills would prove nothing.
  expect(fills).toBeGreaterThan(proof.numRuns);
});

it('does the same again from the same seed', () => {
  fc.assert(
    fc.property(scene, (setUp) => {
      expect(runCarry(setUp).actions).toEqual(runCarry(setUp).actions);
    }),
    { numRuns: 15 },
  );
});
