import { describe, expect, it } from 'vitest';
import {
  depth,
  document,
  live,
  setUp,
  symbol,
} from '../../../../../test/support/exchanges/binance/feed.ts';
import { rows } from '../../../../../test/support/marketData/recordingBook.ts';
import { TransportError } from '../../transportPort.ts';

describe('subscribing', () => {
  it('carries many symbols of a market on one connection, in one paced batch', async () => {
    const { clock, socket, open, transport } = setUp();
    for (let i = 0; i < 60; i += 1) open(`A${i}/USDT`);
    open('BTC/USDT:USDT');
    open('BTC/USD:BTC');
    expect(transport.sockets.map(({ url }) => url)).toEqual([
      'wss://stream.binance.com:9443/stream',
      'wss://fstream.binance.com/public/stream',
      'wss://dstream.binance.com/stream',
    ]);
    for (const each of transport.sockets) each.opened();
    await clock.advance(0);
    expect(socket(0).sent.map(({ params }) => (params as string[]).length)).toEqual([50]);
    await clock.advance(300);
    expect(socket(0).sent.map(({ params }) => (params as string[]).length)).toEqual([50, 10]);
    expect(socket(1).sent[0]?.params).toEqual(['btcusdt@depth@100ms']);
    expect(socket(2).sent[0]?.params).toEqual(['btcusd_perp@depth@100ms']);
  });

  it('opens a second connection past the streams of one', () => {
    const { open, transport } = setUp();
    for (let i = 0; i < 201; i += 1) open(`A${i}/USDT`);
    expect(transport.sockets.length).toBe(2);
  });

  it('says at most five things a second, however many symbols come and go', async () => {
    const { clock, socket, open } = setUp();
    open('BTC/USDT');
    socket().opened();
    for (let i = 0; i < 100; i += 1) {
      const { handle } = open(`A${i}/USDT`);
      await clock.advance(20);
      handle.close();
    }
    expect(socket().sent.length).toBeLessThanOrEqual(2_000 / 300 + 1);
  });

  it('fails a symbol whose subscription is refused, alone, and tries again much later', async () => {
    const { clock, socket, open, idle } = setUp();
    const good = open('BTC/USDT').book;
    const bad = open('NOPE/USDT').book;
    socket().opened();
    await clock.advance(0);
    const error = { code: 2, msg: 'Invalid request' };
    socket().frame(JSON.stringify({ error, id: 1 }));
    const names = () => socket().sent.map(({ params }) => params);
    await clock.advance(1_000);
    // The second waits for the answer to the first, as not every venue says which one it means.
    expect(names().slice(1)).toEqual([['btcusdt@depth@100ms']]);
    socket().frame(JSON.stringify({ result: null, id: 2 }));
    await clock.advance(1_000);
    expect(names().slice(2)).toEqual([['nopeusdt@depth@100ms']]);
    socket().frame(JSON.stringify({ error, id: 3 }));
    expect(bad.states).toEqual(['failed: Invalid request (code 2)']);
    expect(good.states).toEqual([]);
    await idle(601_000);
    const asked = socket().sent.filter(({ method }) => method === 'SUBSCRIBE');
    expect(asked.at(-1)?.params).toEqual(['nopeusdt@depth@100ms']);
    expect(asked.length).toBe(4);
  });

  it('gives a closed symbol back, and the connection with the last', async () => {
    const { clock, socket, open } = setUp();
    const first = open('BTC/USDT');
    const second = open('ETH/USDT');
    socket().opened();
    await clock.advance(0);
    first.handle.close();
    first.handle.close();
    await clock.advance(1_000);
    expect(socket().sent.at(-1)).toMatchObject({
      method: 'UNSUBSCRIBE',
      params: ['btcusdt@depth@100ms'],
    });
    expect(socket().isClosed).toBe(false);
    second.handle.close();
    expect(socket().isClosed).toBe(true);
    expect(clock.pending()).toBe(0);
  });

  it('knows which shapes the venue cannot have', () => {
    const { feed, open } = setUp();
    const answers = ['BTC/USDT', 'BTC/USD:BTC-261225', 'BTC/USD:USD', 'BTC/USDT:BTC', 'BTC/BTC'];
    expect(answers.map((text) => feed.lists(symbol(text)))).toEqual([
      'unknown',
      'unknown',
      'no',
      'no',
      'no',
    ]);
    expect(open('BTC/USD:USD').book.states).toEqual([
      'failed: BTC/USD:USD is not a symbol of this venue',
    ]);
  });
});

