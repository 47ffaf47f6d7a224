import { describe, expect, it } from 'vitest';
import { madeUpMarket, type TextLevel } from './madeUpMarket.ts';

const options = { depth: 50, messages: 400, levels: [1, 12] } as const;

function apply(side: Map<number, number>, levels: readonly TextLevel[]): void {
  for (const [price, quantity] of levels) {
    if (Number(quantity) === 0) side.delete(Number(price));
    else side.set(Number(price), Number(quantity));
  }
}

describe('a made-up market', () => {
  it('is the same every time', () => {
    expect(madeUpMarket(options)).toEqual(madeUpMarket(options));
  });

  it('moves, never crosses, and always has ten levels a side', () => {
    const { snapshot, changes } = madeUpMarket(options);
    const [bids, asks] = [new Map<number, number>(), new Map<number, number>()];
    apply(bids, snapshot.bids);
    apply(asks, snapshot.asks);
    const tops = new Set<number>();
    for (const change of changes) {
      apply(bids, change.bids);
      apply(asks, change.asks);
      tops.add(Math.max(...bids.keys()));
      expect(Math.max(...bids.keys())).toBeLessThan(Math.min(...asks.keys()));
      expect(Math.min(bids.size, asks.size)).toBeGreaterThanOrEqual(10);
    }
    expect(tops.size).toBeGreaterThan(10);
  });

  it('names a price once in a message, best first', () => {
    for (const { bids, asks } of madeUpMarket(options).changes) {
      const sorted = (side: readonly TextLevel[], sign: number) =>
        side.every(
          ([price], i) => i === 0 || (Number(price) - Number(side[i - 1]?.[0])) * sign > 0,
        );
      expect([sorted(bids, -1), sorted(asks, 1)]).toEqual([true, true]);
    }
  });
});
