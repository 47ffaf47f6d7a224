import { describe, expect, it } from 'vitest';
import { createFakeTransport } from '../../../../../test/support/fakeTransport.ts';
import { createRecordingBook } from '../../../../../test/support/recordingBook.ts';
import { createPlainFeed } from '../../../../../test/support/scripts/plainScript.ts';
import { silentLogger } from '../../../../kit/logger.ts';
import { createManualClock } from '../../../../kit/manualClock.ts';
import { createSeededRandom } from '../../../../kit/random.ts';
import { parseSymbol } from '../../../model/symbol.ts';

/** Three streams a connection; a ping every 15 s; silent for 35 s is dead. */
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
  return { clock, transport, feed, open, socket, frame };
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
    const { clock, open, socket, transport } = setUp();
    open('A/USDT');
    socket(0).opened();
    for (let i = 0; i < 300 && transport.sockets.length === 1; i += 1) {
      await clock.advance(1_000);
      socket(0).alive();
    }
    expect([socket(0).isClosed, transport.sockets.length]).toEqual([true, 2]);
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

  it('leave a venue that says goodbye', async () => {
    const { clock, open, socket, transport } = setUp();
    const { book } = open('A/USDT');
    socket(0).opened();
    socket(0).frame('{"bye":true}');
    await clock.advance(1_000);
    expect([socket(0).isClosed, transport.sockets.length, book.flags]).toEqual([true, 2, []]);
  });
});