describe('snapshots', () => {
  it('one older than the stream is asked for again, and nothing of it is shown (F11)', async () => {
    const { clock, transport, socket, open } = setUp();
    const { book } = open('BTC/USDT');
    socket().opened();
    socket().frame(depth(20, 25));
    transport.gets[0]?.resolve(document(10));
    await clock.advance(10);
    expect(book.counts.snapshots).toBe(0);
    await clock.advance(1_000);
    transport.gets[1]?.resolve(document(22));
    await clock.advance(10);
    expect([book.sequence, book.flags, book.counts]).toEqual([
      25,
      [],
      { snapshots: 1, updates: 1, alive: 0 },
    ]);
    expect(transport.gets.map(({ url }) => url)).toEqual([
      'https://api.binance.com/api/v3/depth?symbol=BTCUSDT&limit=5000',
      'https://api.binance.com/api/v3/depth?symbol=BTCUSDT&limit=5000',
    ]);
  });

  it('buffers while one is late, and starts over when too much comes before it', async () => {
    const { clock, transport, socket, open } = setUp();
    const { book } = open('BTC/USDT');
    socket().opened();
    for (let u = 1; u <= 1_500; u += 1) socket().frame(depth(u, u));
    transport.gets[0]?.resolve(document(900));
    await clock.advance(10);
    expect(book.counts.snapshots).toBe(0);
    await clock.advance(1_000);
    transport.gets[1]?.resolve(document(1_200));
    await clock.advance(10);
    expect([book.sequence, book.counts.updates]).toEqual([1_500, 300]);
  });

  it('one that fails is retried with growing waits; then the book counts as not to be had', async () => {
    const { transport, socket, open, idle } = setUp();
    transport.answer = () => new TransportError('no answer');
    const { book } = open('BTC/USDT');
    socket().opened();
    socket().frame(depth(1, 2));
    await idle(20_000);
    expect(transport.gets.length).toBeLessThan(9);
    expect(book.states.slice(0, 2)).toEqual(['reconnecting: no answer', 'reconnecting: no answer']);
    expect(book.states.at(-1)).toBe('failed: no answer');
    transport.answer = () => document(2);
    await idle(31_000);
    expect(book.states.at(-1)).toBe('live');
  });

  it.each([
    [429, { retryAfterMs: 90_000 }, '', 90_000],
    [429, {}, '', 60_000],
    [418, {}, '{"code":-1003,"msg":"IP banned until 1700000200000."}', 199_000],
    [418, {}, '', 300_000],
  ])(
    'after a %i nothing is asked of the host until it allows it',
    async (status, told, body, waitMs) => {
      const { clock, transport, socket, open, idle } = setUp();
      transport.answer = () => new TransportError('limited', { status, body, ...told });
      open('BTC/USDT');
      open('ETH/USDT');
      socket().opened();
      await clock.advance(1);
      socket().frame(depth(1, 2));
      await idle(waitMs - 1_000);
      expect(transport.gets.length).toBe(1);
      await idle(40_000);
      expect(transport.gets.length).toBeGreaterThan(1);
    },
  );

  it('an unknown symbol fails with the venue’s words and is left alone for ten minutes', async () => {
    const { transport, socket, open, idle } = setUp();
    const body = '{"code":-1121,"msg":"Invalid symbol."}';
    transport.answer = () => new TransportError('status 400', { status: 400, body });
    const { book } = open('BTC/USDT');
    socket().opened();
    socket().frame(depth(1, 2));
    await idle(590_000);
    expect(book.states).toEqual(['failed: Invalid symbol. (code -1121)']);
    expect(transport.gets.length).toBe(1);
    await idle(20_000);
    expect(transport.gets.length).toBe(2);
  });

  it('stay within the weight of a minute, and reach less far while many wait', async () => {
    const { clock, transport, socket, open, idle } = setUp();
    const weights = new Map([
      ['5000', 250],
      ['1000', 50],
    ]);
    const spent = () =>
      transport.gets
        .map(({ url }) => weights.get(new URL(url).searchParams.get('limit') ?? '') ?? Number.NaN)
        .reduce((sum, weight) => sum + weight, 0);
    for (let i = 0; i < 100; i += 1) open(`A${i}/USDT`);
    socket().opened();
    await clock.advance(3_000);
    expect(transport.gets[0]?.url).toMatch(/limit=5000$/);
    expect(transport.gets.at(-1)?.url).toMatch(/limit=1000$/);
    expect(spent()).toBeLessThanOrEqual(3_150);
    await idle(75_000);
    expect(transport.gets.length).toBe(100);
    expect(spent()).toBeLessThanOrEqual(3_000 + 78 * 50);
  });
});

