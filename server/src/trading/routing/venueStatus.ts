import type { OrderMarkets } from '../execution/index.ts';
import type { Fees } from '../fees/types.ts';
import { marketTypeOf } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { ReadyBooks } from '../orderbook/index.ts';
import { isRefusal } from './refusals.ts';
import type { VenueStatus } from './types.ts';
import { judgeBook } from './usableBook.ts';

export interface VenueStatusDeps {
  readonly markets: OrderMarkets;
  readonly books: ReadyBooks;
  readonly fees: Pick<Fees, 'schedule'>;
}

export type ReadVenueStatus = (
  symbol: InstrumentSymbol,
  venues: readonly VenueId[],
) => Promise<readonly VenueStatus[]>;

/** Whether venues could be routed to now, whoever's account it is (Trading §4.6). */
export function createVenueStatus({ markets, books, fees }: VenueStatusDeps): ReadVenueStatus {
  return async (symbol, venues) => {
    if (venues.some((venue) => !markets.knows(venue))) await markets.prepare();
    const reasons = new Map(
      venues.flatMap((venue) => {
        const reason = unlistedReason(markets, venue, symbol);
        return reason === undefined ? [] : [[venue, reason] as const];
      }),
    );
    const listing = venues.filter((venue) => !reasons.has(venue));
    const shown = await books.ready(symbol, listing);
    const byVenue = new Map(shown.map((book) => [book.venue, book]));
    return venues.map((venue) => {
      const reason = reasons.get(venue);
      if (reason !== undefined) return { venue, isAvailable: false, reason };
      const usable = judgeBook(byVenue.get(venue), venue, symbol);
      if (isRefusal(usable)) return { venue, isAvailable: false, reason: usable.message };
      const { book, health } = usable;
      const feeBps = fees.schedule(venue).takerBps;
      return { venue, isAvailable: true, ...health, spreadBps: book.spreadBps(), feeBps };
    });
  };
}

/** A book would not come, and nobody has to wait for it. Undefined where the list is not known. */
function unlistedReason(
  markets: OrderMarkets,
  venue: VenueId,
  symbol: InstrumentSymbol,
): string | undefined {
  if (!markets.knows(venue)) return undefined;
  const market = markets.rulesOf(venue, symbol);
  if (!market) return `${venue} lists no ${marketTypeOf(symbol)} market ${symbol}.`;
  return market.isActive ? undefined : `${venue} takes no orders in ${symbol} now.`;
}
