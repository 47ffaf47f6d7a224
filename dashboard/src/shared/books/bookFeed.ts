import type { BookEvent, GlobalBookWire, StreamedBook } from '@windlass/client';
import { now } from '../clock.ts';

/** One venue's book, and when it came (epoch ms of this machine). */
export interface VenueBook {
  readonly book: StreamedBook;
  readonly heardAtMs: number;
}

/** The books of a symbol as they stand. */
export interface BooksNow {
  readonly isConnected: boolean;
  /** By venue, in the order they were first heard of. */
  readonly venues: ReadonlyMap<string, VenueBook>;
  readonly global: GlobalBookWire | undefined;
  /** Grows with every change. */
  readonly version: number;
}

/**
 * The books of one symbol, outside of the components: however many updates come, whoever listens is
 * told at most once a frame.
 */
export interface BookFeed {
  /** Tells of changes until ended; the first listener subscribes upstream, the last leaves. */
  subscribe(listener: () => void): () => void;
  /** The same object until something changed. */
  read(): BooksNow;
}

export interface BookFeedPorts {
  watch(heard: (event: BookEvent) => void): { close(): void };
  requestFrame(draw: () => void): number;
  cancelFrame(id: number): void;
}

const nothing: BooksNow = {
  isConnected: false,
  venues: new Map(),
  global: undefined,
  version: 0,
};

export function createBookFeed(ports: BookFeedPorts): BookFeed {
  const listeners = new Set<() => void>();
  let upstream: { close(): void } | undefined;
  let frame: number | undefined;
  // What is heard is written here and shown to listeners as one picture, made when they are told.
  let latest: BooksNow = nothing;
  let shown: BooksNow = nothing;

  const tell = () => {
    frame = undefined;
    shown = latest;
    for (const listener of listeners) listener();
  };
  const heard = (event: BookEvent) => {
    latest = applyEvent(latest, event, now());
    frame ??= ports.requestFrame(tell);
  };

  return {
    subscribe(listener) {
      listeners.add(listener);
      upstream ??= ports.watch(heard);
      return () => {
        if (!listeners.delete(listener) || listeners.size > 0) return;
        upstream?.close();
        upstream = undefined;
        if (frame !== undefined) ports.cancelFrame(frame);
        frame = undefined;
        // A book nobody hears of grows old unseen: whoever comes next must not be shown it.
        latest = nothing;
        shown = nothing;
      };
    },
    read: () => shown,
  };
}

/** The books after an event. */
export function applyEvent(books: BooksNow, event: BookEvent, heardAtMs: number): BooksNow {
  const version = books.version + 1;
  switch (event.type) {
    case 'state':
      return { ...books, version, isConnected: event.state === 'connected' };
    case 'snapshot': {
      const venues = new Map(books.venues);
      for (const [venue, book] of Object.entries(event.venues)) {
        venues.set(venue, { book: { venue, symbol: event.symbol, ...book }, heardAtMs });
      }
      return { ...books, version, venues };
    }
    case 'book': {
      const venues = new Map(books.venues).set(event.book.venue, { book: event.book, heardAtMs });
      return { ...books, version, venues };
    }
    case 'global':
      return { ...books, version, global: event.book };
  }
}