describe('frames', () => {
  it.each([
    ['{"stream":"btcusdt@depth@100ms","data":{"e":"depthUpd', 'a torn frame'],
    ['not JSON at all', 'a frame that is no JSON'],
    [depth(11, 12, { b: 'x' }), 'levels that are no list'],
    [depth(11, 12, { b: [null] }), 'a level that is no pair'],
    [depth(12, 11), 'numbers that run backwards'],
    ['{"stream":"btcusdt@depth@100ms","data":{"e":"other"}}', 'a depth stream with other news'],
  ])('%s flags the book and asks for a new snapshot', async (text) => {
    const { book, socket, clock, transport } = await live();
    socket().frame(text);
    expect(book.flags).toEqual(['malformed']);
    transport.answer = () => document(12);
    await clock.advance(300);
    expect([book.flagged, book.sequence]).toEqual([undefined, 12]);
  });

  it('a torn trade is nobody’s loss', async () => {
    const { book, socket } = await live();
    socket().frame('{"stream":"btcusdt@trade","data":{"e":"tra');
    expect(book.flags).toEqual([]);
  });

  it('bare events, without the wrapping of a combined stream, count too', async () => {
    const { book, socket } = await live();
    socket().frame(JSON.stringify(JSON.parse(depth(11, 11)).data));
    expect(book.sequence).toBe(11);
  });

  it('a book that crosses is resynced', async () => {
    const { book, socket, clock, transport } = await live();
    socket().frame(depth(11, 11, { b: [['105', '1']] }));
    expect(book.flagged).toBe('crossed');
    transport.answer = () => document(11, '98');
    await clock.advance(300);
    expect([book.flagged, rows(book.bids)]).toEqual([undefined, [[98, 1]]]);
  });

  it('a flapping book waits longer each time', async () => {
    const { socket, clock, transport } = await live();
    for (let i = 0; i < 100; i += 1) {
      socket().frame(depth(1_000 * i + 500, 1_000 * i + 501));
      await clock.advance(100);
    }
    expect(transport.gets.length).toBeLessThan(9);
  });

  it('coin-margined sizes become base units', async () => {
    const { clock, transport, socket, open } = setUp();
    transport.answer = () => document(10, '50000', '50001');
    const { book } = open('BTC/USD:BTC');
    socket().opened();
    const levels = { s: 'BTCUSD_PERP', pu: 9, b: [['40000', '4']] };
    socket().frame(depth(9, 11, levels));
    await clock.advance(1);
    expect(rows(book.bids)).toEqual([
      [40_000, 0.01],
      [50_000, 0.002],
    ]);
  });

  it('a futures event must say which one it follows', async () => {
    const { socket, open } = setUp();
    const { book } = open('BTC/USDT:USDT');
    socket().opened();
    socket().frame(depth(9, 11));
    expect(book.flags).toEqual(['malformed']);
  });
});
