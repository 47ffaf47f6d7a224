import { expect, test } from 'vitest';
import { twapParams } from '../../../../test/support/algorithms/twapRows.ts';
import { testView } from '../../../../test/support/algorithms/view.ts';
import { twap } from '../twap/definition.ts';
import type { TwapParams } from '../twap/params.ts';
import { baseQuantity, type TwapState, twapBegin, twapStart } from '../twap/state.ts';
import { intervalsIn } from './intervals.ts';

const woke = { kind: 'woke' } as const;

function paramsOf(durationS: number, intervalS: number): TwapParams {
  return { ...twapParams, durationMs: durationS * 1_000, intervalMs: intervalS * 1_000 };
}

test.each([
  [19, 10, 2],
  [20, 10, 2],
  [21, 10, 3],
  [13, 5, 3],
  [3_599, 1_800, 2],
  [10, 10, 1],
])('a duration of %d s has an interval of %d s %d times, the last one shorter', (...row) => {
  const [durationS, intervalS, intervals] = row;
  expect(intervalsIn({ ...paramsOf(durationS, intervalS) })).toBe(intervals);
});

test('an interval trades as much of the quantity as it has of the time, and not before it', () => {
  const params = paramsOf(19, 10);
  const begin = twap.initialState(params, testView());
  const given = { params, view: testView({ quantity: 19 }) };
  const first = twap.step(begin, { kind: 'started' }, given);
  expect(first.actions).toMatchObject([{ kind: 'place', quantity: 10, group: 1 }]);
  const report = twap.report(first.state, params, given.view);
  expect(report).toMatchObject({ total_intervals: 2, base_quantity_per_interval: 10 });
  const view = testView({ quantity: 19, nowMs: 10_000, filledBefore: 10 });
  const second = twap.step(first.state, woke, { params, view });
  expect(second.actions).toMatchObject([{ kind: 'place', quantity: 9, group: 2 }]);
  expect(second.state).toMatchObject({ interval: 2, startMs: 10_000, endMs: 19_000 });
});

test('a run that began before keeps its intervals, whose last one was longer', () => {
  const params = paramsOf(19, 10);
  expect(baseQuantity(twapStart, params, testView({ quantity: 19 }))).toBe(19);
  const step = twap.step(twapStart, woke, { params, view: testView({ quantity: 19 }) });
  expect(step.state).toMatchObject({ interval: 1, endMs: 19_000, slice: 19 });
});

test.each([{ drawn: 'first' }, { drawn: 'last' }])(
  'starts move by up to 30 % of the interval: $drawn',
  ({ drawn }) => {
    const params = { ...paramsOf(25, 10), randomizeTiming: true };
    const between = (least: number, most: number) => (drawn === 'first' ? least : most);
    const random = { next: () => 0, between };
    const stateAt = (nowMs: number): TwapState => {
      const view = testView({ nowMs, random, filledBefore: 1 });
      const { state } = twap.step(twapBegin(params), woke, { params, view });
      return state as TwapState;
    };
    const sign = drawn === 'first' ? -1 : 1;
    expect(stateAt(0).endMs).toBe(10_000 + sign * 3_000);
    // Next to a last interval of 5 s, by 30 % of that.
    expect(stateAt(14_000).endMs).toBe(20_000 + sign * 1_500);
    expect(stateAt(24_000)).toMatchObject({ interval: 3, endMs: 25_000 });
  },
);
