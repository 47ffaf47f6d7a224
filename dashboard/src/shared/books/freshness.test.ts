import { describe, expect, it } from 'vitest';
import { testBook, testBooks } from '../../../test/support/books.ts';
import { ageOf, isFresh, qualityNow } from './freshness.ts';

const quiet = testBook('kraken', { heardAtMs: 0 });

describe('the quality of a book now', () => {
  it('is what the service said last while anything of the stream is heard', () => {
    const books = testBooks(quiet, testBook('binance', { heardAtMs: 9_900 }));
    expect(qualityNow({ ...books, atMs: 10_000 }, quiet)).toBe('GOOD');
  });

  it('falls with the silence of all venues (Orderbook §2.3)', () => {
    const books = testBooks(quiet);
    const at = (atMs: number) => qualityNow({ ...books, atMs }, quiet);
    expect([499, 500, 2_000, 5_000].map(at)).toEqual(['GOOD', 'DEGRADED', 'STALE', 'UNAVAILABLE']);
    const isFreshAt = (atMs: number) => isFresh({ ...books, atMs }, quiet);
    expect([1_999, 2_000].map(isFreshAt)).toEqual([true, false]);
  });

  it('is never better than the service said', () => {
    const stale = testBook('kraken', { quality: 'STALE' });
    expect(qualityNow({ ...testBooks(stale), atMs: 600 }, stale)).toBe('STALE');
  });

  it('is none at all while the stream is down', () => {
    expect(qualityNow({ ...testBooks(quiet), isConnected: false }, quiet)).toBe('UNAVAILABLE');
  });
});

it('counts the age from what the venue was old when it came', () => {
  const known = testBook('kraken', { heardAtMs: 100, staleness_ms: 30 });
  expect([ageOf(known, 150), ageOf(known, 50)]).toEqual([80, 30]);
});
