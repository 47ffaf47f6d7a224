import { describe, expect, it } from 'vitest';
import {
  depth,
  document,
  live,
  setUp,
} from '../../../../../test/support/exchanges/binance/feed.ts';

const refusal = (id: unknown) => JSON.stringify({ error: { code: 2, msg: 'Invalid request' }, id });

describe('a refused subscription', () => {
  it('of a book that is live forgets its place: an older snapshot takes nothing back', async () => {
    const { book, clock, socket, transport } = await live();
    // The quiet probe finds the stream dead; its book is resynced and subscribed again.
    transport.answer = () => document(20);
    await clock.advance(5_000);
    expect([book.flagged, book.sequence]).toEqual([undefined, 20]);
    const asked = socket().sent.at(-1);
    expect(asked?.method).toBe('SUBSCRIBE');

    transport.answer = undefined;
    socket().frame(refusal(asked?.id));
    expect(book.states.at(-1)).toBe('failed: Invalid request (code 2)');
    socket().frame(depth(21, 22));
    socket().frame(depth(23, 30));
    transport.gets.at(-1)?.resolve(document(25));
    await clock.advance(10);
    expect([book.states.at(-1), book.sequence]).toEqual(['live', 30]);
    expect(book.bids.get(99)).toBe(30);
  });

  it('gives up the snapshot that is awaited', async () => {
    const { clock, transport, socket, open } = setUp();
    const { book } = open('BTC/USDT');
    socket().opened();
    await clock.advance(0);
    socket().frame(depth(9, 11));
    expect(transport.gets.length).toBe(1);
    socket().frame(refusal(1));
    expect(transport.gets[0]?.signal.aborted).toBe(true);
    transport.gets[0]?.resolve(document(10));
    await clock.advance(5_000);
    expect([book.states, transport.gets.length]).toEqual([['failed: Invalid request (code 2)'], 1]);
  });

  it('gives up the snapshot that is due', async () => {
    const { clock, transport, socket, open } = setUp();
    open('BTC/USDT');
    socket().opened();
    await clock.advance(0);
    socket().frame(depth(20, 21));
    transport.gets[0]?.resolve(document(10));
    await clock.advance(1);
    socket().frame(refusal(1));
    await clock.advance(5_000);
    expect(transport.gets.length).toBe(1);
  });
});

describe('continuity', () => {
  it('a hole among what was buffered is a gap, healed by a later snapshot', async () => {
    const { clock, transport, socket, open } = setUp();
    const { book } = open('BTC/USDT');
    socket().opened();
    socket().frame(depth(11, 12));
    socket().frame(depth(15, 16));
    transport.gets[0]?.resolve(document(10));
    await clock.advance(1);
    expect([book.sequence, book.flags, book.flagged]).toEqual([12, ['gap'], 'gap']);
    transport.answer = () => document(14);
    await clock.advance(300);
    expect([book.sequence, book.flags, book.flagged]).toEqual([16, ['gap'], undefined]);
  });

  it('keeps a futures event that ends in the very number of the snapshot', async () => {
    const { clock, transport, socket, open } = setUp();
    transport.answer = () => document(10);
    const { book } = open('BTC/USDT:USDT');
    socket().opened();
    socket().frame(depth(9, 10, { pu: 8 }));
    await clock.advance(1);
    expect([book.sequence, book.bids.get(99), book.flags]).toEqual([10, 10, []]);
    socket().frame(depth(11, 12, { pu: 10 }));
    expect([book.sequence, book.flags]).toEqual([12, []]);
  });

  it.each(['BTC/USDT', 'BTC/USDT:USDT'])(
    'whose last number on %s was far too high is found by the next event',
    async (name) => {
      const { clock, transport, socket, open } = setUp();
      transport.answer = () => document(10);
      const { book } = open(name);
      socket().opened();
      socket().frame(depth(11, 12, { pu: 10 }));
      await clock.advance(1);
      socket().frame(depth(13, 9_000_000, { pu: 12 }));
      expect(book.flags).toEqual([]);
      socket().frame(depth(15, 16, { pu: 14 }));
      expect(book.flags).toEqual(['gap']);
    },
  );

  it.each([
    ['reaches back before our last', 11],
    ['follows one we never had', 14],
  ])('a futures event that %s is a gap', async (_, pu) => {
    const { clock, transport, socket, open } = setUp();
    transport.answer = () => document(10);
    const { book } = open('BTC/USDT:USDT');
    socket().opened();
    socket().frame(depth(9, 11, { pu: 8 }));
    await clock.advance(1);
    socket().frame(depth(12, 13, { pu: 11 }));
    expect([book.sequence, book.flags]).toEqual([13, []]);
    socket().frame(depth(15, 16, { pu }));
    expect([book.sequence, book.flags]).toEqual([13, ['gap']]);
  });
});

describe('waits for a snapshot', () => {
  /**
   * Returns a live book after gaps that followed each other closely, so that its waits are long.
   */
  async function flapped() {
    const parts = await live();
    let last = 10;
    /** Loses an update, and returns how long the next snapshot was waited for. */
    const lose = async () => {
      const before = parts.transport.gets.length;
      last += 10;
      parts.transport.answer = () => document(last);
      parts.socket().frame(depth(last, last));
      let waitedMs = 0;
      for (; parts.transport.gets.length === before; waitedMs += 50) await parts.clock.advance(50);
      expect(parts.book.flagged).toBeUndefined();
      return waitedMs;
    };
    for (let i = 0; i < 5; i += 1) await lose();
    return { ...parts, lose };
  }

  it('start small again after a long good time', async () => {
    const { idle, lose } = await flapped();
    await idle(31_000);
    expect(await lose()).toBeLessThanOrEqual(300);
  });

  it('go on growing after a short good time', async () => {
    const { idle, lose } = await flapped();
    await idle(20_000);
    expect(await lose()).toBeGreaterThanOrEqual(4_000);
  });
});
