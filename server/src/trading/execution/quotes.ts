import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { type InstrumentSymbol, symbolParts } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';
import type { Orderbook, VenueBook } from '../orderbook/types.ts';
import type { Valuation } from '../valuation/types.ts';

/** Where a market stands, in its quote. */
export interface MarketQuote {
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
}

export interface Quotes {
  /**
   * Where the market stands: its own book, opened for it if need be, or else what the assets are
   * worth. PRICES_UNAVAILABLE when neither is known.
   */
  market(venue: VenueId, symbol: InstrumentSymbol): Promise<MarketQuote>;
  /** USD of one unit of an asset. PRICES_UNAVAILABLE when it is not known. */
  usd(asset: string): Promise<number>;
}

export interface QuotesDeps {
  readonly orderbook: Pick<Orderbook, 'book' | 'keep' | 'onChange'>;
  readonly valuation: Valuation;
  readonly clock: Clock;
  /** False where books are not of the real market: what assets are worth says nothing of them. */
  readonly takesWorth?: boolean;
}

/** As long as a start of an algorithm waits for its first book (design: no active book). */
const bookWaitMs = 2_000;
/**
 * An older rate is none. Of a currency an hour's move stays well within a percent, and a limit in
 * dollars needs no more.
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
      // The book of somebody else may have become whole between the two looks.
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

/** Returns the price of a market by the worth of its assets; undefined while one is not known. */
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

/** A minute: after it the rate is asked for anew, while the known one still serves. */
const rateAgeMsFresh = 60_000;

function known(valuation: Valuation, clock: Clock, asset: string): number | undefined {
  const rate = valuation.latest(asset);
  if (!rate) return undefined;
  const ageMs = clock.now() - rate.atMs;
  // Nobody waits for the answer: the next order has it.
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

/** Undefined where no feed has books of the venue or the symbol. */
function keep(orderbook: Pick<Orderbook, 'keep'>, venue: VenueId, symbol: InstrumentSymbol) {
  try {
    return orderbook.keep(symbol, venue);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
