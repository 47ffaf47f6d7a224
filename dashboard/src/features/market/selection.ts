import { orderbookVenues } from '@windlass/contract';
import { type BooksNow, isCut } from '../../shared/books/bookFeed.ts';
import { isFresh } from '../../shared/books/freshness.ts';
import type { VenueSide } from './ladder.ts';
import type { Side } from './steps.ts';

/** Tells whether a venue's book is in the merged book: selected and fresh, or why not. */
export type VenuePart = 'in' | 'off' | 'old' | 'none';

/** The venues that make up the merged book now. */
export interface Selection {
  readonly parts: ReadonlyMap<string, VenuePart>;
  readonly fresh: readonly string[];
  /** The drawn venues: the fresh ones or, when there is none, the last known, marked as old. */
  readonly shown: readonly string[];
}

export function selectVenues(books: BooksNow, off: ReadonlySet<string>): Selection {
  const partOf = (venue: string): VenuePart => {
    const known = books.venues.get(venue);
    if (off.has(venue)) return 'off';
    if (!known) return 'none';
    return isFresh(books, known) ? 'in' : 'old';
  };
  const parts = new Map(orderbookVenues.map((venue) => [venue, partOf(venue)]));
  const those = (part: VenuePart) => orderbookVenues.filter((venue) => parts.get(venue) === part);
  const fresh = those('in');
  return { parts, fresh, shown: fresh.length > 0 ? fresh : those('old') };
}

/** Returns one side of the drawn books, in the order of all venues. */
export function sidesOf(
  books: BooksNow,
  shown: readonly string[],
  side: Side,
): readonly (VenueSide | undefined)[] {
  return orderbookVenues.map((venue) => {
    const levels = shown.includes(venue) ? books.venues.get(venue)?.book[side] : undefined;
    return levels && { levels, isCut: isCut(levels) };
  });
}

/** Returns why nothing in the merged book can be acted on; undefined while something can. */
export function whyNotFresh(books: BooksNow, { parts, fresh }: Selection): string | undefined {
  if (fresh.length > 0) return undefined;
  const has = (part: VenuePart) => [...parts.values()].includes(part);
  if (!has('old') && !has('none')) return 'Every venue is switched off. Switch one on above.';
  if (!books.isConnected) {
    return books.venues.size === 0
      ? 'Waiting for the stream of books.'
      : 'The stream of books is down: these are the last prices heard. It opens by itself.';
  }
  return has('old')
    ? 'No venue has a fresh book: these are the last prices heard. Do not act on them.'
    : 'No venue has sent a book yet.';
}

/** Returns the venues of a link parameter: `kraken,bybit`. */
export function parseVenues(text: string): ReadonlySet<string> {
  return new Set(orderbookVenues.filter((venue) => text.split(',').includes(venue)));
}

export function toggleVenue(off: ReadonlySet<string>, venue: string): string {
  return orderbookVenues.filter((each) => off.has(each) !== (each === venue)).join(',');
}
