import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useApi } from '../api.tsx';
import type { BookFeed, BooksNow } from './bookFeed.ts';

function useBookFeed(symbol: string): BookFeed {
  return useApi().books.of(symbol);
}

/** Returns the current books, redrawn by React with every picture: for small components. */
export function useBooks(symbol: string): BooksNow {
  const feed = useBookFeed(symbol);
  return useSyncExternalStore(feed.subscribe, feed.read);
}

/** Returns the current books, redrawn only when `wordsOf` returns another text than before. */
export function useBooksWhen(symbol: string, wordsOf: (books: BooksNow) => string): BooksNow {
  const feed = useBookFeed(symbol);
  useSyncExternalStore(feed.subscribe, () => wordsOf(feed.read()));
  return feed.read();
}

/**
 * Returns the books at most every `periodMs`, for screen readers: a row takes a while to read out.
 */
export function useCalmBooks(symbol: string, periodMs: number): BooksNow {
  const feed = useBookFeed(symbol);
  const [calm, setCalm] = useState({ feed, books: feed.read() });
  useEffect(() => {
    let shown = feed.read();
    return feed.subscribe(() => {
      const books = feed.read();
      // The first books are shown at once: an empty table would help nobody.
      if (shown.venues.size > 0 && books.atMs - shown.atMs < periodMs) return;
      shown = books;
      setCalm({ feed, books });
    });
  }, [feed, periodMs]);
  // Just after a change of the symbol the state still belongs to the previous one.
  return calm.feed === feed ? calm.books : feed.read();
}

/**
 * Calls `paint` with every published picture. It writes into existing elements without React: this
 * is the hot path of the page.
 */
export function usePaintedBooks(symbol: string, paint: (books: BooksNow) => void) {
  const feed = useBookFeed(symbol);
  const painted = useEffectEvent(() => paint(feed.read()));
  // The painter's inputs may have changed with any render: which venues, which steps.
  useEffect(() => painted());
  useEffect(() => feed.subscribe(painted), [feed]);
}
