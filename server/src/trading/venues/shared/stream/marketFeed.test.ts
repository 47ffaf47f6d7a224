import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../../../../test/support/manualClock.ts';
import { createFakeTransport } from '../../../../../test/support/marketData/fakeTransport.ts';
import {
  createPlainFeed,
  plainProtocol,
} from '../../../../../test/support/marketData/plainScript.ts';
import { createRecordingBook } from '../../../../../test/support/marketData/recordingBook.ts';
import { silentLogger } from '../../../../../test/support/silentLogger.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { createMarketFeed } from './marketFeed.ts';
import type { BookStream } from './protocol.ts';

/** Three streams a connection; a ping every 15 s; a connection silent for 35 s is dead. */
function setUp() {
  const clock = createManualClock();
  const transport = createFakeTransport();
  const random = createSeededRandom('market');
  const feed = createPlainFeed({ clock, transport, random, logger: silentLogger });
  const open = (name: string) => {
    const symbol = parseSymbol(name);
    if (!symbol) throw new Error(name);
    const book = createRecordingBook();
    return { book, handle: feed.open(symbol, book) };
  };
  const socket = (at: number) => {
    const found = transport.sockets[at];
    if (!found) throw new Error(`no socket ${at}`);
    return found;
  };
  const frame = (key: string, last: number, full = false) =>
    JSON.stringify({
      key,
      full,
      first: last,
      last,
      bids: [[`${last}`, '1']],
      asks: [['9e9', '1']],
    });
  /** Lets time pass on a connection that answers pings. */
  const idle = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1_000) {
      transport.sockets.at(-1)?.alive();
      await clock.advance(Math.min(left, 1_000));
    }
  };
  const refusal = (key: string) => JSON.stringify({ error: 'no such symbol', keys: [key] });
  /** Returns how often a stream was subscribed to on a socket. */
  const asks = (key: string, at = 0) =>
    socket(at).sent.filter(
      ({ do: what, keys }) => what === 'subscribe' && (keys as string[]).includes(key),
    ).length;
  return { clock, transport, feed, open, socket, frame, idle, refusal, asks };
}

const pairs = ['A/USDT', 'B/USDT', 'C/USDT', 'D/USDT', 'E/USDT'];

