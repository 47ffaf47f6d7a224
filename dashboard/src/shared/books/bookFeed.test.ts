import { ApiError, type BookEvent } from '@windlass/client';
import { describe, expect, it, vi } from 'vitest';
import { testBook } from '../../../test/support/books.ts';
import { createBookFeed } from './bookFeed.ts';

function setUp() {
  const frames = new Map<number, () => void>();
  const waits = new Map<number, () => void>();
  let heard: (event: BookEvent) => void = () => undefined;
  let count = 0;
  let nowMs = 0;
  const counts = { watched: 0, closed: 0 };
  const feed = createBookFeed({
    watch(listener) {
      counts.watched += 1;
      heard = listener;
      return {
        close() {
          counts.closed += 1;
        },
      };
    },
    now: () => nowMs,
    requestFrame(draw) {
      frames.set(++count, draw);
      return count;
    },
    cancelFrame: (id) => void frames.delete(id),
    after(_delayMs, act) {
      const id = ++count;
      waits.set(id, act);
      return () => void waits.delete(id);
    },
  });
  const run = (from: Map<number, () => void>) => {
    const due = [...from.values()];
    from.clear();
    for (const act of due) act();
  };
  return {
    feed,
    counts,
    frames,
    waits,
    setNow(ms: number) {
      nowMs = ms;
    },
    hear: (venue: string) => heard({ type: 'book', book: testBook(venue).book }),
    drawFrame: () => run(frames),
    passTime: () => run(waits),
  };
}

describe('a feed of books', () => {
  it('tells of many changes once, in a frame, with all of them', () => {
    const { feed, hear, drawFrame, frames } = setUp();
    const told = vi.fn();
    feed.subscribe(told);
    for (const venue of ['kraken', 'bybit', 'kraken']) hear(venue);
    expect([frames.size, told.mock.calls.length, feed.read().venues.size]).toEqual([1, 0, 0]);
    drawFrame();
    expect(told).toHaveBeenCalledTimes(1);
    expect([...feed.read().venues.keys()]).toEqual(['kraken', 'bybit']);
  });

  it('rests a beat between two tellings, and forgets nothing meanwhile', () => {
    const { feed, hear, drawFrame, passTime, frames } = setUp();
    const told = vi.fn();
    feed.subscribe(told);
    hear('kraken');
    drawFrame();
    hear('bybit');
    expect(frames.size).toBe(0);
    passTime();
    drawFrame();
    expect(told).toHaveBeenCalledTimes(2);
    expect(feed.read().venues.size).toBe(2);
  });

  it('piles nothing up while no frame is drawn, as in a hidden tab', () => {
    const { feed, hear, frames, waits } = setUp();
    feed.subscribe(() => undefined);
    for (let update = 0; update < 1_000; update += 1) hear('kraken');
    expect([frames.size, waits.size]).toEqual([1, 0]);
  });

  it('shares one watch, and closes it a while after the last has left', () => {
    const { feed, counts, hear, drawFrame, passTime } = setUp();
    const leave = feed.subscribe(() => undefined);
    const leaveToo = feed.subscribe(() => undefined);
    hear('kraken');
    drawFrame();
    leave();
    leaveToo();
    expect(counts).toEqual({ watched: 1, closed: 0 });
    passTime();
    expect(counts).toEqual({ watched: 1, closed: 1 });
    expect(feed.read().venues.size).toBe(0);
  });

  it('goes on as it was for whoever comes back at once', () => {
    const { feed, counts, hear, drawFrame, passTime } = setUp();
    const leave = feed.subscribe(() => undefined);
    hear('kraken');
    drawFrame();
    leave();
    feed.subscribe(() => undefined);
    passTime();
    expect(counts).toEqual({ watched: 1, closed: 0 });
    expect(feed.read().venues.size).toBe(1);
  });

  it('publishes the same books anew while it hears nothing: their age is another', () => {
    const { feed, hear, drawFrame, passTime, setNow } = setUp();
    const told = vi.fn();
    feed.subscribe(told);
    hear('kraken');
    drawFrame();
    const first = feed.read();
    setNow(1_000);
    passTime();
    drawFrame();
    expect(told).toHaveBeenCalledTimes(2);
    expect(feed.read().venues).toBe(first.venues);
    expect([first.atMs, feed.read().atMs]).toEqual([0, 1_000]);
  });

  it('says why it was refused', () => {
    const { feed, drawFrame } = setUp();
    feed.subscribe(() => undefined);
    feed.refuse(new ApiError('STREAM_REFUSED', 'not listed'));
    drawFrame();
    expect(feed.read().refusal?.message).toBe('not listed');
  });
});
