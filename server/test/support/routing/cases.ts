import type { Random } from '../../../src/kit/random.ts';
import type { BookLevel } from '../../../src/trading/venues/bookPort.ts';
import type { BookSides } from '../app/madeMarket.ts';
import { type RouteVenueName, type RoutingService, routeVenues, rulesAt } from './service.ts';

/** An account of a case. */
export interface RouteAccount {
  readonly id: string;
  readonly venue: RouteVenueName;
}

/** A request with the market and the accounts that it is for. */
export interface RouteCase {
  readonly symbol: string;
  readonly side: 'buy' | 'sell';
  readonly accounts: readonly RouteAccount[];
  readonly books: ReadonlyMap<RouteVenueName, Required<BookSides>>;
  /** The body that is sent. */
  readonly body: Readonly<Record<string, unknown>>;
}

export interface CaseTerms {
  readonly symbol: string;
  readonly random: Random;
  /** True when one of the venues has two accounts. */
  readonly hasTwins: boolean;
}

/** More than any case trades. */
const firstUsdt = 1_000_000;
const firstBtc = 10_000;

/** Shows new books at all venues, creates new accounts, and draws a request for them. */
export async function drawCase(service: RoutingService, terms: CaseTerms): Promise<RouteCase> {
  const { random, symbol } = terms;
  const whole = wholeOf(random);
  const books = drawBooks(service, terms);
  const venues = [...routeVenues].filter(() => random.next() < 0.7);
  if (venues.length === 0) venues.push('gateio');
  const twin = venues[whole(0, venues.length)];
  if (terms.hasTwins && twin) venues.push(twin);
  const accounts: RouteAccount[] = [];
  for (const venue of venues) {
    accounts.push({ id: await service.account(venue, drawAccount(terms, venue)), venue });
  }
  const side = random.next() < 0.5 ? 'buy' : 'sell';
  const digits = whole(1, 6);
  const quantity = Number((10 ** random.between(-1.3, 1.9)).toFixed(digits));
  const body = {
    symbol,
    side,
    quantity,
    exchange_account_ids: accounts.map(({ id }) => id),
    max_venues: whole(1, 5),
    max_slippage_bps: [15, 50, 120, 600][whole(0, 4)] ?? 50,
  };
  return { symbol, side, accounts, books, body };
}

/** Shows new books at all venues. */
export function drawBooks(
  service: RoutingService,
  { random, symbol }: Pick<CaseTerms, 'random' | 'symbol'>,
): RouteCase['books'] {
  const mid = 80 + wholeOf(random)(0, 4_000) / 100;
  const books = new Map(routeVenues.map((venue) => [venue, drawBook(random, venue, mid)] as const));
  for (const [venue, sides] of books) service.books.show(venue, symbol, sides);
  return books;
}

/** Returns a whole number from `low` to below `high`. */
export function wholeOf(random: Random): (low: number, high: number) => number {
  return (low, high) => Math.floor(random.between(low, high));
}

/** Draws levels on the steps of the venue, around its own mid: venues cross one another. */
function drawBook(random: Random, venue: RouteVenueName, mid: number): Required<BookSides> {
  const { priceTick = 1, quantityStep = 1 } = rulesAt(venue);
  const whole = wholeOf(random);
  const own = Math.round((mid * (1 + random.between(-0.004, 0.004))) / priceTick);
  const side = (sign: 1 | -1): BookLevel[] => {
    // Some books are so thin that a slice of one level is worth too little.
    const depth = [0.1, 2, 8, 8][whole(0, 4)] ?? 8;
    let ticks = own + (sign === 1 ? 1 : 0);
    return Array.from({ length: whole(1, 12) }, () => {
      const price = Number((ticks * priceTick).toPrecision(12));
      ticks += sign * whole(1, 5);
      const lots = whole(1, Math.ceil(depth / quantityStep));
      return [price, Number((lots * quantityStep).toPrecision(12))] as const;
    });
  };
  return { bids: side(-1), asks: side(1) };
}

/** Draws its own fees or the venue's; balances and a daily limit that are plenty, or short. */
function drawAccount({ random, symbol }: CaseTerms, venue: RouteVenueName): object {
  const whole = wholeOf(random);
  const bps = () => whole(-100, 3_000) / 100;
  const fees = { maker_bps: bps(), taker_bps: bps() };
  const pick = random.next();
  const overrides = pick < 0.4 ? fees : { pairs: { [symbol]: fees } };
  const isShort = random.next() < 0.25;
  const wallet = isShort
    ? { USDT: String(whole(20, 3_000)), BTC: String(whole(2, 300) / 10) }
    : { USDT: String(firstUsdt), BTC: String(firstBtc) };
  return {
    paper_balances: { spot: wallet, ...(venue !== 'bybit' && { swap: wallet }) },
    ...(pick < 0.7 && { fee_overrides: overrides }),
    ...(random.next() < 0.2 && { daily_limit_usd: whole(100, 2_000) }),
  };
}
