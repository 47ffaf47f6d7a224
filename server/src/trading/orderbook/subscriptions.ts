import type { Cancel, Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { BookFeed, OpenFeed } from '../venues/bookPort.ts';
import { createVenueBook } from './book/venueBook.ts';
import type { SubscriptionRecord, SubscriptionState, VenueBook, WritableBook } from './types.ts';

/** Orderbook §2.4: a book nobody references stays cached this long. */
export const warmCacheMs = 300_000;
/** Books open at once; at about 300 kB each they stay far below a gigabyte. */
const openBooksMax = 2_000;

/** State of the upstream itself, whoever references it. */
type Link = 'pending' | 'active' | 'error';

/** One open book with its upstream and its references. */
export interface Entry {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly book: WritableBook;
  readonly subscribedAtMs: number;
  link: Link;
  reason: string | undefined;
  /** References that are listed: REST subscribers and sockets. */
  counted: number;
  /** References of the service itself, neither counted nor listed. */
  kept: number;
  /** Whether it was ever counted: what only the service needed is not listed while it cools. */
  listed: boolean;
  upstream: OpenFeed | undefined;
  cancelWarm: Cancel | undefined;
}

interface SubscriptionDeps {
  readonly feeds: ReadonlyMap<VenueId, BookFeed>;
  readonly clock: Clock;
  readonly changed: (book: VenueBook) => void;
}

/** Reference-counted upstreams: one per venue and symbol, however many subscribers. */
export interface Subscriptions {
  /** Whether the feed in use can bring the book; `unknown` when only the venue can tell. */
  lists(symbol: InstrumentSymbol, venue: VenueId): 'yes' | 'no' | 'unknown';
  add(symbol: InstrumentSymbol, venue: VenueId, as: 'counted' | 'kept'): Entry;
  /** Takes one reference; false when there was none. */
  take(symbol: InstrumentSymbol, venue: VenueId, as: 'counted' | 'kept'): boolean;
  /** Throws SUBSCRIPTIONS_EXHAUSTED when that many further books would pass the bound. */
  assertRoom(books: readonly (readonly [InstrumentSymbol, VenueId])[]): void;
  find(symbol: InstrumentSymbol, venue: VenueId): Entry | undefined;
  all(): IterableIterator<Entry>;
  closeAll(): void;
}

export function createSubscriptions(deps: SubscriptionDeps): Subscriptions {
  const entries = new Map<string, Entry>();
  const close = (entry: Entry) => {
    entry.cancelWarm?.();
    entry.upstream?.close();
    entries.delete(keyOf(entry.symbol, entry.venue));
  };
  const cool = coolingWith(deps.clock, close);
  const open = (symbol: InstrumentSymbol, venue: VenueId): Entry => {
    const feed = deps.feeds.get(venue);
    if (!feed) throw notListed(symbol, venue);
    const entry = createEntry(symbol, venue, deps);
    entries.set(keyOf(symbol, venue), entry);
    entry.upstream = feed.open(symbol, entry.book);
    return entry;
  };

  return {
    lists: (symbol, venue) => deps.feeds.get(venue)?.lists(symbol) ?? 'no',
    add(symbol, venue, as) {
      const entry = entries.get(keyOf(symbol, venue)) ?? open(symbol, venue);
      entry[as] += 1;
      if (as === 'kept') return entry;
      entry.cancelWarm?.();
      entry.cancelWarm = undefined;
      entry.listed = true;
      return entry;
    },
    take(symbol, venue, as) {
      const entry = entries.get(keyOf(symbol, venue));
      if (!entry || entry[as] === 0) return false;
      entry[as] -= 1;
      cool(entry);
      return true;
    },
    assertRoom(books) {
      const fresh = new Set(books.map(([symbol, venue]) => keyOf(symbol, venue)));
      for (const key of entries.keys()) fresh.delete(key);
      if (entries.size + fresh.size > openBooksMax) throw new AppError('SUBSCRIPTIONS_EXHAUSTED');
    },
    find: (symbol, venue) => entries.get(keyOf(symbol, venue)),
    all: () => entries.values(),
    closeAll() {
      for (const entry of [...entries.values()]) close(entry);
    },
  };
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
    counted: 0,
    kept: 0,
    listed: false,
    upstream: undefined,
    cancelWarm: undefined,
  };
  return entry;
}

/** What happens to a book that nobody counts on any more: warm for a while, then closed. */
function coolingWith(clock: Clock, close: (entry: Entry) => void): (entry: Entry) => void {
  /** The warm time is over: only what the service itself still needs stays open, unlisted. */
  const expire = (entry: Entry) => {
    entry.cancelWarm = undefined;
    entry.listed = false;
    if (entry.kept === 0) close(entry);
  };
  return (entry) => {
    if (entry.counted > 0 || entry.cancelWarm) return;
    // What never came is not worth keeping.
    if (entry.kept === 0 && entry.link === 'error' && !entry.book.hasData) return close(entry);
    entry.cancelWarm = clock.schedule(warmCacheMs, () => expire(entry));
  };
}

/** How what happens to the upstream changes the link; `live` is the only way to `active`. */
function linkEvents(deps: SubscriptionDeps, entryOf: () => Entry) {
  const become = (link: Link, reason: string | undefined) => {
    const entry = entryOf();
    entry.link = link;
    entry.reason = reason;
  };
  return {
    changed: deps.changed,
    live: () => become('active', undefined),
    reconnecting: (reason: string) => become('pending', reason),
    failed: (reason: string) => become('error', reason),
  };
}

/** The listed status: that of the upstream while referenced, else `warm_cache` (Orderbook §3). */
function statusOf(entry: Entry): SubscriptionState {
  return entry.counted > 0 ? entry.link : 'warm_cache';
}

export function toRecord(entry: Entry): SubscriptionRecord {
  return {
    venue: entry.venue,
    symbol: entry.symbol,
    status: statusOf(entry),
    refCount: entry.counted,
    subscribedAtMs: entry.subscribedAtMs,
    lastUpdateMs: entry.book.updatedAtMs,
    reason: entry.link === 'error' ? entry.reason : undefined,
  };
}

/** The refusal of a symbol that a venue does not list. */
export function notListed(symbol: InstrumentSymbol, venue: VenueId): AppError {
  return new AppError('UNSUPPORTED_SYMBOL', {
    message: `Error - unsupported symbol: ${symbol} is not listed on ${venue} in the feed in use.`,
    data: { symbol, venue },
  });
}
