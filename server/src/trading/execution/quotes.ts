import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { type InstrumentSymbol, symbolParts } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { Orderbook, VenueBook } from '../orderbook/types.ts';
import type { Valuation } from '../valuation/types.ts';

/** The prices of a market, in its quote currency. */
export interface MarketQuote {
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
}

export interface Quotes {
  /**
   * Returns the prices of a market from its own book, which is opened if necessary, or else from
   * the value of its assets. Rejects with PRICES_UNAVAILABLE when neither is known.
   */
  market(venue: VenueId, symbol: InstrumentSymbol): Promise<MarketQuote>;
  /**
   * Returns the USD value of one unit of an asset. Rejects with PRICES_UNAVAILABLE when it is
   * unknown.
   */
  usd(asset: string): Promise<number>;
}

export interface QuotesDeps {
  readonly orderbook: Pick<Orderbook, 'book' | 'keep' | 'onChange'>;
  readonly valuation: Valuation;
  readonly clock: Clock;
  /**
   * False when books are not of the real market: the value of assets then tells nothing about them.
   */
  readonly takesWorth?: boolean;
}

/**
 * Maximum wait for a book: as long as an algorithm's start waits for its first book (design: no
 * active book).
 */
const bookWaitMs = 2_000;
/**
 * Maximum age of a rate. A currency moves well below one percent in an hour, and a limit in dollars
 * needs no more precision.
 */
const rateAgeMsMax = 3_600_000;

export function createQuotes({
  orderbook,
  valuation,
  clock,
  takesWorth = true,
}: QuotesDeps): Quotes {
  const shown = (venue: VenueId, symbol: InstrumentSymbol) =>
    toQuote(orderbook.book(symbol, venue));

  /** Opens the book and waits for its first quote; undefined when none comes in time. */
  const awaited = (
    venue: VenueId,
    symbol: InstrumentSymbol,
  ): Promise<MarketQuote | undefined> | undefined => {
    const hold = keep(orderbook, venue, symbol);
    if (!hold) return undefined;
    return new Promise<MarketQuote | undefined>((resolve) => {
      const finish = (quote: MarketQuote | undefined) => {
        cancel();
        unlisten();
        resolve(quote);
      };
      const cancel = clock.schedule(bookWaitMs, () => finish(undefined));
      const unlisten = orderbook.onChange((book) => {
        if (book.symbol !== symbol || book.venue !== venue) return;
        const quote = toQuote(book);
        if (quote) finish(quote);
      });
      // A book that other code opened may have become complete between the two checks.
      const quote = shown(venue, symbol);
      if (quote) finish(quote);
    }).finally(() => hold.release());
  };

  const byWorth = (symbol: InstrumentSymbol): MarketQuote | undefined =>
    takesWorth ? worthOf(valuation, clock, symbol) : undefined;

  return {
    async market(venue, symbol) {
      const quote = shown(venue, symbol) ?? (await awaited(venue, symbol)) ?? byWorth(symbol);
      if (quote) return quote;
      throw new AppError('PRICES_UNAVAILABLE', {
        message: `${noBook(venue, symbol)} Try again shortly.`,
        data: { symbol },
      });
    },
    async usd(asset) {
      const usd = known(valuation, clock, asset) ?? (await asked(valuation, clock, asset));
      if (usd !== undefined) return usd;
      throw new AppError('PRICES_UNAVAILABLE', {
        message: `No USD price for ${asset}. Try again shortly.`,
        data: { asset },
      });
    },
  };
}

function noBook(venue: VenueId, symbol: InstrumentSymbol): string {
  return `No usable ${venue} book for ${symbol}; cannot check the order.`;
}

/** Returns the price of a market from the value of its assets; undefined while one is unknown. */
function worthOf(
  valuation: Valuation,
  clock: Clock,
  symbol: InstrumentSymbol,
): MarketQuote | undefined {
  const { base, quote } = symbolParts(symbol);
  const [baseUsd, quoteUsd] = [base, quote].map((asset) => known(valuation, clock, asset));
  if (baseUsd === undefined || quoteUsd === undefined) return undefined;
  const mid = baseUsd / quoteUsd;
  return { bid: mid, ask: mid, mid };
}

/** One minute: after it the rate is requested again, while the known one is still used. */
const rateAgeMsFresh = 60_000;

function known(valuation: Valuation, clock: Clock, asset: string): number | undefined {
  const rate = valuation.latest(asset);
  if (!rate) return undefined;
  const ageMs = clock.now() - rate.atMs;
  // Nobody waits for the answer; the next order uses it.
  if (ageMs > rateAgeMsFresh) void valuation.usd(asset).catch(() => undefined);
  return ageMs > rateAgeMsMax ? undefined : rate.usd;
}

async function asked(
  valuation: Valuation,
  clock: Clock,
  asset: string,
): Promise<number | undefined> {
  const rate = await valuation.usd(asset).catch(() => undefined);
  return rate && clock.now() - rate.atMs <= rateAgeMsMax ? rate.usd : undefined;
}

function toQuote(book: VenueBook | undefined): MarketQuote | undefined {
  if (!book || book.flagged !== undefined || book.health().quality === 'UNAVAILABLE') {
    return undefined;
  }
  const bid = book.bestBid()?.[0];
  const ask = book.bestAsk()?.[0];
  return bid === undefined || ask === undefined ? undefined : { bid, ask, mid: (bid + ask) / 2 };
}

/** Opens the book; undefined when no feed has books of the venue or the symbol. */
function keep(orderbook: Pick<Orderbook, 'keep'>, venue: VenueId, symbol: InstrumentSymbol) {
  try {
    return orderbook.keep(symbol, venue);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
