import { describe, expect, it } from 'vitest';
import { testBook } from '../../test/support/books.ts';
import { selectVenues } from '../features/market/selection.ts';
import { bestOf } from '../features/market/view.ts';
import { quotesOf } from '../features/trade/quotes.ts';
import { createBookFeed } from '../shared/books/bookFeed.ts';
import { spreadOf, topOf } from '../shared/books/quotes.ts';

const none: ReadonlySet<string> = new Set();

describe('the pictures of a feed', () => {
  it('give headline, ladder and ticket one mid in each of 1,000 frames', () => {
    const venues = ['binance', 'bybit', 'gateio', 'kraken'];
    let nowMs = 0;
    let hear: Parameters<Parameters<typeof createBookFeed>[0]['watch']>[0] = () => undefined;
    let frame: (() => void) | undefined;
    const feed = createBookFeed({
      watch(heard) {
        hear = heard;
        return { close: () => undefined };
      },
      now: () => nowMs,
      requestFrame(draw) {
        frame = draw;
        return 1;
      },
      cancelFrame: () => undefined,
      after(_delayMs, act) {
        act();
        return () => undefined;
      },
    });
    const seen: (readonly (number | undefined)[])[] = [];
    const mid = (top: ReturnType<typeof bestOf>) => spreadOf(top)?.mid;
    const mids: (number | undefined)[] = [];
    const draw = (panel: () => number | undefined) => feed.subscribe(() => mids.push(panel()));
    draw(() => mid(bestOf(feed.read(), none)));
    // A book that arrives while the panels draw belongs to the next picture.
    feed.subscribe(() => hear({ type: 'book', book: testBook('kraken', { bids: [[1, 1]] }).book }));
    draw(() => mid(topOf(feed.read(), selectVenues(feed.read(), none).shown)));
    draw(() => mid(quotesOf(feed.read(), undefined)));
    hear({ type: 'state', state: 'connected' });
    for (let index = 0; index < 1_000; index += 1) {
      nowMs += 100;
      const price = 100 + ((index * 7_919) % 1_000) / 10;
      const venue = venues[index % venues.length] ?? '';
      const book = testBook(venue, { bids: [[price, 1]], asks: [[price + 1, 1]] }).book;
      hear({ type: 'book', book });
      mids.length = 0;
      frame?.();
      seen.push([...mids]);
    }
    const apart = seen.filter(([first, ...rest]) => rest.some((each) => each !== first));
    expect(apart).toEqual([]);
    expect(new Set(seen.map(([first]) => first)).size).toBeGreaterThan(100);
  });
});
