import { describe, expect, it } from 'vitest';
import { firstOfEach, latenessOf, type ScheduledOrder } from './lateness.ts';

const order = (changes: Partial<ScheduledOrder>): ScheduledOrder => {
  const purpose = 'slice';
  const times = { startedMs: 1_000, intervalMs: 10_000, recordedMs: 21_040 };
  return { type: 'twap', group: 3, purpose, ...times, ...changes };
};

describe('the lateness of an order', () => {
  it.each([
    ['a slice counts from the beginning of its interval', {}, 'beginning', 40],
    ['of the first interval it counts from the start', { group: 1 }, 'beginning', 20_040],
    ['what is caught up counts like a slice', { purpose: 'catch_up' }, 'beginning', 40],
    ['what is taken counts from half of it', { purpose: 'take', recordedMs: 26_030 }, 'half', 30],
    ['a timepace counts alike', { type: 'timepace' }, 'beginning', 40],
  ])('%s', (_, changes, moment, lateMs) => {
    expect(latenessOf(order(changes))).toMatchObject({ moment, lateMs });
  });

  it.each([{ type: 'ladder', purpose: 'level' }, { purpose: 'sweep' }])('has none for %o', (of) => {
    expect(latenessOf(order(of))).toBeUndefined();
  });

  it('is of the first order of each moment, not of those that repeat it', () => {
    const shared = { parent: 'one', group: 1, moment: 'beginning', dueMs: 0 } as const;
    const first = { ...shared, lateMs: 5 };
    const half = { ...shared, moment: 'half', lateMs: 8 } as const;
    const next = { ...shared, group: 2, lateMs: 90 };
    const rows = [{ ...shared, lateMs: 70 }, first, half, next];
    expect(firstOfEach(rows)).toEqual([first, half, next]);
  });
});
