import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';

/** A level as a venue sends it: number text, or a number where the feed itself makes numbers. */
export type WireLevel = readonly [price: string | number, quantity: string | number];

/** Properties of a change of a book. */
export interface BookMeta {
  /** The venue's own number of this update. */
  readonly sequence: number;
  /** The venue's event time in epoch ms, when it gives one. */
  readonly venueTimeMs?: number;
}

/** A level of a book as it is kept. */
export type BookLevel = readonly [price: number, quantity: number];

/** Best prices of a book; undefined where a side has no level. */
export interface BookTop {
  readonly bid: number | undefined;
  readonly ask: number | undefined;
}

/**
 * Why a book can no longer be trusted until its next snapshot. `reach`: the market moved beyond the
 * levels of the last snapshot, where orders may rest that the feed has not received.
 * `disconnected`: the connection closed, so that the book shows an earlier state.
 */
export type FlagReason =
  | 'gap'
  | 'checksum'
  | 'crossed'
  | 'malformed'
  | 'restart'
  | 'reach'
  | 'disconnected';

/**
 * One venue's book of one symbol, as its feed writes it. A flagged book is never offered as usable
 * until the next snapshot. Quantities are in base units.
 */
export interface BookWriter {
  /**
   * Replaces the whole book and clears a flag. Returns false, leaving the book flagged `crossed`,
   * when the snapshot itself is crossed. When several levels have the same price, the last one
   * counts.
   */
  snapshot(bids: readonly WireLevel[], asks: readonly WireLevel[], meta: BookMeta): boolean;
  /**
   * Applies one message's changes as a whole; quantity 0 deletes. Returns false, and flags the book
   * `crossed`, when the best bid then reaches the best ask: the feed must then resync.
   */
  update(bids: readonly WireLevel[], asks: readonly WireLevel[], meta: BookMeta): boolean;
  /** Returns the best prices that the book shows, flagged or not. */
  top(): BookTop;
  /** Returns at most `depth` levels of a side, best first, flagged or not. */
  levels(side: 'bids' | 'asks', depth: number): readonly BookLevel[];
  /** Counts a frame or document of this book, whatever is done with it; for the figures only. */
  received(bytes: number): void;
  /**
   * Marks the book untrustworthy. `gap` and `checksum` count as sequence gaps. `disconnected` adds
   * nothing when the book has no data, or is flagged already.
   */
  flag(reason: FlagReason): void;
  /** The venue proved to be alive without a change: the book counts as fresh from now on. */
  alive(): void;
  /** The upstream is being opened again; the book ages meanwhile. */
  reconnecting(reason: string): void;
  /** The upstream is not available (refused symbol, no route); the feed may keep trying. */
  failed(reason: string): void;
}

/** An upstream that can be closed. Closing twice does nothing. */
export interface OpenFeed {
  close(): void;
}

/** The source of one venue's books: simulated, replayed or live. */
export interface BookFeed {
  readonly venue: VenueId;
  /** Tells whether the venue lists the symbol; `unknown` when only the venue itself can tell. */
  lists(symbol: InstrumentSymbol): 'yes' | 'no' | 'unknown';
  /** Opens the only upstream of a book. Callers never open the same symbol twice at once. */
  open(symbol: InstrumentSymbol, book: BookWriter): OpenFeed;
  /** Closes every connection. */
  stop(): Promise<void>;
}
