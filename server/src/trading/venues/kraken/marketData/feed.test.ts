import { describe, expect, it } from 'vitest';
import { krakenFuturesScript } from '../../../../../test/support/exchanges/kraken/futuresScript.ts';
import { krakenSpotScript } from '../../../../../test/support/exchanges/kraken/spotScript.ts';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createFakeTransport } from '../../../../../test/support/marketData/fakeTransport.ts';
import { createRecordingBook } from '../../../../../test/support/marketData/recordingBook.ts';
import { silentLogger } from '../../../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { krakenCollector } from './collector.ts';
import { createKrakenFeed } from './feed.ts';

const spot = krakenSpotScript;
const futures = krakenFuturesScript('BTC/USD:USD', 'PF_XBTUSD');
const truth = (id: number, bid: string) =>
  ({ id, bids: [[bid, '1.50']], asks: [['101.0', '2.00']] }) as const;
const nothing = { first: 0, last: 0, previous: 0, bids: [], asks: [] };

function setUp() {
  const clock = createManualClock();
  const transport = createFakeTransport();
  const feed = createKrakenFeed({
    transport,
    clock,
    random: createSeededRandom('kraken'),
    logger: silentLogger,
  });
  const open = (text: string) => {
    const symbol = parseSymbol(text);
    if (!symbol) throw new Error(`no symbol: ${text}`);
    const book = createRecordingBook();
    return { book, lists: feed.lists(symbol), close: feed.open(symbol, book).close };
  };
  const socket = (at = 0) => {
    const found = transport.sockets[at];
    if (!found) throw new Error(`no socket ${at}`);
    return found;
  };
  /** Opens a book of a script up to its first snapshot. */
  const openLive = async (script: typeof spot) => {
    const opened = open(script.symbol);
    socket().opened();
    await clock.advance(1);
    const [asked] = socket().sent;
    for (const frame of script.accepted(JSON.stringify(asked))) socket().frame(frame);
    socket().frame(script.snapshot(truth(7, '99.0')));
    socket().sent.length = 0;
    return opened;
  };
  /** Returns what was sent since, without pings. */
  const asked = () =>
    socket()
      .sent.filter(({ method, feed: name }) => method !== 'ping' && name !== 'heartbeat')
      .map(({ method, event }) => method ?? event);
  return { clock, transport, feed, open, openLive, socket, asked };
}

