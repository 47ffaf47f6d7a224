import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';

/** A level as a venue sends it: number text, or a number where the feed makes numbers itself. */
export type WireLevel = readonly [price: string | number, quantity: string | number];

/** What goes with a change of a book. */
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
 * levels the last snapshot covered, where orders may rest that the feed was never told of.
 * `disconnected`: the connection closed, so that the book shows what was before.
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
   * when the snapshot itself is crossed. Of levels at one price the last counts.
   */
  snapshot(bids: readonly WireLevel[], asks: readonly WireLevel[], meta: BookMeta): boolean;
  /**
   * Applies one message's changes as a whole; quantity 0 deletes. Returns false, and flags the book
   * `crossed`, when the best bid then reaches the best ask: the feed must then resync.
   */
  update(bids: readonly WireLevel[], asks: readonly WireLevel[], meta: BookMeta): boolean;
  /** What the book shows at its top, flagged or not. */
  top(): BookTop;
  /** At most `depth` levels of a side, best first, flagged or not. */
  levels(side: 'bids' | 'asks', depth: number): readonly BookLevel[];
  /** A frame or document of this book came, whatever is made of it; for the figures only. */
  received(bytes: number): void;
  /**
   * Marks the book untrustworthy. `gap` and `checksum` count as sequence gaps. `disconnected` says
   * nothing new of a book that has no data, or is flagged already.
   */
  flag(reason: FlagReason): void;
  /** The venue proved alive without a change: the book is as fresh as now. */
  alive(): void;
  /** The upstream is being opened again; the book ages meanwhile. */
  reconnecting(reason: string): void;
  /** The upstream cannot be had (refused symbol, no route); the feed may go on trying. */
  failed(reason: string): void;
}

/** An upstream that can be closed. Closing twice does nothing. */
export interface OpenFeed {
  close(): void;
}

/** Where one venue's books come from: simulated, replayed or live. */
export interface BookFeed {
  readonly venue: VenueId;
  /** Whether the venue lists the symbol; `unknown` when only the venue itself can tell. */
  lists(symbol: InstrumentSymbol): 'yes' | 'no' | 'unknown';
  /** Opens the one upstream of a book. Callers never open the same symbol twice at once. */
  open(symbol: InstrumentSymbol, book: BookWriter): OpenFeed;
  /** Closes every connection. */
  stop(): Promise<void>;
}