describe('the connections of a market', () => {
  it('carry so many streams each, and end with their last', async () => {
    const { clock, transport, open, socket, feed } = setUp();
    const opened = pairs.map(open);
    expect(transport.sockets.length).toBe(2);
    socket(0).opened();
    socket(1).opened();
    await clock.advance(500);
    const named = (at: number) => socket(at).sent.flatMap(({ keys }) => keys);
    expect([named(0), named(1)]).toEqual([pairs.slice(0, 3), pairs.slice(3)]);
    for (const { handle } of opened.slice(3)) handle.close();
    expect([socket(0).isClosed, socket(1).isClosed]).toEqual([false, true]);
    opened[0]?.handle.close();
    open('F/USDT');
    expect(transport.sockets.length).toBe(2);
    await feed.stop();
    expect(clock.pending()).toBe(0);
  });

  it('count what came for each book, and leave alone what nobody opened', async () => {
    const { open, socket, frame } = setUp();
    const { book } = open('A/USDT');
    socket(0).opened();
    socket(0).frame(frame('A/USDT', 5, true));
    socket(0).frame(frame('Z/USDT', 5, true));
    socket(0).frame('{"something":"else"}');
    expect([book.bytes, book.sequence]).toEqual([frame('A/USDT', 5, true).length, 5]);
  });

  it('renew one stuck stream alone while others are heard, however often it fails', async () => {
    const { clock, open, socket, frame, transport } = setUp();
    const stuck = open('A/USDT').book;
    open('B/USDT');
    socket(0).opened();
    for (let i = 1; i < 300; i += 1) {
      await clock.advance(1_000);
      socket(0).frame(frame('B/USDT', i, true));
    }
    expect(stuck.states.at(-1)).toBe('failed: no snapshot within 10000 ms');
    expect(transport.sockets.length).toBe(1);
    const asked = socket(0).sent.filter(
      ({ do: what, keys }) => what === 'subscribe' && JSON.stringify(keys).includes('A/USDT'),
    );
    expect(asked.length).toBeGreaterThan(5);
  });

  it('replace the socket when nobody is heard on it, although it answers pings', async () => {
    const { open, socket, transport, idle } = setUp();
    open('A/USDT');
    socket(0).opened();
    for (let i = 0; i < 300 && transport.sockets.length === 1; i += 1) await idle(1_000);
    expect([socket(0).isClosed, transport.sockets.length]).toEqual([true, 2]);
  });

  it('replace it for the sake of one stream only once until that stream is heard', async () => {
    const { open, socket, transport, frame, idle, asks } = setUp();
    open('A/USDT');
    socket(0).opened();
    for (let i = 0; i < 300 && transport.sockets.length === 1; i += 1) await idle(1_000);
    socket(1).opened();
    await idle(600_000);
    expect([transport.sockets.length, asks('A/USDT', 1) > 10]).toEqual([2, true]);
    socket(1).frame(frame('A/USDT', 5, true));
    socket(1).frame(frame('A/USDT', 9));
    await idle(120_000);
    expect([socket(1).isClosed, transport.sockets.length]).toEqual([true, 3]);
  });

  it('keep a socket on which the broken stream itself is heard', async () => {
    const { open, socket, transport, frame, idle, asks } = setUp();
    const { book } = open('A/USDT');
    socket(0).opened();
    await idle(1_000);
    let answered = 0;
    for (let i = 1; i < 300; i += 1) {
      if (asks('A/USDT') > answered) socket(0).frame(frame('A/USDT', i * 10, true));
      answered = asks('A/USDT');
      socket(0).frame(frame('A/USDT', i * 10 + 5));
      await idle(1_000);
    }
    expect(book.states).toContain('failed: the book fails again and again: gap');
    expect([transport.sockets.length, answered > 8]).toEqual([1, true]);
  });

  it('refuse a name that is open already, and leave the first alone', async () => {
    const { clock, feed, open, socket, frame, idle, asks } = setUp();
    const first = open('A/USDT');
    socket(0).opened();
    await idle(1_000);
    const second = open('A/USDT');
    expect(second.book.states).toEqual(['failed: A/USDT is open already, under another symbol']);
    socket(0).frame(frame('A/USDT', 5, true));
    second.handle.close();
    socket(0).frame(frame('A/USDT', 6));
    await idle(1_000);
    expect([first.book.sequence, second.book.hasData, asks('A/USDT')]).toEqual([6, false, 1]);
    open('B/USDT');
    first.handle.close();
    const third = open('A/USDT');
    await idle(1_000);
    expect([third.book.states, asks('A/USDT')]).toEqual([[], 2]);
    await feed.stop();
    expect(clock.pending()).toBe(0);
  });

  it('ask for a sign of life, busy or not, and give up a socket that sends none', async () => {
    const { clock, open, socket, frame } = setUp();
    const { book } = open('A/USDT');
    socket(0).opened();
    for (let i = 1; i <= 40; i += 1) {
      socket(0).frame(frame('A/USDT', i, true));
      await clock.advance(1_000);
    }
    expect(socket(0).sent.filter(({ do: what }) => what === 'ping').length).toBe(2);
    await clock.advance(36_000);
    expect(socket(0).isClosed).toBe(true);
    expect(book.states).toContain('reconnecting: silent for 35000 ms');
  });

  it('ask for it a little later when something else has just been said', async () => {
    const { clock, open, socket, frame } = setUp();
    open('A/USDT');
    socket(0).opened();
    socket(0).frame(frame('A/USDT', 5, true));
    await clock.advance(14_950);
    open('B/USDT');
    await clock.advance(600);
    expect(socket(0).sent.map(({ do: what }) => what)).toEqual(['subscribe', 'subscribe', 'ping']);
  });

  it('leave a venue that says goodbye', async () => {
    const { clock, open, socket, transport } = setUp();
    const { book } = open('A/USDT');
    socket(0).opened();
    socket(0).frame('{"bye":true}');
    await clock.advance(1_000);
    expect([socket(0).isClosed, transport.sockets.length, book.flags]).toEqual([true, 2, []]);
  });
});

