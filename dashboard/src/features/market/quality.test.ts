import type { QualityWire } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { testBook, testBooks } from '../../../test/support/books.ts';
import { judgeUse, qualityRows } from './quality.ts';

describe('the use of a book (Orderbook §2.3)', () => {
  it('is to trade above a confidence of 0.7, to look from 0.4, and none below', () => {
    expect([0.71, 0.7, 0.4, 0.39].map((confidence) => judgeUse(confidence, 0))).toEqual([
      'trade',
      'look',
      'look',
      'none',
    ]);
  });

  it('is none from two seconds on, and while something is unknown', () => {
    expect(judgeUse(1, 1_999)).toBe('trade');
    expect(judgeUse(1, 2_000)).toBe('none');
    expect(judgeUse(undefined, 0)).toBe('none');
    expect(judgeUse(1, undefined)).toBe('none');
  });
});

const record: QualityWire = {
  venue: 'kraken',
  staleness_ms: 100,
  spread_bps: 1,
  depth_at_10bps: 1,
  depth_at_50bps: 2,
  bid_ask_imbalance: 0,
  update_rate_per_sec: 8,
  sequence_gaps: 0,
  quality: 'GOOD',
  confidence: 0.5,
  trusted: true,
  reason: null,
  since: null,
};

describe('quality rows', () => {
  it('are there for every venue, also for those without a book', () => {
    const rows = qualityRows(testBooks(), { records: [], atMs: 0 });
    expect(rows.map(({ venue }) => venue)).toEqual(['binance', 'bybit', 'gateio', 'kraken']);
    expect(rows[0]).toMatchObject({ quality: undefined, use: 'none', ageMs: undefined });
  });

  it('take the newer word for confidence and the younger for age', () => {
    const heard = testBooks(testBook('kraken', { heardAtMs: 1_000, confidence: 0.9 }));
    const books = { ...heard, atMs: 1_600 };
    const [, , , after] = qualityRows(books, { records: [record], atMs: 1_500 });
    expect(after).toMatchObject({ confidence: 0.5, ageMs: 200, use: 'look' });
    const [, , , before] = qualityRows(books, { records: [record], atMs: 500 });
    expect(before).toMatchObject({ confidence: 0.9, ageMs: 600, use: 'trade' });
  });

  it('call nothing usable when the stream is down, whatever was said before', () => {
    const books = { ...testBooks(testBook('kraken')), isConnected: false, atMs: 10 };
    const [, , , row] = qualityRows(books, { records: [record], atMs: 0 });
    expect(row).toMatchObject({ quality: 'UNAVAILABLE', use: 'none' });
  });
});
