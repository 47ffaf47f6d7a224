import type { MakerTakerFees } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type { VenueId } from '../model/venue.ts';

export { MarketSourceError } from '../model/marketSourceError.ts';

export type MarketKind = MarketType;

/**
 * One market as its exchange lists it. Steps and minimums are undefined when the exchange gives
 * none.
 */
export interface ListedMarket {
  readonly symbol: InstrumentSymbol;
  readonly kind: MarketKind;
  readonly base: string;
  readonly quote: string;
  /** The asset in which derivatives are settled. */
  readonly settle: string | undefined;
  /** The exchange's own name of the market. */
  readonly venueSymbol: string;
  /** True while the market accepts orders. */
  readonly isActive: boolean;
  /** Step of prices, in the quote currency. */
  readonly priceTick: number | undefined;
  /**
   * Maximum number of significant digits of a price that is not a whole number, where the exchange
   * limits them.
   */
  readonly priceDigitsMax?: number;
  /** Step of quantities, in base units; in contracts where `isInverse`. */
  readonly quantityStep: number | undefined;
  /** Smallest quantity of an order, in base units; in contracts where `isInverse`. */
  readonly quantityMin: number | undefined;
  /** Smallest value of an order, in the quote currency. */
  readonly notionalMin: number | undefined;
  /** Base units per contract (quote units for inverse contracts); 1 for spot. */
  readonly contractSize: number;
  /** True when a contract is worth a fixed amount of the quote currency. */
  readonly isInverse: boolean;
  /** Base-tier fees that the list itself gives for the market. */
  readonly fees?: MakerTakerFees;
}

/** An exchange's figures of a market's last 24 hours. */
export interface MarketTicker {
  readonly symbol: InstrumentSymbol;
  /** In the quote currency. */
  readonly last: number | undefined;
  /** In the quote currency. */
  readonly quoteVolume24h: number | undefined;
  readonly baseVolume24h: number | undefined;
}

/** Markets of one exchange. Both calls reject with `MarketSourceError`. */
export interface MarketSource {
  readonly venue: VenueId;
  markets(signal: AbortSignal): Promise<readonly ListedMarket[]>;
  tickers(signal: AbortSignal): Promise<readonly MarketTicker[]>;
}