describe('books of kraken', () => {
  it('come from two hosts, one connection each, opened when needed', async () => {
    const { transport, open, clock, feed } = setUp();
    const opened = ['BTC/USD', 'BTC/USD:USD', 'ETH/USD', 'ETH/USD:ETH'].map(open);
    for (const each of transport.sockets) each.opened();
    await clock.advance(1);
    expect(transport.sockets.map(({ url }) => url)).toEqual([
      'wss://ws.kraken.com/v2',
      'wss://futures.kraken.com/ws/v1',
    ]);
    expect(transport.sockets.map(({ sent }) => sent[0])).toMatchObject([
      { params: { symbol: ['BTC/USD', 'ETH/USD'] } },
      { product_ids: ['PF_XBTUSD', 'PI_ETHUSD'] },
    ]);
    for (const { close } of opened) close();
    expect(transport.sockets.map(({ isClosed }) => isClosed)).toEqual([true, true]);
    await feed.stop();
    expect(clock.pending()).toBe(0);
  });

  it('that the venue cannot have open nothing', () => {
    const { open, transport } = setUp();
    const { book, lists } = open('BTC/USDT:USDT');
    expect([lists, book.states]).toEqual([
      'no',
      ['failed: BTC/USDT:USDT is not a symbol of this venue'],
    ]);
    expect(transport.sockets).toEqual([]);
  });

  it('give their stream back while the connection serves others', async () => {
    const { open, openLive, asked, clock, socket } = setUp();
    const { close } = await openLive(spot);
    open('ETH/USD');
    await clock.advance(1_000);
    close();
    await clock.advance(1_000);
    expect(asked()).toEqual(['subscribe', 'unsubscribe']);
    expect(socket().sent.at(-1)).toMatchObject({
      params: { channel: 'book', symbol: ['BTC/USD'], depth: 500 },
    });
    expect(socket().isClosed).toBe(false);
  });

  it('ask for signs of life in the words of their market, whatever comes in', async () => {
    for (const [script, ping] of [
      [spot, { method: 'ping' }],
      [futures, { event: 'subscribe', feed: 'heartbeat' }],
    ] as const) {
      const { openLive, clock, socket } = setUp();
      await openLive(script);
      for (let i = 0; i < 60; i += 1) {
        await clock.advance(1_000);
        socket().frame('{"channel":"heartbeat"}');
      }
      const pings = socket().sent.filter((each) => each.method === 'ping' || each.feed);
      expect(pings.length).toBeGreaterThanOrEqual(3);
      expect(pings[0]).toMatchObject(ping);
    }
  });

  it('that are refused say why, and are asked for again after ten minutes', async () => {
    for (const script of [spot, futures]) {
      const { open, clock, socket } = setUp();
      const { book } = open(script.symbol);
      socket().opened();
      await clock.advance(1);
      socket().frame(script.refused(JSON.stringify(socket().sent[0])));
      expect(book.states.at(-1)).toMatch(/^failed: (Currency pair|Invalid product)/);
      // The connection stays alive meanwhile.
      for (let i = 0; i < 61; i += 1) {
        await clock.advance(10_000);
        socket().alive();
      }
      const asks = socket().sent.filter((each) => script.request(JSON.stringify(each)) !== 'other');
      expect(asks).toHaveLength(2);
    }
  });

  it('asked for too fast are asked for again, more slowly, without failing', async () => {
    const { open, clock, socket, asked } = setUp();
    const { book } = open('BTC/USD');
    socket().opened();
    await clock.advance(1);
    socket().frame(spot.limited?.(JSON.stringify(socket().sent[0])) ?? '');
    await clock.advance(900);
    expect(asked()).toEqual(['subscribe']);
    await clock.advance(4_000);
    expect([asked(), book.states]).toEqual([['subscribe', 'subscribe'], []]);
  });
});

describe('a spot book', () => {
  it.each([
    [
      'a wrong checksum',
      'checksum',
      spot.withWrongChecksum?.(spot.change(nothing, truth(7, '99.0'))),
    ],
    ['an unasked snapshot', 'gap', spot.snapshot(truth(6, '98.0'))],
    ['a torn frame', 'malformed', spot.change(nothing, truth(7, '99.0')).slice(0, -9)],
  ])('with %s is flagged, and asked for anew after a wait', async (_, reason, frame = '') => {
    const { openLive, clock, socket, asked } = setUp();
    const { book } = await openLive(spot);
    socket().frame(frame);
    socket().frame(spot.change(nothing, truth(7, '99.0')));
    expect([book.flags, asked()]).toEqual([[reason], []]);
    await clock.advance(2_500);
    expect(asked()).toEqual(['unsubscribe', 'subscribe']);
    for (const each of spot.accepted(JSON.stringify(socket().sent.at(-1)))) socket().frame(each);
    socket().frame(spot.snapshot(truth(9, '98.5')));
    expect([book.flagged, [...book.bids]]).toEqual([undefined, [[98.5, 1.5]]]);
  });

  it('that a recorder asked for anew, and the venue confirmed, goes on from its snapshot', async () => {
    const { openLive, socket } = setUp();
    const { book } = await openLive(spot);
    const asked = { method: 'subscribe', params: { depth: 500 }, req_id: 77 };
    for (const frame of spot.accepted(JSON.stringify(asked))) socket().frame(frame);
    socket().frame(spot.snapshot(truth(9, '98.5')));
    expect([book.flags, [...book.bids]]).toEqual([[], [[98.5, 1.5]]]);
    // One confirmation of the venue is valid for one snapshot.
    socket().frame(spot.snapshot(truth(11, '98.0')));
    expect(book.flags).toEqual(['gap']);
  });

  it('whose time steps back is flagged, though its checksum fits', async () => {
    const { openLive, socket } = setUp();
    const { book } = await openLive(spot);
    socket().frame(spot.change(nothing, truth(7, '99.0')));
    expect(book.flags).toEqual([]);
    socket().frame(spot.change(nothing, truth(6, '99.0')));
    expect(book.flags).toEqual(['gap']);
  });

  it('loses the levels that fall out of the depth it was granted', async () => {
    const { open, clock, socket } = setUp();
    const { book } = open('BTC/USD');
    socket().opened();
    await clock.advance(1);
    const sent = JSON.stringify(socket().sent[0]).replace('500', '10');
    for (const each of spot.accepted(sent)) socket().frame(each);
    const asks = Array.from({ length: 10 }, (_, i) => [`${110 + i}.5`, '1.0'] as const);
    socket().frame(spot.snapshot({ id: 1, bids: [], asks }));
    const better = [['109.5', '2.0']] as const;
    const after = { id: 2, bids: [], asks: [...better, ...asks.slice(0, 9)] };
    socket().frame(spot.change({ ...nothing, asks: better }, after));
    expect([book.flags, book.asks.size, book.asks.has(119.5)]).toEqual([[], 10, false]);
  });
});

