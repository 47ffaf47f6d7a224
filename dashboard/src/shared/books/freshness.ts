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

/** Milliseconds since the venue's last word that came here: no book is older than that. */
export function ageOf({ book, heardAtMs }: VenueBook, nowMs: number): number {
  return Math.max(0, nowMs - heardAtMs) + book.staleness_ms;
}

/** For how long the stream has said nothing of any venue. */
function silenceOf(books: BooksNow): number {
  const heard = [...books.venues.values()].map(({ heardAtMs }) => heardAtMs);
  return Math.max(0, books.atMs - Math.max(...heard));
}

/**
 * The venue's quality now. The service sends a book when it changed, and also when only its quality
 * did: a venue that is not heard of while others are has a quiet market, and is what was said of it
 * last. When all are silent the line may be dead, and nothing is better than the silence is long.
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
