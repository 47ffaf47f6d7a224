import { describe, expect, it } from 'vitest';
import { allocate } from './allocate.ts';
import type { RouteAccount, RouteProblem, RouteVenue } from './types.ts';

const account = (fields: Partial<RouteAccount> = {}): RouteAccount => ({
  feeBps: 0,
  minQuantity: 0,
  maxQuantity: Number.POSITIVE_INFINITY,
  maxValue: Number.POSITIVE_INFINITY,
  ...fields,
});
const venue = (fields: Partial<RouteVenue>): RouteVenue => ({
  levels: [],
  penaltyBps: 0,
  step: 1,
  accounts: [account()],
  ...fields,
});
const problem = (fields: Partial<RouteProblem>): RouteProblem => ({
  side: 'buy',
  quantity: 10,
  mid: 100,
  maxVenues: 4,
  venues: [],
  ...fields,
});

describe('the split of an order', () => {
  it('takes the cheapest levels wherever they are', () => {
    const venues = [
      venue({
        levels: [
          [101, 4],
          [103, 9],
        ],
      }),
      venue({
        levels: [
          [102, 5],
          [104, 9],
        ],
      }),
    ];
    const split = allocate(problem({ venues }));
    expect(split.quantities).toEqual([[5], [5]]);
    // 4 at 100 bps, 5 at 200 and 1 at 300.
    expect(split.objective).toBeCloseTo(1_700, 9);
    expect(split).toMatchObject({ allocated: 10, excess: 0, gap: 0 });
  });

  it('counts fee and mistrust, not price alone', () => {
    const levels = [[101, 99]] as const;
    const dear = venue({ levels: [[100.99, 99]], accounts: [account({ feeBps: 6 })] });
    const doubted = venue({ levels, penaltyBps: 7, accounts: [account({ feeBps: 1 })] });
    const best = venue({ levels, accounts: [account({ feeBps: 4 })] });
    expect(allocate(problem({ venues: [dear, doubted, best] })).quantities).toEqual([
      [0],
      [0],
      [10],
    ]);
  });

  it('sells to the highest bids', () => {
    const venues = [
      venue({ levels: [[99, 6]] }),
      venue({
        levels: [
          [98, 3],
          [97, 9],
        ],
      }),
    ];
    const split = allocate(problem({ side: 'sell', venues }));
    expect(split.quantities).toEqual([[6], [4]]);
    expect(split.objective).toBeCloseTo(6 * 100 + 3 * 200 + 300, 9);
  });

  it('gives a slice its minimum or nothing', () => {
    const small = (minQuantity: number) => [
      venue({
        levels: [
          [101, 9],
          [106, 9],
        ],
      }),
      venue({ levels: [[102, 9]], accounts: [account({ minQuantity })] }),
    ];
    // Cheapest without minimums: 9 and 1. With 2 there one more unit at 102 instead of 101 is best.
    expect(allocate(problem({ venues: small(2) })).quantities).toEqual([[8], [2]]);
    // With 6 that is 5 units too many: one at 106 is better.
    expect(allocate(problem({ venues: small(6) })).quantities).toEqual([[10], [0]]);
  });

  it('uses no more venues than allowed, and the best ones', () => {
    const venues = [
      venue({
        levels: [
          [100, 1],
          [110, 99],
        ],
      }),
      venue({
        levels: [
          [101, 9],
          [109, 99],
        ],
      }),
      venue({
        levels: [
          [102, 9],
          [108, 99],
        ],
      }),
    ];
    expect(allocate(problem({ venues, maxVenues: 1 })).quantities).toEqual([[0], [10], [0]]);
    expect(allocate(problem({ venues, maxVenues: 2 })).quantities).toEqual([[1], [9], [0]]);
    expect(allocate(problem({ venues, maxVenues: 3 })).quantities).toEqual([[1], [9], [0]]);
  });

  it('keeps a buy within its balance at the limit price, not at the mean', () => {
    const venues = [
      venue({
        levels: [
          [100, 5],
          [110, 5],
        ],
        accounts: [account({ maxValue: 1_000 })],
      }),
    ];
    // Ten cost 1,050, but 1,100 would be reserved for them; nine at 110 are 990.
    expect(allocate(problem({ venues }))).toMatchObject({ quantities: [[9]], excess: 1 });
  });

  it('counts the depth of a venue once for all its accounts', () => {
    const accounts = [account({ feeBps: 5 }), account({ feeBps: 2, maxQuantity: 3 })];
    const venues = [
      venue({
        levels: [
          [101, 4],
          [102, 4],
        ],
        accounts,
      }),
    ];
    const split = allocate(problem({ quantity: 6, venues, maxVenues: 1 }));
    expect(split.quantities).toEqual([[3, 3]]);
    expect(split.objective).toBeCloseTo(4 * 100 + 2 * 200 + 3 * 5 + 3 * 2, 9);
  });

  it('holds all accounts of a venue to the one limit price', () => {
    const accounts = [account({ maxValue: 404 }), account({ maxValue: 404 })];
    const venues = [
      venue({
        levels: [
          [101, 6],
          [103, 9],
        ],
        accounts,
      }),
    ];
    // At 101 each could pay four; more than six together are beyond 101, where each pays three.
    expect(allocate(problem({ venues }))).toMatchObject({ allocated: 6, excess: 4 });
  });

  it('fills the odd lot where the steps are fine', () => {
    const venues = [
      venue({ step: 0.1, levels: [[101, 9]] }),
      venue({ step: 0.01, levels: [[102, 9]] }),
    ];
    const split = allocate(problem({ quantity: 1.57, venues }));
    expect(split.quantities).toEqual([[1.5], [0.07]]);
    expect(split.allocated).toBe(1.57);
  });

  it('meets steps that do not divide each other', () => {
    const of = (shown: number) => [
      venue({ step: 3, levels: [[101, shown]] }),
      venue({ step: 2, levels: [[102, 99]] }),
    ];
    expect(allocate(problem({ quantity: 7, venues: of(5) })).quantities).toEqual([[3], [4]]);
    expect(allocate(problem({ quantity: 9, venues: of(99) })).quantities).toEqual([[9], [0]]);
    expect(allocate(problem({ quantity: 7, venues: of(99) })).quantities).toEqual([[3], [4]]);
  });

  it('does not pay for a second venue to place less than a coarse lot', () => {
    const fine = venue({
      step: 0.01,
      levels: [[104, 999]],
      accounts: [account({ minQuantity: 50 })],
    });
    const venues = [venue({ step: 0.1, levels: [[101, 999]] }), fine];
    // 0.05 more would move 50 to the expensive venue: it is left.
    const split = allocate(problem({ quantity: 100.05, venues }));
    expect(split).toMatchObject({ quantities: [[100], [0]], excess: 0, allocated: 100 });
    // In a small order, as much is not dust.
    const small = allocate(problem({ quantity: 60.09, venues }));
    expect(small).toMatchObject({ quantities: [[10], [50.09]], allocated: 60.09 });
  });

  it('says what is beyond the books', () => {
    const split = allocate(problem({ venues: [venue({ levels: [[101, 4.5]] })] }));
    expect(split).toMatchObject({ allocated: 4, excess: 6 });
    expect(allocate(problem({ venues: [] }))).toMatchObject({ allocated: 0, excess: 10 });
    expect(allocate(problem({ quantity: 0.4, venues: [venue({ levels: [[101, 9]] })] }))).toEqual({
      quantities: [[0]],
      allocated: 0,
      excess: 0,
      objective: 0,
      gap: 0,
    });
  });

  it('says how much it may miss when steps have too many ways to meet', () => {
    const venues = [
      venue({ step: 0.07, levels: [[101, 99]] }),
      venue({ step: 0.11, levels: [[101, 99]] }),
      venue({ step: 0.13, levels: [[101, 99]] }),
    ];
    const split = allocate(problem({ venues }));
    expect(split.gap).toBeGreaterThanOrEqual(0);
    expect(split.allocated).toBeLessThanOrEqual(10);
  });
});
