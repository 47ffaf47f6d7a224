import type { MakerTakerFees } from '../../model/account.ts';
import type { ListedMarket, MarketTicker } from '../marketPort.ts';
import type { Fields } from './json.ts';

/**
 * The fields that are read of a market as ccxt unifies it; all of our classes count precision in
 * steps.
 */
export interface CcxtMarket {
  readonly id: string;
  readonly symbol: string;
  readonly type: string;
  readonly active?: boolean | undefined;
  readonly inverse?: boolean | undefined;
  readonly contractSize?: number | undefined;
  readonly precision: { readonly amount?: number | undefined; readonly price?: number | undefined };
  readonly limits: {
    readonly amount?: { readonly min?: number | undefined } | undefined;
    readonly cost?: { readonly min?: number | undefined } | undefined;
  };
  /** The exchange's own entry. */
  readonly info: Fields;
}

/** Names are unique within one group of a venue. */
export type MarketGroup = 'spot' | 'linear' | 'inverse';

export interface TickerRow {
  readonly venueSymbol: string;
  readonly fields: Fields;
}

/** One document of 24-hour figures. */
export interface TickerQuery {
  readonly path: string;
  /** ccxt's name of the hosts and folders that the path belongs to. */
  readonly api: string | readonly string[];
  readonly method?: 'GET' | 'POST';
  readonly params?: Readonly<Record<string, string>>;
  readonly groups: readonly MarketGroup[];
  /** Returns the rows of the answer, or undefined when it does not have the expected shape. */
  readonly rows: (answer: unknown) => readonly TickerRow[] | undefined;
}

export type TickerFigures = Omit<MarketTicker, 'symbol'>;

/** The list of a venue's markets by one class of ccxt, with corrections of its errors. */
export interface VenueListing {
  /** The file of the class in the package. */
  readonly ccxtClass: string;
  /** Passes of `fetchMarkets`, each over some of the kinds; options are never among them. */
  readonly marketQueries: readonly {
    readonly types?: readonly string[];
    readonly params?: Readonly<Record<string, string>>;
  }[];
  /** Corrects ccxt's view of a market; undefined leaves the market out. */
  readonly correct?: (market: CcxtMarket) => CcxtMarket | undefined;
  /**
   * Maximum number of significant digits of a price that is not a whole number, where the venue
   * limits them.
   */
  readonly priceDigitsMax?: number;
  /** Returns fees of the base tier, where the list gives them. */
  readonly readFees?: (market: CcxtMarket) => MakerTakerFees | undefined;
  readonly tickerQueries: readonly TickerQuery[];
  readonly readTicker: (fields: Fields, market: ListedMarket) => TickerFigures;
}
