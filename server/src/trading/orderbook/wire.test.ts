import { bookSchema, globalBookSchema, qualitySchema } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { createScriptedBooks } from '../../../test/support/streams/fixture.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import { orderbookVenueIds } from '../model/venue.ts';
import {
  type BookRequestEvent,
  isoWithoutZone,
  parseStreamRequest,
  toBookWire,
  toGlobalBookWire,
  toQualityWire,
  toSnapshotEvent,
  toStreamedBook,
} from './wire.ts';

const symbol = 'BTC/USDT' as InstrumentSymbol;

function setUp() {
  const books = createScriptedBooks();
  books.orderbook.hold(symbol, books.orderbook.venues);
  const bookOf = (name: string) => {
    const [book] = books.orderbook.books(symbol).filter(({ venue }) => venue === name);
    if (!book) throw new Error(`no book of ${name}`);
    return book;
  };
  return { ...books, bookOf };
}

describe('books on the wire', () => {
  it('shows a book as the documents do, and as the contract says', async () => {
    const { clock, writer, bookOf } = setUp();
    writer('binance').snapshot([['100.1', '0.5']], [['100.2', '1.25']], { sequence: 42 });
    await clock.advance(333);
    const wire = toBookWire(bookOf('binance'), 20);
    expect(wire).toEqual({
      venue: 'binance',
      symbol: 'BTC/USDT',
      bids: [[100.1, 0.5]],
      asks: [[100.2, 1.25]],
      mid_price: 100.15,
      spread_bps: 9.985,
      staleness_ms: 333,
      confidence: expect.any(Number),
      quality: 'GOOD',
      timestamp: '2023-11-14T22:13:20.000',
      sequence: 42,
    });
    expect(bookSchema.parse(wire)).toEqual(wire);
  });

  it('leaves the sequence out of the streamed view and keeps to the depth', () => {
    const { write, bookOf } = setUp();
    write('binance', 100, { levels: 30 });
    const wire = toStreamedBook(bookOf('binance'), 5);
    expect(wire).not.toHaveProperty('sequence');
    expect([wire.bids.length, wire.asks.length]).toEqual([5, 5]);
    expect(wire.bids[0]).toEqual([99, 1]);
  });

  it('rounds confidence and basis points to 4 decimals and staleness to milliseconds', async () => {
    const { clock, writer, bookOf } = setUp();
    writer('binance').snapshot([[30_001, 1]], [[30_008, 1]], { sequence: 1 });
    await clock.advance(123);
    const { confidence, spread_bps, staleness_ms } = toBookWire(bookOf('binance'), 1);
    expect([confidence, spread_bps]).toEqual([
      Math.round(confidence * 1e4) / 1e4,
      Math.round((spread_bps ?? 0) * 1e4) / 1e4,
    ]);
    expect(staleness_ms).toBe(123);
    expect(spread_bps).toBe(2.333);
  });

  it('shows an empty side as null mid and null spread', () => {
    const { writer, bookOf } = setUp();
    writer('binance').snapshot([[100, 1]], [], { sequence: 1 });
    expect(toBookWire(bookOf('binance'), 5)).toMatchObject({ mid_price: null, spread_bps: null });
  });

  it('gives a mid without the noise of binary arithmetic', () => {
    const { writer, bookOf } = setUp();
    writer('binance').snapshot([[0.1, 1]], [[0.3, 1]], { sequence: 1 });
    expect(toBookWire(bookOf('binance'), 1).mid_price).toBe(0.2);
  });

  it('shows the global book, and null where no venue is usable', async () => {
    const { clock, write, orderbook } = setUp();
    write('binance', 100);
    write('kraken', 102);
    const global = orderbook.globalBook(symbol, orderbook.venues);
    const wire = global && toGlobalBookWire(global);
    expect(globalBookSchema.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      timestamp: '2023-11-14T22:13:20.000',
      best_bid: { price: 101, quantity: 1, venue: 'kraken' },
      best_ask: { price: 101, quantity: 1, venue: 'binance' },
      venues: { binance: { bid: 99, ask: 101 }, kraken: { bid: 101, ask: 103 } },
    });
    await clock.advance(6_000);
    const later = orderbook.globalBook(symbol, orderbook.venues);
    expect(later && toGlobalBookWire(later)).toMatchObject({ best_bid: null, best_ask: null });
  });

  it('shows the quality record as the contract says', () => {
    const { write, bookOf } = setUp();
    write('binance', 100_000, { levels: 3, quantity: 0.1 });
    const wire = toQualityWire(bookOf('binance'));
    expect(qualitySchema.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({ venue: 'binance', depth_at_10bps: 0.6, bid_ask_imbalance: 0 });
    expect(wire).toMatchObject({ trusted: true, reason: null, since: null });
  });

  it('says in the quality record why and since when a book is not trusted', async () => {
    const { write, writer, bookOf, clock } = setUp();
    write('binance', 100_000);
    writer('binance').flag('disconnected');
    const since = new Date(clock.now()).toISOString();
    await clock.advance(2_000);
    const wire = toQualityWire(bookOf('binance'));
    expect(qualitySchema.parse(wire)).toEqual(wire);
    expect(wire).toMatchObject({
      quality: 'UNAVAILABLE',
      trusted: false,
      reason: 'the connection to the exchange closed',
      since,
    });
  });

  it('keys a snapshot by venue, each without name and sequence', () => {
    const { write, orderbook } = setUp();
    write('kraken', 100);
    const event = toSnapshotEvent(symbol, orderbook.books(symbol), { depth: 100, nowMs: 0 });
    expect(event).toMatchObject({ symbol: 'BTC/USDT', timestamp: '1970-01-01T00:00:00.000' });
    expect(Object.keys(event.venues.kraken ?? {}).sort()).toEqual(
      'asks bids confidence mid_price quality spread_bps staleness_ms timestamp'.split(' '),
    );
  });

  it('writes times without zone', () => {
    expect(isoWithoutZone(1_700_000_000_123)).toBe('2023-11-14T22:13:20.123');
  });
});

