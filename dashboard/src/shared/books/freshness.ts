import type { StreamedBook } from '@windlass/client';
import type { BooksNow, VenueBook } from './bookFeed.ts';

export type Quality = StreamedBook['quality'];

/** From this age on a book is no better than the word says (Orderbook §2.3), worst first. */
const ages: readonly (readonly [number, Quality])[] = [
  [5_000, 'UNAVAILABLE'],
  [2_000, 'STALE'],
  [500, 'DEGRADED'],
  [0, 'GOOD'],
];
const worstFirst = ages.map(([, quality]) => quality);

/** Milliseconds since the venue's last word. */
export function ageOf({ book, heardAtMs }: VenueBook, nowMs: number): number {
  return Math.max(0, nowMs - heardAtMs) + book.staleness_ms;
}

/** The venue's quality now: what the service said last, or worse for what came of it since. */
export function qualityNow(books: BooksNow, venue: VenueBook, nowMs: number): Quality {
  if (!books.isConnected) return 'UNAVAILABLE';
  const age = ageOf(venue, nowMs);
  const byAge = ages.find(([fromMs]) => age >= fromMs)?.[1] ?? 'GOOD';
  const told = venue.book.quality;
  return worstFirst.indexOf(byAge) < worstFirst.indexOf(told) ? byAge : told;
}

/** Whether a venue's prices can be acted on now. */
export function isFresh(books: BooksNow, venue: VenueBook, nowMs: number): boolean {
  const quality = qualityNow(books, venue, nowMs);
  return quality === 'GOOD' || quality === 'DEGRADED';
}
