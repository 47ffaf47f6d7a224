import type { Clock } from '../../../../src/kit/clock.ts';
import type { InstrumentSymbol } from '../../../../src/trading/model/symbol.ts';
import type { VenueId } from '../../../../src/trading/model/venue.ts';
import { createVenueBook } from '../../../../src/trading/orderbook/book/venueBook.ts';
import type { WritableBook } from '../../../../src/trading/orderbook/types.ts';
import type { BookWriter, FlagReason } from '../../../../src/trading/venues/bookPort.ts';
import type { Truth } from './truth.ts';

/** Why a book was not good any more: by itself, or because it lost its upstream. */
export interface Trouble {
  readonly atMs: number;
  readonly reason: FlagReason | 'reconnect';
}

/** The history of a book. */
export interface WatchedFigures {
  /** When it was not good any more, and why, oldest first; only once until it is good again. */
  readonly troubles: readonly Trouble[];
  readonly snapshots: number;
  readonly updates: number;
  /** Contents that were offered as usable. */
  readonly served: number;
  /** Those of them that the exchange never showed, or that went back in time. */
  readonly bad: readonly string[];
}

export interface WatchedBook {
  readonly book: WritableBook;
  /** The writer for the feed. */
  readonly writer: BookWriter;
  /** Returns which of the exchange's states it offers; undefined while it offers none. */
  state(): number | undefined;
  /** Checks changes that came level by level, now that no message is in flight. */
  settled(): void;
  figures(): WatchedFigures;
}

interface WatchedDeps {
  /** True when a change of the exchange comes level by level, so that contents may be half-way. */
  readonly isLevelwise: boolean;
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly clock: Clock;
  readonly truth: Truth;
}

/** Looks at a book that a late frame may have left half-way: the latest is late by seconds. */
const halfwayMax = 20;

/** More than any truth compares. */
const levelsMax = 50;

/** Enough to see what they have in common. */
const badMax = 10;

/** Creates a book of the product; each content is compared with what the exchange showed. */
export function createWatchedBook(deps: WatchedDeps): WatchedBook {
  const { venue, symbol, clock, truth, isLevelwise } = deps;
  const counts = { snapshots: 0, updates: 0, served: 0 };
  const troubles: Trouble[] = [];
  const note = (reason: Trouble['reason']) => void troubles.push({ atMs: clock.now(), reason });
  let isDown = true;
  const bad: string[] = [];
  let last = 0;
  const isGood = () => book.hasData && book.flagged === undefined;
  const down = () => {
    if (!isDown) note('reconnect');
    isDown = true;
  };
  const book = createVenueBook({
    venue,
    symbol,
    clock,
    events: {
      changed: () => {},
      live: () => {
        isDown = false;
      },
      reconnecting: down,
      // Counts streams that were cut again and again, but also repeated requests.
      failed: () => {
        if (isGood()) down();
      },
    },
  });
  const complain = (text: string) => {
    if (bad.length < badMax) bad.push(`${symbol} of ${venue}: ${text}`);
  };
  const state = (): number | undefined => {
    if (!book.hasData || book.flagged !== undefined) return undefined;
    return truth.stateOf(book.levels('bids', levelsMax), book.levels('asks', levelsMax));
  };
  const check = (): void => {
    if (!book.hasData || book.flagged !== undefined) return;
    counts.served += 1;
    const now = state();
    if (now === undefined) complain(`a book that never was, ${JSON.stringify(book.top())}`);
    else if (now < last) complain(`state ${now} after ${last}`);
    last = Math.max(last, now ?? 0);
  };
  const writer = writerOf(book, {
    written(isSnapshot) {
      if (isSnapshot) counts.snapshots += 1;
      else counts.updates += 1;
      if (!isLevelwise) check();
    },
    flagged: (reason) => (reason === 'disconnected' ? down() : note(reason)),
  });
  const figures = () => ({ ...counts, troubles: [...troubles], bad: [...bad] });
  let halfway = 0;
  const settled = () => {
    if (!isLevelwise) return;
    const isHalf = book.hasData && book.flagged === undefined && state() === undefined;
    halfway = isHalf ? halfway + 1 : 0;
    if (halfway === 0 || halfway > halfwayMax) check();
  };
  return { book, writer, state, settled, figures };
}

interface Watching {
  written(isSnapshot: boolean): void;
  /** A good book is not good any more. */
  flagged(reason: FlagReason): void;
}

/** Writes to a book and reports it. */
function writerOf(book: WritableBook, watching: Watching): BookWriter {
  return {
    snapshot(bids, asks, meta) {
      const isGood = book.snapshot(bids, asks, meta);
      watching.written(true);
      return isGood;
    },
    update(bids, asks, meta) {
      const isGood = book.update(bids, asks, meta);
      watching.written(false);
      return isGood;
    },
    flag(reason) {
      if (book.flagged === undefined && book.hasData) watching.flagged(reason);
      book.flag(reason);
    },
    top: () => book.top(),
    levels: (side, depth) => book.levels(side, depth),
    received: (bytes) => book.received(bytes),
    alive: () => book.alive(),
    reconnecting: (reason) => book.reconnecting(reason),
    failed: (reason) => book.failed(reason),
  };
}
