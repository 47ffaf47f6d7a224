import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  basisBps,
  breakevenHours,
  hoursBetween,
  liquidationDistancePct,
  type Smoothed,
  smooth,
} from './carry.ts';

const hourMs = 3_600_000;

const samples = fc.array(
  fc.record({
    stepMs: fc.integer({ min: 1, max: 20 * hourMs }),
    value: fc.double({ min: -500, max: 500, noNaN: true }),
  }),
  { minLength: 1, maxLength: 60 },
);

/** Computes the mean as one sum: each sample has the weight that all later ones left of it. */
function meanOf(
  values: readonly { readonly atMs: number; readonly value: number }[],
  hours: number,
) {
  const last = values[values.length - 1]?.atMs ?? 0;
  return values.reduce((sum, { atMs, value }, index) => {
    const left = Math.exp(-(last - atMs) / hourMs / hours);
    const previous = values[index - 1];
    const gone = previous ? Math.exp(-(atMs - previous.atMs) / hourMs / hours) : 0;
    return sum + value * left * (1 - gone);
  }, 0);
}

it('smooths irregular samples as the exponential mean does, to 1e-9', () => {
  fc.assert(
    fc.property(samples, fc.double({ min: 0.1, max: 48, noNaN: true }), (steps, hours) => {
      let atMs = 1_700_000_000_000;
      const values = steps.map(({ stepMs, value }) => {
        atMs += stepMs;
        return { atMs, value };
      });
      const start: Smoothed | undefined = undefined;
      const smoothed = values.reduce<Smoothed | undefined>(
        (before, sample) => smooth(before, sample, hours),
        start,
      );
      expect(smoothed?.value).toBeCloseTo(meanOf(values, hours), 9);
      expect(smoothed?.atMs).toBe(atMs);
    }),
    { numRuns: 300 },
  );
});

it('takes a sample once, and none that is older than the last', () => {
  const one = smooth(undefined, { value: 10, atMs: 1_000 }, 8);
  expect(one).toEqual({ value: 10, atMs: 1_000 });
  const two = smooth(one, { value: 30, atMs: 1_000 + 8 * hourMs }, 8);
  expect(two.value).toBeCloseTo(10 + 20 * (1 - Math.exp(-1)), 12);
  expect(smooth(two, { value: 99, atMs: two.atMs }, 8)).toBe(two);
  expect(smooth(two, { value: 99, atMs: 2_000 }, 8)).toBe(two);
});

it('breaks even when funding has paid the costs, and never when it pays none', () => {
  // 87.6 % a year are 1 bps an hour.
  expect(breakevenHours(30, 87.6)).toBeCloseTo(30, 9);
  expect(breakevenHours(30, 0)).toBeUndefined();
  expect(breakevenHours(30, -5)).toBeUndefined();
  fc.assert(
    fc.property(
      fc.double({ min: 0.1, max: 500, noNaN: true }),
      fc.double({ min: 0.1, max: 1_000, noNaN: true }),
      (costBps, aprPct) => {
        const hours = breakevenHours(costBps, aprPct) ?? Number.NaN;
        const earned = (aprPct / 100) * (hours / (365 * 24));
        expect(earned * 10_000).toBeCloseTo(costBps, 9);
      },
    ),
  );
});

it('reckons the basis of the spot, and distances of the mark price', () => {
  expect(basisBps(100, 100.15)).toBeCloseTo(15, 9);
  expect(basisBps(200, 199)).toBeCloseTo(-50, 9);
  expect(liquidationDistancePct(100, 125)).toBeCloseTo(25, 9);
  expect(liquidationDistancePct(100, 90)).toBeCloseTo(10, 9);
  expect(hoursBetween(1_000, 1_000 + 90 * 60_000)).toBe(1.5);
  fc.assert(
    fc.property(
      fc.double({ min: 0.01, max: 1e5, noNaN: true }),
      fc.double({ min: -0.05, max: 0.05, noNaN: true }),
      (spot, part) => {
        expect(basisBps(spot, spot + spot * part)).toBeCloseTo(part * 10_000, 7);
      },
    ),
  );
});
