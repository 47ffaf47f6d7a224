import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { BookHealth, VenueBook } from '../orderbook/types.ts';
import type { Refusal } from './refusals.ts';

/** Trading §4.6: venues below this confidence, or older than this, are excluded. */
const confidenceMin = 0.4;
const stalenessMsMax = 2_000;

/** A book that a route may use. */
export interface UsableBook {
  readonly book: VenueBook;
  readonly bid: number;
  readonly ask: number;
  readonly health: BookHealth;
}

/** Returns the book, or why no route uses it. A flagged book may be out of sync. */
export function judgeBook(
  book: VenueBook | undefined,
  venue: VenueId,
  symbol: InstrumentSymbol,
): UsableBook | Refusal {
  if (!book?.hasData) {
    return { reason: 'NO_BOOK', message: `${venue} shows no book of ${symbol} now.` };
  }
  const health = book.health();
  const refusal = flaggedRefusal(book) ?? unhealthyRefusal(book, health);
  if (refusal) return refusal;
  // Orders are valued at both sides, whichever side is taken.
  const bid = book.bestBid()?.[0];
  const ask = book.bestAsk()?.[0];
  if (bid === undefined || ask === undefined) {
    const side = bid === undefined ? 'bids' : 'asks';
    return { reason: 'EMPTY_SIDE', message: `The book of ${venue} has no ${side} now.` };
  }
  return { book, bid, ask, health };
}

function flaggedRefusal({ venue, flagged }: VenueBook): Refusal | undefined {
  if (flagged === undefined) return undefined;
  const message = `The book of ${venue} is being put right (${flagged}).`;
  return { reason: 'BOOK_FLAGGED', message };
}

function unhealthyRefusal(
  { venue }: VenueBook,
  { stalenessMs, confidence }: BookHealth,
): Refusal | undefined {
  if (stalenessMs > stalenessMsMax) {
    const message =
      `The book of ${venue} is ${Math.ceil(stalenessMs)} ms old, ` +
      `more than ${stalenessMsMax} ms.`;
    return { reason: 'BOOK_STALE', message };
  }
  if (confidence >= confidenceMin) return undefined;
  // Rounded down, so that a value below the bound never reads as the bound itself.
  const told = (Math.floor(confidence * 1e4) / 1e4).toString();
  const message = `The confidence in the book of ${venue} is ${told}, below ${confidenceMin}.`;
  return { reason: 'LOW_CONFIDENCE', message };
}
