import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { PaperBook, PaperBooks } from './ports.ts';

/**
 * Milliseconds that an order waits for a book that is being opened (design: analysis waits as
 * long).
 */
const firstBookMsMax = 2_000;
/** Minimum milliseconds between two looks at the orders that rest on a book. */
const beatMs = 100;

/** The books that one account needs, each held for as long as it needs it. */
export interface Watches {
  /** Adds a hold of a book. */
  hold(symbol: InstrumentSymbol): void;
  release(symbol: InstrumentSymbol): void;
  /** Resolves when the book of a held symbol has data, or after two seconds without. */
  ready(symbol: InstrumentSymbol): Promise<void>;
  /** Tries again to open a held book that was not available before. */
  retry(symbol: InstrumentSymbol): void;
  /** Notes that the engine has forgotten the book: the next look shows it again. */
  forgotten(symbol: InstrumentSymbol): void;
  /** Shows the engine the book as it is now; false when there is none that can be used. */
  show(symbol: InstrumentSymbol): boolean;
  closeAll(): void;
}

interface WatchDeps {
  readonly books: PaperBooks;
  readonly venue: VenueId;
  readonly clock: Clock;
  /** Returns true while the account stands still; the next change of a book shows it again. */
  readonly isPaused: () => boolean;
  /** Shows the engine a book; undefined when there is none that may be traded on. */
  readonly shown: (symbol: InstrumentSymbol, book: PaperBook | undefined) => void;
}

interface Watch {
  readonly symbol: InstrumentSymbol;
  /** The held book; undefined when it is not available. */
  kept: { release(): void } | undefined;
  readonly arrived: PromiseWithResolvers<void>;
  /** The book that the engine last saw; undefined before the first. */
  last: Sight | undefined;
  /** Time of that look, on the monotonic clock. */
  lastMs: number;
  cancelBeat: Cancel | undefined;
  holds: number;
}

interface Sight {
  /** The book; undefined when there was no usable one. */
  readonly book: PaperBook | undefined;
  readonly version: number | undefined;
}

export function createWatches({ books, venue, clock, isPaused, shown }: WatchDeps): Watches {
  const watches = new Map<InstrumentSymbol, Watch>();
  const show = (symbol: InstrumentSymbol): boolean => {
    const watch = watches.get(symbol);
    if (watch) rest(watch);
    const book = usable(books.book(symbol, venue));
    const sight = { book, version: book?.version };
    if (isPaused() || isSame(watch?.last, sight)) return book !== undefined;
    if (watch) Object.assign(watch, { last: sight, lastMs: clock.monotonic() });
    shown(symbol, book);
    return book !== undefined;
  };
  /** A quiet book is looked at once, a busy one at the end of its beat. */
  const lookSoon = (watch: Watch): void => {
    const waitMs = Math.max(0, watch.lastMs + beatMs - clock.monotonic());
    watch.cancelBeat ??= clock.schedule(waitMs, () => show(watch.symbol));
  };
  const changed = (book: PaperBook): void => {
    const watch = book.venue === venue ? watches.get(book.symbol) : undefined;
    watch?.arrived.resolve();
    if (watch) lookSoon(watch);
  };
  const close = (watch: Watch): void => {
    watches.delete(watch.symbol);
    letGo(watch);
  };
  const stopListening = books.onChange(changed);

  return {
    hold(symbol) {
      const watch = watches.get(symbol) ?? open(books, symbol, venue);
      watches.set(symbol, watch);
      watch.holds += 1;
      // Somebody else may have held it all along, and it may not change for long.
      if (watch.holds === 1 && books.book(symbol, venue)) lookSoon(watch);
    },
    release(symbol) {
      const watch = watches.get(symbol);
      if (watch) watch.holds -= 1;
      if (watch?.holds === 0) close(watch);
    },
    async ready(symbol) {
      const watch = watches.get(symbol);
      if (watch?.kept && !books.book(symbol, venue)) await arrival(watch, clock);
    },
    retry(symbol) {
      const watch = watches.get(symbol);
      if (watch) watch.kept ??= keep(books, symbol, venue);
    },
    forgotten(symbol) {
      const watch = watches.get(symbol);
      if (watch) watch.last = undefined;
    },
    show,
    closeAll() {
      stopListening();
      for (const watch of [...watches.values()]) close(watch);
    },
  };
}

function open(books: PaperBooks, symbol: InstrumentSymbol, venue: VenueId): Watch {
  return {
    symbol,
    kept: keep(books, symbol, venue),
    arrived: Promise.withResolvers(),
    last: undefined,
    lastMs: Number.NEGATIVE_INFINITY,
    cancelBeat: undefined,
    holds: 0,
  };
}

function letGo(watch: Watch): void {
  rest(watch);
  watch.kept?.release();
  watch.arrived.resolve();
}

/** Ends the beat of a book that is being looked at now, or no longer. */
function rest(watch: Watch): void {
  watch.cancelBeat?.();
  watch.cancelBeat = undefined;
}

async function arrival({ arrived }: Watch, clock: Clock): Promise<void> {
  const cancel = clock.schedule(firstBookMsMax, () => arrived.resolve());
  await arrived.promise;
  cancel();
}

/**
 * Holds a book; a feed that does not list the symbol, or too many open books, means trading without
 * one.
 */
function keep(books: PaperBooks, symbol: InstrumentSymbol, venue: VenueId): Watch['kept'] {
  try {
    return books.keep(symbol, venue);
  } catch {
    return undefined;
  }
}

function isSame(last: Sight | undefined, sight: Sight): boolean {
  return last !== undefined && last.book === sight.book && last.version === sight.version;
}

function usable(book: PaperBook | undefined): PaperBook | undefined {
  const isUsable = book?.flagged === undefined && book?.health().quality !== 'UNAVAILABLE';
  return isUsable ? book : undefined;
}
