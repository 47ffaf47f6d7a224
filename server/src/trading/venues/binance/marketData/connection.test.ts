import { describe, expect, it } from 'vitest';
import {
  depth,
  document,
  live,
  setUp,
} from '../../../../../test/support/exchanges/binance/feed.ts';
import { TransportError } from '../../transportPort.ts';

describe('the connection', () => {
  it('comes back after a loss, with waits that grow, and resyncs without counting a gap', async () => {
    const { book, socket, clock, transport } = await live();
    socket().closed('reset');
    expect([book.states.at(-1), book.flagged]).toEqual(['reconnecting: reset', 'disconnected']);
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
    expect([book.states.at(-1), book.sequence, book.flagged]).toEqual(['live', 51, undefined]);
    // Late messages of the lost socket no longer count.
    socket(0).frame(depth(90, 91));
    expect(book.flags).toEqual(['disconnected']);
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
    expect(book.flags).toEqual(['disconnected']);
  });

  it.each([
    ['start small again after one that held long', 61_000, 0, 1_000],
    ['go on growing after one that held a moment', 30_000, 8_000, 60_000],
  ])('waits between attempts %s', async (_, heldMs, waitMsMin, waitMsMax) => {
    const { clock, idle, open, transport } = setUp();
    open('BTC/USDT');
    /** Ends the newest socket, and returns how long the next was waited for. */
    const end = async () => {
      const before = transport.sockets.length;
      transport.sockets.at(-1)?.closed('reset');
      let waitedMs = 0;
      for (; transport.sockets.length === before; waitedMs += 100) await clock.advance(100);
      return waitedMs;
    };
    for (let i = 0; i < 4; i += 1) await end();
    transport.sockets.at(-1)?.opened();
    await idle(heldMs);
    const waitedMs = await end();
    expect(waitedMs).toBeGreaterThanOrEqual(waitMsMin);
    expect(waitedMs).toBeLessThanOrEqual(waitMsMax);
  });

  it.each([
    ['the feed stops', (parts: Awaited<ReturnType<typeof live>>) => parts.feed.stop()],
    ['its last book closes', (parts: Awaited<ReturnType<typeof live>>) => parts.handle.close()],
  ])('is not opened again when %s between two attempts', async (_, stop) => {
    const parts = await live();
    parts.socket().closed('reset');
    await stop(parts);
    expect(parts.clock.pending()).toBe(0);
    await parts.clock.advance(120_000);
    expect(parts.transport.sockets.length).toBe(1);
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

  it('learns nothing from two documents older than itself', async () => {
    const { book, clock, transport } = await live();
    transport.answer = () => document(9);
    await clock.advance(4_000);
    expect([book.counts.alive, book.flags]).toEqual([0, []]);
    expect(transport.gets.length).toBe(3);
    transport.answer = () => document(10);
    await clock.advance(2_000);
    expect([book.counts.alive > 0, book.flags]).toEqual([true, []]);
  });

  it('that is ahead of every document has a wrong number: flagged, and loaded anew', async () => {
    const { book, clock, transport } = await live();
    transport.answer = () => document(9);
    await clock.advance(10_000);
    expect([book.flags, book.flagged, book.sequence]).toEqual([['gap'], undefined, 9]);
  });

  it('without proof ages in silence', async () => {
    const { book, clock, transport } = await live();
    transport.answer = () => new TransportError('no answer');
    await clock.advance(14_000);
    expect([book.counts.alive, book.flags]).toEqual([0, []]);
    expect(transport.gets.length).toBeLessThan(8);
  });
});
