import { describe, expect, it } from 'vitest';
import { createFakeTransport } from '../../../../test/support/fakeTransport.ts';
import { createRecordingBook, rows } from '../../../../test/support/recordingBook.ts';
import { silentLogger } from '../../../kit/logger.ts';
import { createManualClock } from '../../../kit/manualClock.ts';
import { createSeededRandom } from '../../../kit/random.ts';
import { type InstrumentSymbol, parseSymbol } from '../../model/symbol.ts';
import { RetryAfter } from '../shared/retryAfter.ts';
import { TransportError } from '../transportPort.ts';
import { createBinanceFeed } from './feed.ts';

function symbol(text: string): InstrumentSymbol {
  const parsed = parseSymbol(text);
  if (!parsed) throw new Error(`${text} is no symbol`);
  return parsed;
}

function setUp() {
  const clock = createManualClock();
  const transport = createFakeTransport();
  const random = createSeededRandom('feed');
  const feed = createBinanceFeed({ transport, clock, random, logger: silentLogger });
  const socket = (index = 0) => {
    const found = transport.sockets[index];
    if (!found) throw new Error(`no socket ${index}`);
    return found;
  };
  const open = (text: string) => {
    const book = createRecordingBook();
    return { book, handle: feed.open(symbol(text), book) };
  };
  /** Time on a connection that only pings. */
  const idle = async (ms: number) => {
    for (let left = ms; left > 0; left -= 10_000) {
      for (const each of transport.sockets) each.alive();
      await clock.advance(Math.min(left, 10_000));
    }
  };
  return { clock, transport, feed, socket, open, idle };
}

const document = (lastUpdateId: number, bid = '100', ask = '101') =>
  JSON.stringify({ lastUpdateId, bids: [[bid, '1']], asks: [[ask, '1']] });

const depth = (U: number, u: number, more: Record<string, unknown> = {}) =>
  JSON.stringify({
    stream: 'btcusdt@depth@100ms',
    data: { e: 'depthUpdate', E: 5, s: 'BTCUSDT', U, u, b: [['99', `${u}`]], a: [], ...more },
  });

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
    await clock.advance(1_000);
    expect(
      socket()
        .sent.slice(1)
        .map(({ params }) => params),
    ).toEqual([['btcusdt@depth@100ms'], ['nopeusdt@depth@100ms']]);
    socket().frame(JSON.stringify({ result: null, id: 2 }));
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

