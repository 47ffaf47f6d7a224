import { createCache } from '../../../../kit/cache.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { withDeadline } from '../../../../kit/deadline.ts';
import type { Account } from '../../../model/account.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { placeKey, type VenuePlace } from '../../../model/venuePlace.ts';

/** A market of a venue, as seen by its paper or by its live accounts. */
export interface FillMarket extends VenuePlace {
  readonly mode: Account['mode'];
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
}

/** A figure, and when it was seen. */
export interface Seen {
  readonly value: number;
  /** Epoch ms. */
  readonly atMs: number;
}

/** A figure of a venue, and the time it arrived by our own clock. */
export interface ReceivedPrice extends Seen {
  /** Time by the venue's clock, never before the figure was made; undefined when not known. */
  readonly venueMs: number | undefined;
}

/** Current prices of markets. An unknown price is undefined: never an old or a made-up one. */
export interface MarketPrices {
  /** Returns the mark price; for spot, the mid of the venue's book. */
  mark(market: FillMarket): Promise<ReceivedPrice | undefined>;
}

export interface PricesDeps {
  /** Reads the mark price of a derivative; undefined where its venue has none. */
  readonly markPrice: (
    market: FillMarket,
    signal: AbortSignal,
  ) => Promise<ReceivedPrice | undefined>;
  /** Returns the best prices of the venue's book; undefined while it is missing or out of order. */
  readonly bestPrices: (market: FillMarket) => Promise<BestPrices | undefined>;
  readonly clock: Clock;
}

export interface BestPrices {
  readonly bid: number;
  readonly ask: number;
}

/** The top of a book that is in order, with the timestamp that fills of the market compare with. */
export interface BookSight extends BestPrices {
  readonly atMs: number;
}

export function marketName({ mode, symbol, ...place }: FillMarket): string {
  return `${placeKey(place)} ${mode} ${symbol}`;
}

/** Time for which all fills of a market share one answer. */
const sharedMs = 1_000;
const marketsMax = 1_000;
/** Longest wait for an answer: a later figure does not describe the moment it was wanted for. */
const answerMsMax = 2_000;

interface Answer {
  readonly heard: ReceivedPrice | undefined;
}

export function createMarketPrices({ markPrice, bestPrices, clock }: PricesDeps): MarketPrices {
  const marks = createCache<Answer>({ clock, ttlMs: sharedMs, sizeMax: marketsMax });
  /** A failure is shared too: not every fill asks a venue that does not answer. */
  const ask = async (market: FillMarket): Promise<Answer> => {
    try {
      const told = await withDeadline({ clock, limitMs: answerMsMax }, (signal) =>
        markPrice(market, signal),
      );
      return { heard: told && isPrice(told.value) ? told : undefined };
    } catch {
      return { heard: undefined };
    }
  };
  return {
    async mark(market) {
      if (market.marketType !== 'spot') {
        return (await marks.get(marketName(market), () => ask(market))).heard;
      }
      const best = await bestPrices(market);
      const value = best === undefined ? Number.NaN : (best.bid + best.ask) / 2;
      if (!isPrice(value)) return undefined;
      const atMs = clock.now();
      return { value, atMs, venueMs: atMs };
    },
  };
}

function isPrice(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
