import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { useApi } from '../api.tsx';
import { every, now } from '../clock.ts';
import type { BookFeed, BooksNow } from './bookFeed.ts';

export function useBookFeed(symbol: string): BookFeed {
  return useApi().books.of(symbol);
}

/** The books, drawn by React on every frame that changed them: for what is small. */
export function useBooks(symbol: string): BooksNow {
  const feed = useBookFeed(symbol);
  return useSyncExternalStore(feed.subscribe, feed.read);
}

/** The books at most every `periodMs`: figures that change ten times a second cannot be read. */
export function useCalmBooks(symbol: string, periodMs = 500): BooksNow {
  const feed = useBookFeed(symbol);
  const [calm, setCalm] = useState({ feed, books: feed.read() });
  useEffect(() => {
    let shown = feed.read();
    const show = () => {
      const books = feed.read();
      if (books === shown) return;
      shown = books;
      setCalm({ feed, books });
    };
    const leave = feed.subscribe(() => {
      // The first is shown at once: an empty panel is no calm one.
      if (shown.venues.size === 0) show();
    });
    const stop = every(periodMs, show);
    return () => {
      stop();
      leave();
    };
  }, [feed, periodMs]);
  // Right after a change of the symbol the state is still of the one before.
  return calm.feed === feed ? calm.books : feed.read();
}

/** After a second without news the books are drawn anew: their age has changed. */
const ageMs = 1_000;

/**
 * Calls `paint` on every frame that changed the books, and once a second while nothing does. It
 * writes to elements that are there already, past React: the hot path of the page.
 */
export function usePaintedBooks(symbol: string, paint: (books: BooksNow, nowMs: number) => void) {
  const feed = useBookFeed(symbol);
  const paintedAtMs = useRef(0);
  const painted = useEffectEvent(() => {
    paintedAtMs.current = now();
    paint(feed.read(), paintedAtMs.current);
  });
  // What the painter was told may have changed with any render: which venues, which steps.
  useEffect(() => painted());
  useEffect(() => {
    const leave = feed.subscribe(painted);
    const stop = every(ageMs, () => {
      if (now() - paintedAtMs.current >= ageMs) painted();
    });
    return () => {
      stop();
      leave();
    };
  }, [feed]);
}
