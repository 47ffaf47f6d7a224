import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { algorithm, at, line, startMs } from '../../../../test/support/fakeAlgorithm.ts';
import { type Plan, plannedAt, plannedEndMs, planOf } from './plan.ts';

const nowS = 40;
const plan = (...args: Parameters<typeof algorithm>): Plan => {
  const made = planOf(algorithm(...args), startMs + nowS * 1_000);
  if (!made) throw new Error('it has a plan');
  return made;
};
const planned = (made: Plan, ...seconds: readonly number[]) =>
  seconds.map((second) => plannedAt(made, startMs + second * 1_000));

describe('the plan of an algorithm', () => {
  it('of a twap is even over its duration', () => {
    expect(planned(plan(), -5, 0, 15, 30, 60, 90)).toEqual([0, 0, 0.5, 1, 2, 2]);
    expect(plannedEndMs(plan())).toBe(Date.parse(at(60)));
  });

  it('of a timepace goes on until all is traded', () => {
    const params = { quantity_per_interval: 0.5, interval_seconds: 20 };
    const made = plan({ algorithm_type: 'timepace', params });
    expect(planned(made, 20, 40, 80, 200)).toEqual([0.5, 1, 2, 2]);
  });

  it('is none of those that wait for a price', () => {
    expect(
      planOf(algorithm({ algorithm_type: 'ladder', params: { num_levels: 3 } }), startMs),
    ).toBe(undefined);
    expect(planOf(algorithm({ params: {} }), startMs)).toBe(undefined);
  });

  it('stands still while it is paused', () => {
    const events = [line(1, 'paused', 15), line(2, 'resumed', 45)];
    const made = plan({ events });
    expect(planned(made, 15, 30, 45, 60, 90)).toEqual([0.5, 0.5, 0.5, 1, 2]);
    expect(plannedEndMs(made)).toBe(Date.parse(at(90)));
  });

  it('in a pause that lasts goes on from now, at the earliest', () => {
    const made = plan({ status: 'PAUSED', events: [line(1, 'paused', 30)] });
    expect(planned(made, 30, 40, 55, 70)).toEqual([1, 1, 1.5, 2]);
    expect(plannedEndMs(made)).toBe(Date.parse(at(70)));
  });

  it('stood still while the service was down', () => {
    const events = [line(1, 'child_filled', 20), line(2, 'recovered', 40), line(3, 'note', 41)];
    expect(planned(plan({ events }), 20, 40, 50)).toEqual([2 / 3, 2 / 3, 1]);
  });

  it('does not count a restart within a pause twice', () => {
    const kinds = ['paused', 'recovered', 'resumed'] as const;
    const events = kinds.map((kind, index) => line(index + 1, kind, 15 + index * 10));
    expect(planned(plan({ events }), 35, 50)).toEqual([0.5, 1]);
  });

  it('never shrinks and never exceeds the quantity, however it was stopped', () => {
    const pauses = fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { maxLength: 5 });
    fc.assert(
      fc.property(pauses, fc.array(fc.nat(500)), (stops, times) => {
        let second = 0;
        const events = stops.flatMap(([run, rest], index) => {
          const from = second + run;
          second = from + rest;
          return [line(index * 2 + 1, 'paused', from), line(index * 2 + 2, 'resumed', second)];
        });
        const values = planned(plan({ events }), ...times.sort((a, b) => a - b));
        for (const [index, value] of values.entries()) {
          expect(value).toBeGreaterThanOrEqual(values[index - 1] ?? 0);
          expect(value).toBeLessThanOrEqual(2);
        }
      }),
    );
  });
});