const supported = 'Supported: binance, bybit, gateio, kraken';

describe('requests from the wire', () => {
  it('fills in the defaults of a subscription', () => {
    const request = parseStreamRequest(
      'subscribe_orderbook',
      { symbol: 'BTC/USDT' },
      orderbookVenueIds,
    );
    expect(request).toEqual({
      kind: 'subscribe',
      symbol: 'BTC/USDT',
      venues: ['binance', 'bybit', 'gateio', 'kraken'],
      includeGlobal: true,
      depth: 5,
    });
  });

  it('reads venues once each, in the order of the documents, aliases too', () => {
    const payload = { symbol: 'BTC/USDT', venues: ['kraken', 'gate', 'kraken', 'binance'] };
    const request = parseStreamRequest('get_snapshot', payload, orderbookVenueIds);
    expect(request).toMatchObject({ venues: ['binance', 'gateio', 'kraken'] });
  });

  const notObject = 'Expected an object such as {"symbol": "BTC/USDT"}, received';
  const subscribe = 'subscribe_orderbook';
  const btc = { symbol: 'BTC/USDT' };
  it.each<[event: BookRequestEvent, payload: unknown, message: string]>([
    [subscribe, undefined, 'symbol is required'],
    [subscribe, null, 'symbol is required'],
    [subscribe, {}, 'symbol is required'],
    [subscribe, { symbol: '' }, 'symbol is required'],
    [subscribe, { symbol: 7 }, 'symbol is required'],
    [subscribe, { symbol: null }, 'symbol is required'],
    [subscribe, Buffer.from('x'), 'symbol is required'],
    [subscribe, 'BTC/USDT', `${notObject} text`],
    [subscribe, 7, `${notObject} a number`],
    [subscribe, [btc], `${notObject} an array`],
    [subscribe, () => undefined, `${notObject} a function`],
    [subscribe, { symbol: 'x'.repeat(65) }, 'symbol is too long'],
    [
      subscribe,
      { symbol: 'btcusdt' },
      'Subscription failed: btcusdt is not a symbol; expected BASE/QUOTE or BASE/QUOTE:SETTLE',
    ],
    [subscribe, { ...btc, venues: 'kraken' }, 'venues must be an array'],
    [subscribe, { ...btc, venues: null }, 'venues must be an array'],
    [subscribe, { ...btc, venues: [7] }, 'Invalid venue'],
    [subscribe, { ...btc, venues: ['okx'] }, `Invalid venue: okx. ${supported}`],
    [subscribe, { ...btc, venues: ['x'.repeat(65)] }, 'Invalid venue: name too long'],
    [subscribe, { ...btc, venues: Array(9).fill('kraken') }, 'venues must name at most 8'],
    [subscribe, { ...btc, include_global: 1 }, 'include_global must be true or false'],
    [subscribe, { ...btc, depth: 7 }, 'depth must be one of 1, 5, 10, 20'],
    [subscribe, { ...btc, depth: '5' }, 'depth must be one of 1, 5, 10, 20'],
    ['unsubscribe_orderbook', {}, 'symbol is required'],
    ['get_snapshot', {}, 'symbol is required'],
    ['get_snapshot', { ...btc, venues: ['no'] }, `Invalid venue: no. ${supported}`],
  ])('refuses %s %j in clear words', (event, payload, message) => {
    const request = parseStreamRequest(event, payload, orderbookVenueIds);
    expect(request).toEqual({ kind: 'refused', message });
  });
});
