import type { Cancel } from '../../kit/clock.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { BookWriter, FlagReason } from '../venues/bookPort.ts';

/** Price and quantity (base units) at one price. */
export type Level = readonly [price: number, quantity: number];

/** Freshness of a book, by the age of the venue's last message (Orderbook §2.3). */
export type QualityLevel = 'GOOD' | 'DEGRADED' | 'STALE' | 'UNAVAILABLE';

/** The current quality of a book, in short. */
export interface BookHealth {
  readonly stalenessMs: number;
  readonly quality: QualityLevel;
  /** 0 to 1; 0 when UNAVAILABLE. */
  readonly confidence: number;
}

/** The full quality record of a book (Orderbook §2.3). */
export interface BookQualityRecord extends BookHealth {
  /** Undefined while a side is empty. */
  readonly spreadBps: number | undefined;
  /** Base quantity of both sides within 10 and 50 bps of the mid. */
  readonly depthAt10Bps: number;
  readonly depthAt50Bps: number;
  /** (bids − asks) / (bids + asks) of the quantity within 50 bps; 0 when there is none. */
  readonly bidAskImbalance: number;
  readonly updateRatePerSec: number;
  /** Gaps of the last five minutes. */
  readonly sequenceGaps: number;
}

/** The reading side of one venue's book of one symbol. */
export interface VenueBook {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  /** Grows with every change of content or flag; equal versions mean equal content. */
  readonly version: number;
  /** The venue's number of the last update. */
  readonly sequence: number;
  /** True when a snapshot has ever arrived (and was not dropped as crossed). */
  readonly hasData: boolean;
  /** Why the book is not trusted; undefined while it is. */
  readonly flagged: FlagReason | undefined;
  /** Epoch ms since when it is flagged, whatever the reasons. */
  readonly flaggedAtMs: number | undefined;
  /** Epoch ms of the venue's last message; undefined before the first. */
  readonly updatedAtMs: number | undefined;
  readonly gapsTotal: number;
  readonly resyncsTotal: number;
  readonly updatesTotal: number;
  /** Bytes of the frames and documents that the book was built from. */
  readonly bytesTotal: number;
  /**
   * Delay from the venue's event time to ours at the last update, in ms; undefined where the venue
   * gives none. The two clocks differ: only changes of this value indicate delays.
   */
  readonly lagMs: number | undefined;
  bestBid(): Level | undefined;
  bestAsk(): Level | undefined;
  /** Returns at most `depth` levels, best first. */
  bids(depth: number): Level[];
  asks(depth: number): Level[];
  midPrice(): number | undefined;
  spreadBps(): number | undefined;
  health(): BookHealth;
  qualityRecord(): BookQualityRecord;
}

/** The events that a venue book sends to its owner; both sides of one object. */
export interface VenueBookEvents {
  /** Content or flag changed. Called after the change, at most once per message. */
  changed(book: VenueBook): void;
  /** The book is not trusted any more; called once until a snapshot repairs it. */
  flagged?(book: VenueBook, reason: FlagReason): void;
  /** A snapshot or update arrived and the book can be used. */
  live(): void;
  reconnecting(reason: string): void;
  failed(reason: string): void;
}

export type WritableBook = VenueBook & BookWriter;

export type SubscriptionState = 'pending' | 'active' | 'error' | 'warm_cache';

export interface SubscriptionRecord {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  readonly status: SubscriptionState;
  readonly refCount: number;
  readonly subscribedAtMs: number;
  readonly lastUpdateMs: number | undefined;
  /** True when the book has data and is not flagged. */
  readonly trusted: boolean;
  /** Why no updates come, while none do, or why the book is not trusted. */
  readonly reason: string | undefined;
  /** Epoch ms since when the book is not trusted; undefined while it is. */
  readonly untrustedSinceMs: number | undefined;
}

/** References of one holder, released together. Releasing twice does nothing. */
export interface Hold {
  release(): void;
}

/** Best quote across venues. */
export interface BestQuote {
  readonly price: number;
  readonly quantity: number;
  readonly venue: VenueId;
}

/**
 * The global book (Orderbook §2.2): best quotes over usable venues; lists every venue with data.
 */
export interface GlobalBook {
  readonly symbol: InstrumentSymbol;
  readonly atMs: number;
  readonly bestBid: BestQuote | undefined;
  readonly bestAsk: BestQuote | undefined;
  readonly venues: readonly {
    readonly venue: VenueId;
    readonly bid: number | undefined;
    readonly ask: number | undefined;
    readonly confidence: number;
  }[];
}

/** The result for each of the requested books. */
export interface Subscribed {
  readonly added: readonly SubscriptionRecord[];
  readonly notListed: readonly { readonly symbol: InstrumentSymbol; readonly venue: VenueId }[];
}

/** The order book module as its routes and the other trading modules see it. */
export interface Orderbook {
  /** Venues whose books are offered, in the documents' order. */
  readonly venues: readonly VenueId[];
  /**
   * Adds one counted reference per venue and symbol (a REST subscribe). Venues known not to list a
   * symbol are left out and named. Throws UNSUPPORTED_SYMBOL when none is left for a symbol, before
   * changing anything.
   */
  subscribe(symbols: readonly InstrumentSymbol[], venues: readonly VenueId[]): Subscribed;
  /** Takes one reference each; returns the subscriptions that had one. */
  unsubscribe(
    symbols: readonly InstrumentSymbol[],
    venues: readonly VenueId[],
  ): SubscriptionRecord[];
  /**
   * Adds counted references of one holder, for example a socket. Venues known not to list the
   * symbol are left out. Throws UNSUPPORTED_SYMBOL when none is left.
   */
  hold(symbol: InstrumentSymbol, venues: readonly VenueId[]): Hold & { venues: readonly VenueId[] };
  /** Keeps open a book that the service itself needs; it is neither counted nor listed. */
  keep(symbol: InstrumentSymbol, venue: VenueId): Hold;
  subscriptions(): SubscriptionRecord[];
  /** Returns the book if one is open and has data. */
  book(symbol: InstrumentSymbol, venue: VenueId): VenueBook | undefined;
  /** Returns every open book of the symbol with data, in the order of `venues`. */
  books(symbol: InstrumentSymbol): VenueBook[];
  /** Returns every open book, with or without data, kept ones included. */
  allBooks(): VenueBook[];
  /** Returns the global book over the given venues, or undefined when none of them has data. */
  globalBook(symbol: InstrumentSymbol, venues: readonly VenueId[]): GlobalBook | undefined;
  /** Returns the gaps of every book since the process started, closed books included. */
  gapsTotal(): number;
  /** Returns the venues whose books the feed in use can provide. */
  readyVenues(): readonly VenueId[];
  /** Calls back after every change of any open book. The listener must be quick. */
  onChange(listener: (book: VenueBook) => void): Cancel;
}