/** A spot book that is live at number 10. */
async function live() {
  const parts = setUp();
  const { book, handle } = parts.open('BTC/USDT');
  parts.socket().opened();
  await parts.clock.advance(0);
  parts.transport.answer = () => document(10);
  parts.socket().frame(JSON.stringify({ result: null, id: 1 }));
  await parts.clock.advance(0);
  expect(book.states).toEqual(['live']);
  return { ...parts, book, handle };
}

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
    [429, new RetryAfter(90_000), '', 90_000],
    [429, undefined, '', 60_000],
    [418, undefined, '{"code":-1003,"msg":"IP banned until 1700000200000."}', 199_000],
    [418, undefined, '', 300_000],
  ])(
    'after a %i nothing is asked of the host until it allows it',
    async (status, cause, body, waitMs) => {
      const { clock, transport, socket, open, idle } = setUp();
      transport.answer = () => new TransportError('limited', { status, body, cause });
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

  it('stay within the weight of a minute', async () => {
    const { clock, transport, socket, open, idle } = setUp();
    transport.answer = () => undefined;
    for (let i = 0; i < 100; i += 1) open(`A${i}/USDT`);
    socket().opened();
    await clock.advance(3_000);
    expect(transport.gets.length * 250).toBeLessThanOrEqual(3_250);
    await idle(60_000);
    expect(transport.gets.length * 250).toBeLessThanOrEqual(6_500);
    expect(transport.gets.length).toBeGreaterThan(20);
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

describe('the connection', () => {
  it('comes back after a loss, with waits that grow, and resyncs without counting a gap', async () => {
    const { book, socket, clock, transport } = await live();
    socket().closed('reset');
    expect(book.states.at(-1)).toBe('reconnecting: reset');
    await clock.advance(1_000);
    socket(1).closed('refused');
    await clock.advance(900);
    expect(transport.sockets.length).toBe(2);
    await clock.advance(1_100);
    transport.answer = () => document(50);
    socket(2).opened();
    await clock.advance(0);
    socket(2).frame(depth(48, 51));
    await clock.advance(10);
    expect([book.states.at(-1), book.sequence, book.flags]).toEqual(['live', 51, []]);
    // Late words of the lost socket no longer count.
    socket(0).frame(depth(90, 91));
    expect(book.flags).toEqual([]);
  });

  it('that cannot be had fails its books, and goes on trying', async () => {
    const { clock, transport, open } = setUp();
    const { book } = open('BTC/USDT');
    let seen = 0;
    for (let i = 0; i < 300; i += 1) {
      while (seen < transport.sockets.length) transport.sockets[seen++]?.closed('no route');
      await clock.advance(1_000);
    }
    expect(book.states.at(-1)).toBe('failed: no route');
    expect(transport.sockets.length).toBeGreaterThan(8);
    expect(transport.sockets.length).toBeLessThan(16);
  });

  it('that falls silent is asked for a sign of life, then replaced', async () => {
    const { book, socket, clock, transport } = await live();
    transport.answer = () => undefined;
    await clock.advance(20_000);
    expect(socket().sent.at(-1)?.method).toBe('LIST_SUBSCRIPTIONS');
    expect(transport.sockets.length).toBe(1);
    await clock.advance(17_000);
    expect(socket().isClosed).toBe(true);
    expect(transport.sockets.length).toBe(2);
    expect(book.states.at(-1)).toBe('reconnecting: silent for 35000 ms');
  });

  it('that only pings lives on', async () => {
    const { socket, clock, transport } = await live();
    for (let i = 0; i < 20; i += 1) {
      await clock.advance(20_000);
      socket().alive();
    }
    expect(transport.sockets.length).toBe(1);
  });

  it('is renewed before its day is over', async () => {
    const { clock, transport, socket } = await live();
    const hours = async (count: number) => {
      for (let i = 0; i < count * 120; i += 1) {
        socket().alive();
        await clock.advance(30_000);
      }
    };
    await hours(22);
    expect(transport.sockets.length).toBe(1);
    await hours(1);
    expect(transport.sockets.length).toBeGreaterThan(1);
  });

  it('leaves a server that announces its shutdown', async () => {
    const { book, clock, socket, transport } = await live();
    socket().frame('{"e":"serverShutdown","E":1}');
    await clock.advance(1_000);
    expect([socket().isClosed, transport.sockets.length]).toEqual([true, 2]);
    expect(book.flags).toEqual([]);
  });

  it('stop leaves nothing behind', async () => {
    const { clock, feed, socket } = await live();
    await feed.stop();
    expect([socket().isClosed, clock.pending()]).toEqual([true, 0]);
  });
});

describe('a book without news', () => {
  it('is proved current by the venue’s own number, before it would be unusable', async () => {
    const { book, clock, transport } = await live();
    await clock.advance(1_400);
    expect(book.counts.alive).toBe(0);
    await clock.advance(600);
    expect([book.counts.alive, book.flags]).toEqual([1, []]);
    await clock.advance(10_000);
    expect(book.counts.alive).toBeGreaterThanOrEqual(5);
    expect(transport.gets.at(-1)?.url).toMatch(/limit=100$/);
  });

  it('whose stream died is flagged, subscribed anew and resynced; then the socket is replaced', async () => {
    const { book, clock, socket, transport } = await live();
    transport.answer = () => document(11);
    await clock.advance(5_000);
    expect(book.flags).toEqual(['gap']);
    expect(
      socket()
        .sent.slice(-2)
        .map(({ method }) => method),
    ).toEqual(['UNSUBSCRIBE', 'SUBSCRIBE']);
    expect([book.flagged, book.sequence]).toEqual([undefined, 11]);
    transport.answer = () => document(12);
    await clock.advance(6_000);
    expect(book.flags).toEqual(['gap', 'gap']);
    expect(socket().isClosed).toBe(true);
  });

  it('that was only behind is left alone', async () => {
    const { book, clock, socket, transport } = await live();
    transport.answer = () => document(12);
    await clock.advance(2_100);
    socket().frame(depth(11, 12));
    await clock.advance(1_500);
    expect([book.flags, book.sequence]).toEqual([[], 12]);
  });

  it('without proof ages in silence', async () => {
    const { book, clock, transport } = await live();
    transport.answer = () => new TransportError('no answer');
    await clock.advance(14_000);
    expect([book.counts.alive, book.flags]).toEqual([0, []]);
    expect(transport.gets.length).toBeLessThan(8);
  });
});
