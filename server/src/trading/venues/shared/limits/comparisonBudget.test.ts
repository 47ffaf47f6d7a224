import { describe, expect, it } from 'vitest';
import { counted, weighted } from './callCosts.ts';
import { comparedEveryMs, comparisonBudgets } from './comparisonBudget.ts';
import type { RateWindow } from './governorRules.ts';

/** Others keep 60 % of a thousand: 20 for cancels, 20 for orders, 3 and 3 beside them. */
const weight: RateWindow = {
  name: 'weight',
  scope: 'address',
  capacity: 1_500,
  booksShare: 500,
  lengthMs: 60_000,
  cost: weighted({ cancel: 1, order: 1, read: 2, list: 20 }),
};
const costs = { all: { quiet: 100, trading: 250 } };
const roomsOf = (...windows: readonly RateWindow[]) =>
  comparisonBudgets({ groups: { all: { windows, bans: {} } } }, costs);

describe('the room of comparisons', () => {
  it('is what books and the reserves of all others leave, at rest and while accounts trade', () => {
    expect(roomsOf(weight)).toEqual([
      { group: 'all', cost: costs.all, perMinute: 540, accountsMax: { quiet: 5, trading: 2 } },
    ]);
  });

  it('is that of a minute, however long the window is', () => {
    expect(roomsOf({ ...weight, lengthMs: 10_000 })).toMatchObject([{ perMinute: 3_240 }]);
    expect(roomsOf({ ...weight, lengthMs: 120_000 })).toMatchObject([{ perMinute: 270 }]);
  });

  it('is that of the tightest window', () => {
    expect(roomsOf(weight, { ...weight, capacity: 1_000 })).toMatchObject([{ perMinute: 270 }]);
  });

  it('is not bounded by windows of keys, nor by those that count no reads', () => {
    expect(roomsOf({ ...weight, scope: 'credential' })).toEqual([]);
    expect(roomsOf({ ...weight, cost: counted('order') })).toEqual([]);
    expect(roomsOf()).toEqual([]);
  });

  it('lets no account be compared every minute where one costs more than there is', () => {
    const tight = roomsOf({ ...weight, capacity: 600 });
    expect(tight).toMatchObject([{ accountsMax: { quiet: 0, trading: 0 } }]);
  });
});

describe('the time between two comparisons', () => {
  const [budget] = roomsOf(weight);

  it.each([
    [0, 60_000, 60_000],
    [1, 60_000, 60_000],
    [2, 60_000, 60_000],
    [3, 60_000, 83_334],
    [5, 60_000, 138_889],
    [6, 66_667, 166_667],
    [54, 600_000, 1_500_000],
  ])('with %i accounts is %i ms at rest and %i ms while all trade', (accounts, quiet, trading) => {
    expect(budget && comparedEveryMs(budget, accounts)).toEqual({ quiet, trading });
  });

  it('stays a minute for exactly as many accounts as there is room for', () => {
    if (!budget) throw new Error('the window bounds comparisons');
    const { quiet, trading } = budget.accountsMax;
    expect(comparedEveryMs(budget, quiet).quiet).toBe(60_000);
    expect(comparedEveryMs(budget, quiet + 1).quiet).toBeGreaterThan(60_000);
    expect(comparedEveryMs(budget, trading).trading).toBe(60_000);
    expect(comparedEveryMs(budget, trading + 1).trading).toBeGreaterThan(60_000);
  });
});
