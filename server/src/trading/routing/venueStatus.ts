import { unreachedReason } from '../accounts/index.ts';
import type { OrderMarkets } from '../execution/index.ts';
import type { FeeRecord, Fees } from '../fees/types.ts';
import type { Account } from '../model/account.ts';
import { marketTypeOf } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { ReadyBooks } from '../orderbook/index.ts';
import { isRefusal } from './refusals.ts';
import { venueRefusal } from './tradable.ts';
import type { VenueStatus } from './types.ts';
import { judgeBook } from './usableBook.ts';

export interface VenueStatusDeps {
  readonly markets: OrderMarkets;
  readonly books: ReadyBooks;
  readonly fees: Fees;
  /** Every venue that could be routed to, in the order of the answer. */
  readonly venues: readonly VenueId[];
}

/** A query for venues. */
export interface VenueQuestion {
  readonly symbol: InstrumentSymbol;
  /** Undefined for those that list the symbol. */
  readonly venues: readonly VenueId[] | undefined;
  /** Accounts of the caller. */
  readonly accounts: readonly Account[];
}

export type ReadVenueStatus = (question: VenueQuestion) => Promise<readonly VenueStatus[]>;

/** Lists the venues that could be routed to now, and their fees for the caller (Trading §4.6). */
export function createVenueStatus(deps: VenueStatusDeps): ReadVenueStatus {
  const { markets, books, fees } = deps;
  return async ({ symbol, venues: named, accounts }) => {
    const asked = named ?? deps.venues;
    if (asked.some((venue) => !markets.knows(venue))) await markets.prepare();
    const mayList = (venue: VenueId) =>
      !markets.knows(venue) || markets.rulesOf(venue, symbol) !== undefined;
    const venues = named ?? asked.filter(mayList);
    const reasons = new Map(
      venues.flatMap((venue) => {
        const reason = unlistedReason(markets, venue, symbol);
        return reason === undefined ? [] : [[venue, reason] as const];
      }),
    );
    const open = venues.filter((venue) => !reasons.has(venue));
    const [shown, lowest] = await Promise.all([
      books.ready(symbol, open),
      Promise.all(open.map((venue) => lowestFee(fees, { symbol, accounts, venue }))),
    ]);
    const byVenue = new Map(shown.map((book) => [book.venue, book]));
    const feeOf = new Map(lowest.map((fee) => [fee.venue, fee]));
    return venues.map((venue) => {
      const reason = reasons.get(venue);
      if (reason !== undefined) return { venue, isAvailable: false, reason };
      const usable = judgeBook(byVenue.get(venue), venue, symbol);
      if (isRefusal(usable)) return { venue, isAvailable: false, reason: usable.message };
      const { book, health } = usable;
      const fee = feeOf.get(venue) ?? fees.schedule(venue);
      return { venue, isAvailable: true, ...health, spreadBps: book.spreadBps(), fee };
    });
  };
}

/** The maximum that a route may name: each may need a request to its exchange the first time. */
const accountsMax = 32;

/**
 * Returns the fee that a route would pay at a venue: routes fill the accounts with low fees first.
 * It is the fee of the schedule if the caller has no account there.
 */
async function lowestFee(
  fees: Fees,
  { symbol, accounts, venue }: Omit<VenueQuestion, 'venues'> & { readonly venue: VenueId },
): Promise<FeeRecord> {
  const own = accounts
    .filter((account) => account.venue === venue)
    .filter((account) => unreachedReason(account, marketTypeOf(symbol)) === undefined);
  // A route leaves out halted accounts; if all are halted, theirs is the fee once they resume.
  const going = own.filter(({ halted }) => !halted);
  const asked = (going.length > 0 ? going : own).slice(0, accountsMax);
  const told = await Promise.all(asked.map((account) => fees.of(account, symbol)));
  const [lowest] = told.toSorted((a, b) => a.takerBps - b.takerBps);
  return lowest ?? fees.schedule(venue);
}

/** No book would come, so nobody has to wait for it. Undefined when the list is not known. */
function unlistedReason(
  markets: OrderMarkets,
  venue: VenueId,
  symbol: InstrumentSymbol,
): string | undefined {
  const marketType = marketTypeOf(symbol);
  if (markets.knows(venue)) {
    const market = markets.rulesOf(venue, symbol);
    if (!market) return `${venue} lists no ${marketType} market ${symbol}.`;
    if (!market.isActive) return `${venue} is not accepting orders in ${symbol}.`;
  }
  return venueRefusal(venue, { symbol, marketType })?.message;
}
