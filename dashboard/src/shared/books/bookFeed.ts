import type { ApiError, BookEvent, StreamedBook } from '@windlass/client';

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
  /** Grows with every change. */
  readonly version: number;
  /**
   * When this picture was published (epoch ms of this machine). Whoever draws it judges ages by
   * this and by no clock of its own: all panels then show one moment.
   */
  readonly atMs: number;
  /** Why the service does not stream this symbol. */
  readonly refusal?: ApiError | undefined;
}

/**
 * Levels a side in updates, the most the stream gives. One depth for the whole page: the stream
 * keeps one subscription per symbol and depth, and another depth would be another connection.
 */
export const streamedDepth = 20;

/** Whether a book may go on behind its last level. */
export function isCut(levels: readonly unknown[]): boolean {
  return levels.length >= streamedDepth;
}

/**
 * The books of one symbol, outside of the components: however many updates come, whoever listens is
 * told in a frame, ten times a second at most and once a second at least.
 */
export interface BookFeed {
  /** Tells of changes until ended; the first listener subscribes upstream. */
  subscribe(listener: () => void): () => void;
  /** The same object until listeners are told of another. */
  read(): BooksNow;
}

/** The feed as those see it who hear of the stream's failures. */
export interface RefusableFeed extends BookFeed {
  refuse(error: ApiError): void;
}

export interface BookFeedPorts {
  watch(heard: (event: BookEvent) => void): { close(): void };
  /** Epoch ms. */
  now(): number;
  requestFrame(draw: () => void): number;
  cancelFrame(id: number): void;
  /** Acts once after `delayMs` unless taken back. */
  after(delayMs: number, act: () => void): () => void;
}

/**
 * Between two pages of one symbol nobody listens for a moment: what is left and taken up again at
 * once would cost a subscription and show an empty page.
 */
const lingerMs = 3_000;

/** The service's own beat (Orderbook §6): each book changes once in it. */
const beatMs = 100;

/** After so long without news the same books are published anew: their age has changed. */
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
  // What is heard is written here and shown to listeners as one picture, made when they are told.
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
    // A book nobody hears of grows old unseen: whoever comes next must not be shown it.
    latest = nothing;
    shown = nothing;
  };

  return {
    subscribe(listener) {
      // One function may listen twice and leave once.
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
 * Calls `draw` in a frame after it is woken, once a beat at most, and again after `ageMs` in which
 * nobody woke it. Frames stand still while the tab is hidden: one is asked for and no more.
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

/** The books after an event. */
function applyEvent(books: BooksNow, event: BookEvent, heardAtMs: number): BooksNow {
  const version = books.version + 1;
  switch (event.type) {
    case 'state':
      // A new connection asks anew.
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
      // Not asked for: the best of the fresh books is told from the books themselves.
      return books;
  }
}