describe('a futures book', () => {
  const level = (seq: number) =>
    futures.change({ ...nothing, last: seq, bids: [['98.0', '1.0']] }, truth(seq, '99.0'));

  it.each([
    ['a number is missing', level(9)],
    ['the numbers begin anew', futures.snapshot(truth(1, '90.0'))],
  ])('is flagged when %s, and takes the snapshot it asks for', async (_, frame) => {
    const { openLive, clock, socket, asked } = setUp();
    const { book } = await openLive(futures);
    socket().frame(frame);
    expect([book.flags, asked()]).toEqual([['gap'], []]);
    await clock.advance(1_000);
    expect(asked()).toEqual(['unsubscribe', 'subscribe']);
    socket().frame(futures.snapshot(truth(1, '90.0')));
    socket().frame(level(2));
    expect([book.flagged, book.sequence, [...book.bids.keys()]]).toEqual([undefined, 2, [90, 98]]);
  });

  it('drops what is older than its snapshot', async () => {
    const { openLive, socket } = setUp();
    const { book } = await openLive(futures);
    for (const seq of [6, 7, 8, 8]) socket().frame(level(seq));
    expect([book.flags, book.sequence, book.counts.updates]).toEqual([[], 8, 1]);
  });
});

describe('symbols in a recording', () => {
  const symbolsIn = (data: string) =>
    krakenCollector.symbolsIn({ t: 'recv', atMs: 0, venue: 'kraken', conn: 'ws', data }, undefined);

  it('are those of its snapshots', () => {
    expect(symbolsIn(spot.snapshot(truth(1, '9.0')))).toEqual(['BTC/USD']);
    expect(symbolsIn(futures.snapshot(truth(1, '9.0')))).toEqual(['BTC/USD:USD']);
    expect(symbolsIn('[320,{"as":[],"bs":[]},"book-10","XDG/XBT"]')).toEqual(['DOGE/BTC']);
  });

  it.each([
    spot.change(nothing, truth(1, '9.0')),
    '{"channel":"trade","type":"snapshot","data":[{"symbol":"BTC/USD"}]}',
    '{"feed":"book_snapshot","product_id":"IN_XBTUSD","seq":1,"bids":[],"asks":[]}',
    '{"feed":"book_snapshot","product',
    '"snapshot"',
  ])('are not in %s', (data) => expect(symbolsIn(data)).toEqual([]));

  it('are not in other lines', () => {
    const line = {
      t: 'connect',
      atMs: 0,
      venue: 'kraken',
      conn: 'ws',
      url: 'wss://ws.kraken.com',
    } as const;
    expect(krakenCollector.symbolsIn(line, undefined)).toEqual([]);
  });
});
