import type { Cancel, Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { BookFeed, FlagReason, OpenFeed } from '../venues/bookPort.ts';
import { createVenueBook } from './book/venueBook.ts';
import { flagText } from './flagText.ts';
import type { SubscriptionRecord, SubscriptionState, VenueBook, WritableBook } from './types.ts';

/** Orderbook §2.4: a book without references stays cached this long. */
export const warmCacheMs = 300_000;
/** Maximum number of open books; at about 300 kB each they stay far below a gigabyte. */
const openBooksMax = 2_000;

/** State of the upstream itself, independent of references. */
type Link = 'pending' | 'active' | 'error';

/** One open book with its upstream and its references. */
export interface Entry {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly book: WritableBook;
  readonly subscribedAtMs: number;
  link: Link;
  reason: string | undefined;
  /** References of REST subscribers: any unsubscribe takes one of them. */
  rest: number;
  /** References of holders, for example sockets: each releases only its own. */
  held: number;
  /** References of the service itself, neither counted nor listed. */
  kept: number;
  /** True when it was ever counted: a book only the service needed is not listed while cooling. */
  listed: boolean;
  upstream: OpenFeed | undefined;
  cancelWarm: Cancel | undefined;
}

interface SubscriptionDeps {
  readonly feeds: ReadonlyMap<VenueId, BookFeed>;
  readonly clock: Clock;
  readonly changed: (book: VenueBook) => void;
  readonly flagged?: ((book: VenueBook, reason: FlagReason) => void) | undefined;
}

type Reference = 'rest' | 'held' | 'kept';
export type BookKey = readonly [symbol: InstrumentSymbol, venue: VenueId];

/** Reference-counted upstreams: one per venue and symbol, however many subscribers. */
export interface Subscriptions {
  /** Says whether the feed in use can provide the book; `unknown` when only the venue can tell. */
  lists(symbol: InstrumentSymbol, venue: VenueId): 'yes' | 'no' | 'unknown';
  /** Adds one reference to each book, opening those that are not open; all of them or none. */
  add(books: readonly BookKey[], as: Reference): Entry[];
  /** Takes one reference; returns false when there was none of its kind. */
  take(entry: Entry, as: Reference): boolean;
  find(symbol: InstrumentSymbol, venue: VenueId): Entry | undefined;
  all(): IterableIterator<Entry>;
  /** Returns the gaps of every book since the process started, closed ones included. */
  gapsTotal(): number;
  closeAll(): void;
}

export function createSubscriptions(deps: SubscriptionDeps): Subscriptions {
  const entries = new Map<string, Entry>();
  let gapsOfClosed = 0;
  const close = (entry: Entry) => {
    // A holder may release its reference long after: to this entry, never to a later one.
    if (entries.get(keyOf(entry.symbol, entry.venue)) !== entry) return;
    entries.delete(keyOf(entry.symbol, entry.venue));
    gapsOfClosed += entry.book.gapsTotal;
    entry.cancelWarm?.();
    entry.upstream?.close();
  };
  const cool = coolingWith(deps.clock, close);
  const open = ([symbol, venue]: BookKey): Entry => {
    const feed = deps.feeds.get(venue);
    if (!feed) throw notListed(symbol, venue);
    const entry = createEntry(symbol, venue, deps);
    entry.upstream = feed.open(symbol, entry.book);
    entries.set(keyOf(symbol, venue), entry);
    return entry;
  };
  const take = (entry: Entry, as: Reference): boolean => {
    if (entry[as] === 0) return false;
    entry[as] -= 1;
    cool(entry);
    return true;
  };

  return {
    lists: (symbol, venue) => deps.feeds.get(venue)?.lists(symbol) ?? 'no',
    add(books, as) {
      makeRoom(entries, books, close);
      const added: Entry[] = [];
      try {
        for (const book of books) {
          const entry = entries.get(keyOf(...book)) ?? open(book);
          addReference(entry, as);
          added.push(entry);
        }
      } catch (error) {
        for (const entry of added) take(entry, as);
        throw error;
      }
      return added;
    },
    take,
    find: (symbol, venue) => entries.get(keyOf(symbol, venue)),
    all: () => entries.values(),
    gapsTotal: () =>
      [...entries.values()].reduce((sum, { book }) => sum + book.gapsTotal, gapsOfClosed),
    closeAll() {
      for (const entry of [...entries.values()]) close(entry);
    },
  };
}

function addReference(entry: Entry, as: Reference): void {
  entry[as] += 1;
  if (as === 'kept') return;
  entry.cancelWarm?.();
  entry.cancelWarm = undefined;
  entry.listed = true;
}

/** Closes books that only cool, oldest first, before it refuses one that somebody wants. */
function makeRoom(
  entries: ReadonlyMap<string, Entry>,
  books: readonly BookKey[],
  close: (entry: Entry) => void,
): void {
  const wanted = new Set(books.map((book) => keyOf(...book)));
  const fresh = [...wanted].filter((key) => !entries.has(key)).length;
  let surplus = entries.size + fresh - openBooksMax;
  if (surplus <= 0) return;
  const cooling = [...entries].filter(
    ([key, entry]) => !wanted.has(key) && countOf(entry) === 0 && entry.kept === 0,
  );
  if (cooling.length < surplus) throw new AppError('SUBSCRIPTIONS_EXHAUSTED');
  for (const [, entry] of cooling) {
    if (surplus <= 0) return;
    close(entry);
    surplus -= 1;
  }
}

/** Returns the number of references that are listed (Orderbook §2.4). */
function countOf(entry: Entry): number {
  return entry.rest + entry.held;
}

function keyOf(symbol: InstrumentSymbol, venue: VenueId): string {
  return `${venue} ${symbol}`;
}

function createEntry(symbol: InstrumentSymbol, venue: VenueId, deps: SubscriptionDeps): Entry {
  const events = linkEvents(deps, () => entry);
  const entry: Entry = {
    venue,
    symbol,
    book: createVenueBook({ venue, symbol, clock: deps.clock, events }),
    subscribedAtMs: deps.clock.now(),
    link: 'pending',
    reason: undefined,
    rest: 0,
    held: 0,
    kept: 0,
    listed: false,
    upstream: undefined,
    cancelWarm: undefined,
  };
  return entry;
}

/** Returns the handler of a book without counted references: warm for a while, then closed. */
function coolingWith(clock: Clock, close: (entry: Entry) => void): (entry: Entry) => void {
  /** Ends the warm time: only a book that the service itself still needs stays open, unlisted. */
  const expire = (entry: Entry) => {
    entry.cancelWarm = undefined;
    entry.listed = false;
    if (entry.kept === 0) close(entry);
  };
  return (entry) => {
    if (countOf(entry) > 0 || entry.cancelWarm) return;
    // A book that never came is not worth keeping; invented symbols must not fill the memory.
    if (entry.kept === 0 && !entry.book.hasData) return close(entry);
    entry.cancelWarm = clock.schedule(warmCacheMs, () => expire(entry));
  };
}

/** Returns the handlers of upstream events that change the link; only `live` makes it `active`. */
function linkEvents(deps: SubscriptionDeps, entryOf: () => Entry) {
  const become = (link: Link, reason: string | undefined) => {
    const entry = entryOf();
    entry.link = link;
    entry.reason = reason;
  };
  return {
    changed: deps.changed,
    ...(deps.flagged && { flagged: deps.flagged }),
    live: () => become('active', undefined),
    reconnecting: (reason: string) => become('pending', reason),
    failed: (reason: string) => become('error', reason),
  };
}

/** Returns the listed status: the upstream's while referenced, else `warm_cache` (Orderbook §3). */
function statusOf(entry: Entry): SubscriptionState {
  return countOf(entry) > 0 ? entry.link : 'warm_cache';
}

export function toRecord(entry: Entry): SubscriptionRecord {
  const { hasData, flagged, flaggedAtMs } = entry.book;
  const trusted = hasData && flagged === undefined;
  const linkReason = entry.link === 'active' ? undefined : entry.reason;
  const sinceMs = flaggedAtMs ?? entry.subscribedAtMs;
  return {
    venue: entry.venue,
    symbol: entry.symbol,
    status: statusOf(entry),
    refCount: countOf(entry),
    subscribedAtMs: entry.subscribedAtMs,
    lastUpdateMs: entry.book.updatedAtMs,
    trusted,
    reason: linkReason ?? (flagged && flagText(flagged)),
    untrustedSinceMs: trusted ? undefined : sinceMs,
  };
}

/** Returns the refusal of a symbol that the venues do not list. */
export function notListed(symbol: InstrumentSymbol, ...venues: readonly VenueId[]): AppError {
  const where = venues.join(', ');
  return new AppError('UNSUPPORTED_SYMBOL', {
    message: `Error - unsupported symbol: ${symbol} is not listed on ${where} in the feed in use.`,
    data: { symbol, venues },
  });
}