describe('a stream that was refused', () => {
  const tenMinutes = 600_000;

  async function refused() {
    const parts = setUp();
    const bad = parts.open('A/USDT');
    const good = parts.open('B/USDT');
    parts.socket(0).opened();
    await parts.idle(1_000);
    parts.socket(0).frame(parts.frame('B/USDT', 5, true));
    parts.socket(0).frame(parts.refusal('A/USDT'));
    await parts.idle(4_000);
    return { ...parts, bad, good };
  }

  it('is asked for again after ten minutes', async () => {
    const { bad, idle, asks } = await refused();
    expect(bad.book.states).toEqual(['failed: no such symbol']);
    await idle(tenMinutes - 10_000);
    expect(asks('A/USDT')).toBe(1);
    await idle(10_000);
    expect(asks('A/USDT')).toBe(2);
  });

  it('and closed is forgotten, so that another of its name has its own time', async () => {
    const { bad, clock, idle, open, socket, refusal, asks } = await refused();
    bad.handle.close();
    await idle(5_000);
    // Only the feed's own beat is scheduled.
    expect(clock.pending()).toBe(1);
    await idle(tenMinutes / 2);
    open('A/USDT');
    await idle(1_000);
    socket(0).frame(refusal('A/USDT'));
    await idle(tenMinutes - 20_000);
    expect(asks('A/USDT')).toBe(2);
    await idle(20_000);
    expect(asks('A/USDT')).toBe(3);
  });

  it('but comes nonetheless is not asked for again', async () => {
    const { bad, clock, idle, socket, frame, asks } = await refused();
    socket(0).frame(frame('A/USDT', 5, true));
    expect([bad.book.states.at(-1), clock.pending()]).toEqual(['live', 1]);
    await idle(tenMinutes + 10_000);
    expect(asks('A/USDT')).toBe(1);
  });

  it('and is refused once more waits from then on', async () => {
    const { idle, socket, refusal, asks } = await refused();
    await idle(tenMinutes / 2);
    socket(0).frame(refusal('A/USDT'));
    await idle(tenMinutes - 10_000);
    expect(asks('A/USDT')).toBe(1);
    await idle(20_000);
    expect(asks('A/USDT')).toBe(2);
  });

  it('and closed before the answer came is not asked for again', async () => {
    const { clock, open, socket, asks } = setUp();
    const bad = open('A/USDT');
    open('B/USDT');
    socket(0).opened();
    await clock.advance(0);
    bad.handle.close();
    socket(0).frame(JSON.stringify({ error: 'too fast', id: 1 }));
    await clock.advance(5_000);
    expect([asks('A/USDT'), asks('B/USDT')]).toEqual([1, 2]);
  });

  it('leaves nothing behind when its market stops', async () => {
    const { clock, transport, socket, refusal } = setUp();
    const random = createSeededRandom('market');
    const deps = { clock, transport, random, logger: silentLogger };
    const market = createMarketFeed({ ...deps, protocol: plainProtocol });
    const told: string[] = [];
    const stream: BookStream<unknown> = {
      key: 'A/USDT',
      subscribed: () => undefined,
      message: () => undefined,
      received: () => undefined,
      malformed: () => undefined,
      disconnected: () => undefined,
      refused: (reason) => told.push(reason),
      beat: () => undefined,
      close: () => told.push('closed'),
    };
    market.open('A/USDT', () => stream);
    socket(0).opened();
    await clock.advance(1_000);
    socket(0).frame(refusal('A/USDT'));
    market.stop();
    expect([told, clock.pending()]).toEqual([['no such symbol', 'closed'], 0]);
  });

  it.each<[string, (parts: Awaited<ReturnType<typeof refused>>) => unknown]>([
    ['the feed stops', ({ feed }) => feed.stop()],
    [
      'its books close',
      ({ bad, good }) => {
        good.handle.close();
        bad.handle.close();
      },
    ],
  ])('leaves nothing behind when %s', async (_, end) => {
    const parts = await refused();
    await end(parts);
    expect(parts.clock.pending()).toBe(0);
  });
});
