import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
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
  const [books, setBooks] = useState(feed.read);
  useEffect(() => {
    // The first is shown at once: an empty panel is no calm one.
    const leave = feed.subscribe(() =>
      setBooks((shown) => (shown.venues.size === 0 ? feed.read() : shown)),
    );
    const stop = every(periodMs, () => setBooks(feed.read()));
    return () => {
      stop();
      leave();
    };
  }, [feed, periodMs]);
  return books;
}

/**
 * Calls `paint` on every frame that changed the books, and once a second, when all that changes is
 * their age. It writes to elements that are there already, past React: the hot path of the page.
 */
export function usePaintedBooks(symbol: string, paint: (books: BooksNow, nowMs: number) => void) {
  const feed = useBookFeed(symbol);
  const painted = useEffectEvent(() => paint(feed.read(), now()));
  useEffect(() => {
    painted();
    const leave = feed.subscribe(painted);
    const stop = every(1_000, painted);
    return () => {
      stop();
      leave();
    };
  }, [feed]);
}
