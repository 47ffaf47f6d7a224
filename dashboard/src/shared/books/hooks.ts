import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useApi } from '../api.tsx';
import type { BookFeed, BooksNow } from './bookFeed.ts';

function useBookFeed(symbol: string): BookFeed {
  return useApi().books.of(symbol);
}

/** The books of now, drawn by React with every picture that is published: for what is small. */
export function useBooks(symbol: string): BooksNow {
  const feed = useBookFeed(symbol);
  return useSyncExternalStore(feed.subscribe, feed.read);
}

/** The books of now, drawn only when what `wordsOf` says of them is another than before. */
export function useBooksWhen(symbol: string, wordsOf: (books: BooksNow) => string): BooksNow {
  const feed = useBookFeed(symbol);
  useSyncExternalStore(feed.subscribe, () => wordsOf(feed.read()));
  return feed.read();
}

/** The books at most every `periodMs`, for those who hear the page: a row takes a while to read. */
export function useCalmBooks(symbol: string, periodMs: number): BooksNow {
  const feed = useBookFeed(symbol);
  const [calm, setCalm] = useState({ feed, books: feed.read() });
  useEffect(() => {
    let shown = feed.read();
    return feed.subscribe(() => {
      const books = feed.read();
      // The first is shown at once: an empty table is no calm one.
      if (shown.venues.size > 0 && books.atMs - shown.atMs < periodMs) return;
      shown = books;
      setCalm({ feed, books });
    });
  }, [feed, periodMs]);
  // Right after a change of the symbol the state is still of the one before.
  return calm.feed === feed ? calm.books : feed.read();
}

/**
 * Calls `paint` with every picture that is published. It writes to elements that are there already,
 * past React: the hot path of the page.
 */
export function usePaintedBooks(symbol: string, paint: (books: BooksNow) => void) {
  const feed = useBookFeed(symbol);
  const painted = useEffectEvent(() => paint(feed.read()));
  // What the painter was told may have changed with any render: which venues, which steps.
  useEffect(() => painted());
  useEffect(() => feed.subscribe(painted), [feed]);
}
