import type { StreamedBook } from '@windlass/client';
import type { BooksNow, VenueBook } from './bookFeed.ts';

export type Quality = StreamedBook['quality'];

/** From this age on a book is no better than this quality (Orderbook §2.3), worst first. */
const ages: readonly (readonly [number, Quality])[] = [
  [5_000, 'UNAVAILABLE'],
  [2_000, 'STALE'],
  [500, 'DEGRADED'],
  [0, 'GOOD'],
];
const worstFirst = ages.map(([, quality]) => quality);

/** Returns the milliseconds since the venue's last message that arrived here: no book is older. */
export function ageOf({ book, heardAtMs }: VenueBook, nowMs: number): number {
  return Math.max(0, nowMs - heardAtMs) + book.staleness_ms;
}

/** Returns for how long the stream has said nothing about any venue. */
function silenceOf(books: BooksNow): number {
  const heard = [...books.venues.values()].map(({ heardAtMs }) => heardAtMs);
  return Math.max(0, books.atMs - Math.max(...heard));
}

/**
 * Returns the venue's quality now. The service sends a book when the book or only its quality
 * changed. So a silent venue has a quiet market while others send, and its last quality still
 * holds. When all are silent the connection may be dead, and no quality is better than the silence
 * allows.
 */
export function qualityNow(books: BooksNow, venue: VenueBook): Quality {
  if (!books.isConnected) return 'UNAVAILABLE';
  const silence = silenceOf(books);
  const bySilence = ages.find(([fromMs]) => silence >= fromMs)?.[1] ?? 'GOOD';
  const told = venue.book.quality;
  return worstFirst.indexOf(bySilence) < worstFirst.indexOf(told) ? bySilence : told;
}

/** True when a venue's prices can be acted on now. */
export function isFresh(books: BooksNow, venue: VenueBook): boolean {
  const quality = qualityNow(books, venue);
  return quality === 'GOOD' || quality === 'DEGRADED';
}
