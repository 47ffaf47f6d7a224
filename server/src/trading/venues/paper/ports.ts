import type { Cancel, Clock } from '../../../kit/clock.ts';
import type { Ids } from '../../../kit/ids.ts';
import type { Store } from '../../../store/types.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueId } from '../../model/venue.ts';
import type { BookLevel } from '../bookPort.ts';
import type { ListedMarket } from '../marketPort.ts';
import type { PaperFunding, PaperVenue } from '../paperPort.ts';

/** The part of a book that the paper venue reads; books of the orderbook module have it. */
export interface PaperBook {
  readonly venue: VenueId;
  readonly symbol: InstrumentSymbol;
  /** Grows with every change of content or flag. */
  readonly version: number;
  readonly flagged: string | undefined;
  /** At most `depth` levels, best first. */
  bids(depth: number): readonly BookLevel[];
  asks(depth: number): readonly BookLevel[];
  health(): { readonly quality: string };
}

/** Source of books: the part of the orderbook module that this venue needs. */
export interface PaperBooks {
  /** Keeps a book open until it is released; throws where it cannot be had. */
  keep(symbol: InstrumentSymbol, venue: VenueId): { release(): void };
  /** The book if one is open and has data. */
  book(symbol: InstrumentSymbol, venue: VenueId): PaperBook | undefined;
  /** Calls back after every change of any open book. */
  onChange(listener: (book: PaperBook) => void): Cancel;
}

/** Points at which a call can be lost, in the order in which it passes them. */
export type PaperBoundary =
  /** The call never arrives. */
  | 'beforeAccept'
  /** The call is carried out; the answer is lost while the venue still writes it down. */
  | 'beforeDurable'
  /** The call is carried out and written down; the answer is lost. */
  | 'beforeAnswer';

/** Loses calls and answers, as a network does: the caller then gets `unknown`. */
export interface PaperFaults {
  isLost(
    boundary: PaperBoundary,
    call: { readonly verb: 'submit' | 'cancel'; readonly clientId: string },
  ): boolean;
}

export interface PaperDeps {
  readonly store: Pick<Store, 'db' | 'write'>;
  /** Epoch of the process that owns the engine; an older owner can write nothing. */
  readonly epoch: number;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly books: PaperBooks;
  readonly venueOf: (venue: VenueId) => PaperVenue;
  /** Returns the venue's own rules of a market; undefined when it lists none of that name. */
  readonly rulesOf: (venue: VenueId, symbol: InstrumentSymbol) => ListedMarket | undefined;
  readonly funding: PaperFunding;
  /** Faults to inject; none by default. */
  readonly faults?: PaperFaults;
  readonly observe: {
    /** An account could not be read or written; the call is tried again. */
    paperStoreFailed(accountId: string, error: unknown): void;
  };
}
