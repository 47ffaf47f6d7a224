import { describe, expect, it } from 'vitest';
import { reportFill } from '../../../test/support/analytics/reportFills.ts';
import { createSlippageBins } from './slippageBins.ts';

function countsOf(...fills: Parameters<typeof reportFill>[0][]) {
  const bins = createSlippageBins();
  bins.add(fills.map((changes) => reportFill(changes)));
  const counted = bins.bins().filter(({ fillsCount }) => fillsCount > 0);
  return counted.map(({ fromBps, toBps, fillsCount }) => [fromBps, toBps, fillsCount]);
}

describe('the distribution of slippage', () => {
  it('puts a fill where its cost lies: a buy above the mark, a sell below it', () => {
    const marks = [100];
    expect(countsOf({ price: 100.03, marks }, { side: 'sell', price: 99.97, marks })).toEqual([
      [2, 5, 2],
    ]);
    expect(countsOf({ price: 99.97, marks })).toEqual([[-5, -2, 1]]);
  });

  it('begins a bin with its lower edge, and has no end on either side', () => {
    const marks = [100];
    expect(countsOf({ price: 100, marks })).toEqual([[0, 1, 1]]);
    expect(countsOf({ price: 200, marks })).toEqual([[50, undefined, 1]]);
    expect(countsOf({ price: 50, marks })).toEqual([[undefined, -50, 1]]);
  });

  it('is empty where no fill has a mark price', () => {
    expect(countsOf({ marks: [undefined] }, { marks: [] })).toEqual([]);
    const bins = createSlippageBins();
    bins.add([reportFill({ marks: [] })]);
    expect(bins.bins()).toEqual([]);
  });
});
