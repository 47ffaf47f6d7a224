import { describe, expect, it } from 'vitest';
import { testBook, testBooks } from '../../../test/support/books.ts';
import { createMidHistory, historyMs } from './midHistory.ts';

const at = (nowMs: number, mid = 100) =>
  testBooks(testBook('kraken', { heardAtMs: nowMs, mid_price: mid }));

describe('the history of mid prices', () => {
  it('takes a point a second, with the objects of the points before', () => {
    const history = createMidHistory();
    history.sample({ ...at(0), atMs: 0 });
    const [first] = history.read().get('kraken') ?? [];
    history.sample({ ...at(500), atMs: 500 });
    history.sample({ ...at(990, 101), atMs: 990 });
    const points = history.read().get('kraken');
    expect(points).toEqual([
      { atMs: 0, value: 100 },
      { atMs: 990, value: 101 },
    ]);
    expect(points?.[0]).toBe(first);
  });

  it('has one gap for as long as a venue is not fresh', () => {
    const history = createMidHistory();
    for (const nowMs of [0, 1_000, 2_000, 3_000, 4_000]) history.sample({ ...at(0), atMs: nowMs });
    history.sample({ ...at(5_000), atMs: 5_000 });
    expect(
      history
        .read()
        .get('kraken')
        ?.map(({ value }) => value),
    ).toEqual([100, 100, null, 100]);
  });

  it('breaks the line over a time when nobody looked', () => {
    const history = createMidHistory();
    history.sample({ ...at(0), atMs: 0 });
    history.sample({ ...at(60_000), atMs: 60_000 });
    expect(history.read().get('kraken')).toEqual([
      { atMs: 0, value: 100 },
      { atMs: 1_000, value: null },
      { atMs: 60_000, value: 100 },
    ]);
  });

  it('forgets what is older than it keeps', () => {
    const history = createMidHistory();
    const seconds = historyMs / 1_000;
    for (let second = 0; second < 3 * seconds; second += 1) {
      history.sample({ ...at(second * 1_000), atMs: second * 1_000 });
    }
    expect(history.read().get('kraken')?.length).toBeLessThanOrEqual(seconds + 61);
  });
});
