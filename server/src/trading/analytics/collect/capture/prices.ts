import { createCache } from '../../../../kit/cache.ts';
import type { Clock } from '../../../../kit/clock.ts';
import { withDeadline } from '../../../../kit/deadline.ts';
import type { Account } from '../../../model/account.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { placeKey, type VenuePlace } from '../../../model/venuePlace.ts';

/** A market of a venue, as its paper or its live accounts have it. */
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

/** A figure of a venue, and when it came by our own clock. */
export interface HeardPrice extends Seen {
  /** By the venue's clock, never before the figure was made; undefined where nobody can tell. */
  readonly venueMs: number | undefined;
}

/** Where markets stand now. Undefined is what cannot be told: never an old or a made-up figure. */
export interface MarketPrices {
  /** The mark price; of spot, the mid of the venue's book. */
  mark(market: FillMarket): Promise<HeardPrice | undefined>;
}

export interface PricesDeps {
  /** Reads the mark price of a derivative; undefined where its venue has none. */
  readonly markPrice: (market: FillMarket, signal: AbortSignal) => Promise<HeardPrice | undefined>;
  /** The best prices of the venue's book, once it is there; undefined while it is out of order. */
  readonly bestPrices: (market: FillMarket) => Promise<BestPrices | undefined>;
  readonly clock: Clock;
}

export interface BestPrices {
  readonly bid: number;
  readonly ask: number;
}

/** The top of a book that is in order, with the stamp that fills of the market compare with. */
export interface BookSight extends BestPrices {
  readonly atMs: number;
}

export function marketName({ mode, symbol, ...place }: FillMarket): string {
  return `${placeKey(place)} ${mode} ${symbol}`;
}

/** All fills of a market share what is asked of it. */
const sharedMs = 1_000;
const marketsMax = 1_000;
/** A figure that comes later is no figure of the moment it was wanted for. */
const answerMsMax = 2_000;

interface Answer {
  readonly heard: HeardPrice | undefined;
}

export function createMarketPrices({ markPrice, bestPrices, clock }: PricesDeps): MarketPrices {
  const marks = createCache<Answer>({ clock, ttlMs: sharedMs, sizeMax: marketsMax });
  /** A failure too is shared: a venue that does not answer is not asked by every fill. */
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
