import type { ApiError, BookEvent, StreamedBook } from '@windlass/client';

/** One venue's book, with the time of its arrival (epoch ms of this machine). */
export interface VenueBook {
  readonly book: StreamedBook;
  readonly heardAtMs: number;
}

/** The current books of a symbol. */
export interface BooksNow {
  readonly isConnected: boolean;
  /** By venue, in the order in which they first came. */
  readonly venues: ReadonlyMap<string, VenueBook>;
  /** Grows with every change. */
  readonly version: number;
  /**
   * Time at which this picture was published (epoch ms of this machine). Whoever draws it must
   * compute ages from this time, not from another clock, so that all panels show one moment.
   */
  readonly atMs: number;
  /** Reason why the service does not stream this symbol. */
  readonly refusal?: ApiError | undefined;
}

/**
 * Levels per side in updates: the most that the stream gives. The whole page uses one depth,
 * because the stream keeps one subscription per symbol and depth. Another depth would need another
 * connection.
 */
export const streamedDepth = 20;

/** True when a book may continue behind its last level. */
export function isCut(levels: readonly unknown[]): boolean {
  return levels.length >= streamedDepth;
}

/**
 * The books of one symbol, outside of the components. Listeners are called in a frame at most ten
 * times and at least once a second, however many updates come.
 */
export interface BookFeed {
  /** Calls the listener on changes until ended. The first listener subscribes upstream. */
  subscribe(listener: () => void): () => void;
  /** Returns the same object until listeners are called with another. */
  read(): BooksNow;
}

/** A feed that can also be told about failures of the stream. */
export interface RefusableFeed extends BookFeed {
  refuse(error: ApiError): void;
}

export interface BookFeedPorts {
  watch(heard: (event: BookEvent) => void): { close(): void };
  /** Epoch ms. */
  now(): number;
  requestFrame(draw: () => void): number;
  cancelFrame(id: number): void;
  /** Calls `act` once after `delayMs` unless cancelled. */
  after(delayMs: number, act: () => void): () => void;
}

/**
 * Between two pages of one symbol nobody listens for a moment. To leave and take up the
 * subscription at once would cost a request and show an empty page.
 */
const lingerMs = 3_000;

/** Time between updates of the service (Orderbook §6): each book changes once in it. */
const beatMs = 100;

/**
 * After this time without events the same books are published again, because their age has changed.
 */
const ageMs = 1_000;

const nothing: BooksNow = {
  isConnected: false,
  venues: new Map(),
  version: 0,
  atMs: 0,
};

export function createBookFeed(ports: BookFeedPorts): RefusableFeed {
  const listeners = new Set<() => void>();
  let upstream: { close(): void } | undefined;
  let stopLingering: (() => void) | undefined;
  // Events are written to `latest`, and shown to listeners as one picture that is made when they
  // are called.
  let latest: BooksNow = nothing;
  let shown: BooksNow = nothing;

  const pace = createPace(ports, (atMs) => {
    shown = { ...latest, atMs };
    for (const listener of listeners) listener();
  });
  const change = (books: BooksNow) => {
    latest = books;
    pace.wake();
  };
  const leave = () => {
    upstream?.close();
    upstream = undefined;
    stopLingering = undefined;
    pace.stop();
    // A book without listeners grows old unseen, so the next listener must not get it.
    latest = nothing;
    shown = nothing;
  };

  return {
    subscribe(listener) {
      // A separate wrapper, so that one function may listen twice and leave once.
      const heard = () => listener();
      listeners.add(heard);
      stopLingering?.();
      stopLingering = undefined;
      upstream ??= ports.watch((event) => change(applyEvent(latest, event, ports.now())));
      return () => {
        if (!listeners.delete(heard) || listeners.size > 0) return;
        stopLingering = ports.after(lingerMs, leave);
      };
    },
    read: () => shown,
    refuse: (refusal) => change({ ...latest, version: latest.version + 1, refusal }),
  };
}

/**
 * Calls `draw` in a frame after it is woken, at most once per `beatMs`, and again after `ageMs`
 * without being woken. Frames stop while the tab is hidden, so only one is requested.
 */
function createPace(ports: BookFeedPorts, draw: (nowMs: number) => void) {
  let cancelDrawing: (() => void) | undefined;
  let cancelAging: (() => void) | undefined;
  let drawnAtMs = Number.NEGATIVE_INFINITY;

  const askFrame = () => {
    const frame = ports.requestFrame(drawNow);
    cancelDrawing = () => ports.cancelFrame(frame);
  };
  const drawNow = () => {
    cancelDrawing = undefined;
    drawnAtMs = ports.now();
    cancelAging?.();
    cancelAging = ports.after(ageMs, () => {
      if (!cancelDrawing) askFrame();
    });
    draw(drawnAtMs);
  };
  return {
    wake() {
      if (cancelDrawing) return;
      const restMs = drawnAtMs + beatMs - ports.now();
      if (restMs > 0) cancelDrawing = ports.after(restMs, askFrame);
      else askFrame();
    },
    stop() {
      cancelDrawing?.();
      cancelDrawing = undefined;
      cancelAging?.();
      cancelAging = undefined;
    },
  };
}

/** Returns the books after an event. */
function applyEvent(books: BooksNow, event: BookEvent, heardAtMs: number): BooksNow {
  const version = books.version + 1;
  switch (event.type) {
    case 'state':
      // A new connection subscribes again.
      return { ...books, version, refusal: undefined, isConnected: event.state === 'connected' };
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
      // Not requested: the best of the fresh books is computed from the books themselves.
      return books;
  }
}
