import type { DataOf } from '@windlass/client';
import type { QualityWire } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { type Subscription, toBookRows, toFeedRows } from './bookRows.ts';

const subscriptionOf = (venue: string, symbol: string, status: Subscription['status']) => ({
  venue,
  symbol,
  status,
  ref_count: 1,
  subscribed_at: '2026-01-01T00:00:00Z',
  last_update: null,
  trusted: true,
  since: null,
});
const qualityOf = (venue: string, sequence_gaps: number): QualityWire => ({
  venue,
  sequence_gaps,
  staleness_ms: 10,
  spread_bps: 1,
  depth_at_10bps: 1,
  depth_at_50bps: 2,
  bid_ask_imbalance: 0,
  update_rate_per_sec: 3,
  quality: 'GOOD',
  confidence: 1,
  trusted: true,
  reason: null,
  since: null,
});
const subscriptions = [
  subscriptionOf('kraken', 'BTC/USDT', 'active'),
  subscriptionOf('binance', 'ETH/USDT', 'error'),
  subscriptionOf('binance', 'BTC/USDT', 'active'),
];
const rows = toBookRows(subscriptions, [
  { symbol: 'BTC/USDT', venues: [qualityOf('binance', 2), qualityOf('kraken', 0)] },
  undefined,
]);

describe('rows of books', () => {
  it('begin with what fails, then go by symbol and venue', () => {
    expect(rows.map(({ subscription: { venue, symbol } }) => `${venue} ${symbol}`)).toEqual([
      'binance ETH/USDT',
      'binance BTC/USDT',
      'kraken BTC/USDT',
    ]);
  });

  it('have the quality of their own venue and symbol, or none', () => {
    expect(rows.map(({ quality }) => quality?.sequence_gaps)).toEqual([undefined, 2, 0]);
  });
});

describe('rows of feeds', () => {
  const stats: DataOf<'getOrderbookStats'> = {
    store: { book_count: 3, venues: [], symbols: [], total_gaps: 2 },
    subscriptions: {
      active_count: 2,
      warm_cache_count: 0,
      total_count: 3,
      by_status: {},
      by_venue: { binance: 2, kraken: 1 },
      collectors: ['binance'],
    },
    initialized_venues: ['binance', 'bybit'],
  };

  it('name each venue once, with what its books have in common', () => {
    expect(toFeedRows(rows, stats)).toEqual([
      { venue: 'binance', isOpen: true, isInitialised: true, books: 2, failing: 1, gaps: 2 },
      ...[{ venue: 'bybit', isOpen: false, isInitialised: true, books: 0, failing: 0 }].map(
        (row) => ({ ...row, gaps: undefined }),
      ),
      { venue: 'kraken', isOpen: false, isInitialised: false, books: 1, failing: 0, gaps: 0 },
    ]);
  });
});
