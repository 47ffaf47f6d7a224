import type { Cancel, Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { Hold, Orderbook, VenueBook } from './types.ts';

/** Books for callers that need them now and did not subscribe. */
export interface ReadyBooks {
  /**
   * Returns the books of a symbol that have data, flagged ones included, in the order of the
   * venues. Books that are not open are opened and waited for, two seconds at most. All of them
   * stay open for some minutes after each use, and one that takes longer continues to open
   * meanwhile.
   */
  ready(symbol: InstrumentSymbol, venues: readonly VenueId[]): Promise<readonly VenueBook[]>;
}

/** Design: no active book. */
const bookWaitMs = 2_000;
/**
 * Longer than any first snapshot takes, and than the pauses of callers that ask repeatedly; after
 * it a book is warm for five minutes more.
 */
const heldMs = 120_000;
/** A quarter of the books that may be open at once: subscribers always find room. */
const heldMax = 500;

interface ReadyBooksDeps {
  readonly orderbook: Pick<Orderbook, 'book' | 'keep' | 'onChange'>;
  readonly clock: Clock;
}

/** `stop` releases all books. */
export function createReadyBooks(deps: ReadyBooksDeps): ReadyBooks & { stop(): void } {
  const { orderbook } = deps;
  const { use, stop } = createHolds(deps);
  return {
    async ready(symbol, venues) {
      const opened = venues.filter((venue) => use(symbol, venue));
      const missing = opened.filter((venue) => !orderbook.book(symbol, venue));
      if (missing.length > 0) await arrivalOf(deps, symbol, missing);
      return venues.flatMap((venue) => orderbook.book(symbol, venue) ?? []);
    },
    stop,
  };
}

/** Keeps one hold for each book in use. */
function createHolds({ orderbook, clock }: ReadyBooksDeps) {
  // Invariant: the book that was used longest ago comes first.
  const held = new Map<string, { readonly hold: Hold; readonly cancel: Cancel }>();
  const release = (key: string): void => {
    const found = held.get(key);
    held.delete(key);
    found?.cancel();
    found?.hold.release();
  };
  return {
    /** Keeps the book open for some minutes from now on; returns false when it cannot be opened. */
    use(symbol: InstrumentSymbol, venue: VenueId): boolean {
      const key = `${venue} ${symbol}`;
      const known = held.get(key);
      known?.cancel();
      held.delete(key);
      const hold = known?.hold ?? keep(orderbook, symbol, venue);
      if (!hold) return false;
      const [oldest] = held.keys();
      if (oldest !== undefined && held.size >= heldMax) release(oldest);
      held.set(key, { hold, cancel: clock.schedule(heldMs, () => release(key)) });
      return true;
    },
    stop(): void {
      for (const key of [...held.keys()]) release(key);
    },
  };
}

/** Resolves when all of them have data, or the wait is over. */
async function arrivalOf(
  { orderbook, clock }: ReadyBooksDeps,
  symbol: InstrumentSymbol,
  venues: readonly VenueId[],
): Promise<void> {
  const waiting = new Set(venues);
  await new Promise<void>((resolve) => {
    const finish = () => {
      cancel();
      unlisten();
      resolve();
    };
    const cancel = clock.schedule(bookWaitMs, finish);
    const unlisten = orderbook.onChange((book) => {
      if (book.symbol !== symbol || !book.hasData) return;
      if (waiting.delete(book.venue) && waiting.size === 0) finish();
    });
  });
}

/** Undefined when no feed has books of the venue or symbol, or too many books are open. */
function keep(
  orderbook: Pick<Orderbook, 'keep'>,
  symbol: InstrumentSymbol,
  venue: VenueId,
): Hold | undefined {
  try {
    return orderbook.keep(symbol, venue);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
