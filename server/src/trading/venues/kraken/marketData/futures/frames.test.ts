import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createFuturesDecoder } from './book.ts';
import { readFuturesFrame } from './frames.ts';
import { createFuturesProtocol } from './protocol.ts';

const change = {
  feed: 'book',
  product_id: 'PI_XBTUSD',
  side: 'sell',
  seq: 8,
  price: 20_000.5,
  qty: 0,
  timestamp: 1_626_994_958_174,
};
const snapshot = {
  feed: 'book_snapshot',
  product_id: 'PI_XBTUSD',
  timestamp: 1_626_994_925_378,
  seq: 7,
  tickSize: null,
  bids: [{ price: 20_000, qty: 10_000 }],
  asks: [{ price: 25_000, qty: 50_000 }],
};
const read = (frame: unknown) => readFuturesFrame(JSON.stringify(frame));

describe('futures frames', () => {
  it('bring a whole book, or one level of it', () => {
    expect(read(snapshot)).toEqual({
      kind: 'book',
      key: 'PI_XBTUSD',
      message: {
        isSnapshot: true,
        seq: 7,
        venueTimeMs: 1_626_994_925_378,
        bids: [[20_000, 10_000]],
        asks: [[25_000, 50_000]],
      },
    });
    expect(read(change)).toMatchObject({
      key: 'PI_XBTUSD',
      message: { isSnapshot: false, seq: 8, bids: [], asks: [[20_000.5, 0]] },
    });
    expect(read({ ...change, side: 'buy' })).toMatchObject({
      message: { bids: [[20_000.5, 0]], asks: [] },
    });
  });

  it.each([
    { ...change, side: 'both' },
    { ...change, seq: 1.5 },
    { ...change, seq: '8' },
    { ...change, price: '20000.5' },
    { ...change, price: 0 },
    { ...change, qty: -1 },
    { ...snapshot, asks: undefined },
    { ...snapshot, bids: [{ price: 1 }] },
    { ...snapshot, bids: [null] },
    { ...snapshot, seq: null },
  ])('are malformed when they are like %j', (frame) => {
    expect(read(frame)).toEqual({ kind: 'malformed', key: 'PI_XBTUSD' });
  });

  it('that are torn tell what they can', () => {
    const text = JSON.stringify(change);
    expect(readFuturesFrame(text.slice(0, -1))).toEqual({ kind: 'malformed', key: 'PI_XBTUSD' });
    expect(readFuturesFrame(text.slice(0, 20))).toEqual({ kind: 'malformed', key: undefined });
    expect(readFuturesFrame('{"feed":"bo')).toEqual({ kind: 'malformed', key: undefined });
    expect(read({ ...change, product_id: 7 })).toEqual({ kind: 'malformed', key: undefined });
    expect(readFuturesFrame('{"feed":"trade","product_id":"PI_XB')).toEqual({ kind: 'other' });
  });

  it.each([
    { event: 'info', version: 1 },
    { event: 'subscribed', feed: 'trade', product_ids: ['PI_XBTUSD'] },
    { event: 'subscribed', feed: 'heartbeat' },
    { event: 'unsubscribed', feed: 'book', product_ids: ['PI_XBTUSD'] },
    { event: 'alert', message: 'Already subscribed to feed, re-requesting' },
    { feed: 'heartbeat', time: 1_626_994_925_378 },
    { feed: 'trade_snapshot', product_id: 'PI_XBTUSD', trades: [] },
    { feed: 'ticker_lite', product_id: 'PI_XBTUSD', bid: 1 },
  ])('like %j are of no concern', (frame) => expect(read(frame)).toEqual({ kind: 'other' }));

  it('accept and refuse by product where they name one', () => {
    expect(read({ event: 'subscribed', feed: 'book', product_ids: ['pi_xbtusd'] })).toEqual({
      kind: 'accepted',
      keys: ['PI_XBTUSD'],
    });
    expect(read({ event: 'subscribed_failed', feed: 'book', product_ids: ['PF_X'] })).toEqual({
      kind: 'refused',
      reason: 'the venue gives no reason',
      isLimit: false,
      keys: ['PF_X'],
    });
    expect(read({ event: 'error', message: 'Invalid product id' })).toEqual({
      kind: 'refused',
      reason: 'Invalid product id',
      isLimit: false,
    });
    expect(read({ event: 'alert', message: 'Too many requests' })).toMatchObject({ isLimit: true });
  });

  test('of any text are read without harm', () => {
    const texts = [change, snapshot, { event: 'error', message: 7 }].map((each) =>
      JSON.stringify(each),
    );
    const mutated = fc
      .tuple(fc.constantFrom(...texts), fc.nat(200), fc.nat(6), fc.string({ maxLength: 3 }))
      .map(([text, at, length, by]) => text.slice(0, at) + by + text.slice(at + length));
    fc.assert(
      fc.property(fc.oneof(mutated, fc.json()), (text) => {
        expect(['book', 'malformed', 'accepted', 'refused', 'other']).toContain(
          readFuturesFrame(text).kind,
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('futures messages', () => {
  const levelsOf = (product: string) => {
    const frame = read(snapshot);
    return frame.kind === 'book' && createFuturesDecoder(product).snapshot(frame.message);
  };

  it('of inverse products count dollars, of others base units', () => {
    expect(levelsOf('PI_XBTUSD')).toEqual({ bids: [[20_000, 0.5]], asks: [[25_000, 2]] });
    expect(levelsOf('PF_XBTUSD')).toMatchObject({ asks: [[25_000, 50_000]] });
  });

  it('of ours are as documented', () => {
    const protocol = createFuturesProtocol();
    const request = { id: 7, nowMs: 0 };
    const book = { feed: 'book', product_ids: ['PF_XBTUSD'] };
    expect(JSON.parse(protocol.subscribe(['PF_XBTUSD'], request))).toEqual({
      event: 'subscribe',
      ...book,
    });
    expect(JSON.parse(protocol.unsubscribe(['PF_XBTUSD'], request))).toEqual({
      event: 'unsubscribe',
      ...book,
    });
    expect(JSON.parse(protocol.ping(request))).toEqual({ event: 'subscribe', feed: 'heartbeat' });
  });
});
