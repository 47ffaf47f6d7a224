import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { BookFeed, BooksNow } from '../../shared/books/bookFeed.ts';
import { useBookFeed } from '../../shared/books/hooks.ts';
import { everyLater, now } from '../../shared/clock.ts';
import { useParam } from '../../shared/location.ts';
import { parseVenues, type Selection, selectVenues, toggleVenue } from './selection.ts';

/** The books for all that is read and not watched, once a second. */
export interface MarketView {
  readonly symbol: string;
  readonly books: BooksNow;
  readonly off: ReadonlySet<string>;
  readonly selection: Selection;
  readonly nowMs: number;
  readonly toggle: (venue: string) => void;
}

export function useMarketView(symbol: string): MarketView {
  const [offParam, setOff] = useParam('off', '');
  const off = useMemo(() => parseVenues(offParam), [offParam]);
  const { books, nowMs } = useSteadyBooks(symbol, phases.top);
  const selection = selectVenues(books, off, nowMs);
  const toggle = (venue: string) => setOff(toggleVenue(off, venue));
  return { symbol, books, off, selection, nowMs, toggle };
}

/**
 * When in each second a part of the page is drawn, in ms: all at once they would keep the ladder,
 * and whoever clicks, waiting.
 */
export const phases = { top: 0, chart: 250, quality: 500, table: 750 } as const;

/** The books of now, drawn by the clock, and at once when something begins or ends. */
export function useSteadyBooks(symbol: string, phaseMs: number, periodMs = 1_000) {
  const feed = useBookFeed(symbol);
  useSyncExternalStore(feed.subscribe, () => stateOf(feed));
  const [nowMs, setNowMs] = useState(now);
  useEffect(() => {
    let isDue = false;
    const draw = () => {
      isDue = false;
      setNowMs(now());
    };
    // In the frame that paints the books, which then lays the page out once and not twice.
    const leave = feed.subscribe(() => isDue && flushSync(draw));
    const stop = everyLater(periodMs, phaseMs, () => {
      // No frame came for a whole period: silence is drawn too.
      if (isDue) draw();
      isDue = true;
    });
    return () => {
      stop();
      leave();
    };
  }, [feed, periodMs, phaseMs]);
  return { books: feed.read(), nowMs };
}

/** What is told at once; figures wait for the clock: faster than that nobody reads them. */
function stateOf(feed: BookFeed): string {
  const { isConnected, venues, refusal } = feed.read();
  return `${isConnected} ${venues.size} ${refusal?.message}`;
}
