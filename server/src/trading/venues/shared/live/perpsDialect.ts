import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type {
  CandleQuery,
  LedgerQuery,
  MarginMode,
  MarkCandle,
  MovedFunds,
  PerpMarket,
  PortfolioMarginAsset,
  PortfolioMarginTotals,
  SinceQuery,
  VenueFundingRate,
  VenueLedgerEntry,
  VenueLeverage,
  VenueMark,
  VenuePosition,
  VenueRebate,
  VenueResult,
  VenueTwap,
  VenueTwapFill,
  WalletMove,
  WalletName,
} from '../../perpsPort.ts';
import type { VenueBalances } from '../../venuePort.ts';
import type { DialectCall, PublicCall } from './dialectCall.ts';

/** The questions to one class of ccxt about derivatives that need no account. */
export interface RatesDialect {
  readonly fundingRate: (call: PublicCall, market: PerpMarket) => Promise<VenueFundingRate>;
  /**
   * Reads the mark price of a market in one request, which may tell those of others as well; what
   * the venue has no price of is left out.
   */
  readonly marks: (call: PublicCall, market: PerpMarket) => Promise<readonly VenueMark[]>;
  /** True where that request tells all markets of the same type. */
  readonly tellsAllMarks?: true;
  /** Candles of a minute each; left out where the venue keeps none. */
  readonly markCandles?: (call: PublicCall, query: CandleQuery) => Promise<readonly MarkCandle[]>;
}

/**
 * How one class of ccxt handles derivatives. What the venue has not is left out. Methods throw what
 * the call threw: `failureOf` tells what it means. What sets something may be repeated; a venue's
 * word that it is set already is no error.
 */
export interface PerpsDialect extends RatesDialect {
  readonly leverage?: {
    get(call: DialectCall, market: PerpMarket): Promise<VenueLeverage>;
    set(
      call: DialectCall,
      setting: PerpMarket & { readonly leverage: number },
    ): Promise<VenueResult>;
  };
  setMarginMode?(
    call: DialectCall,
    setting: PerpMarket & { readonly marginMode: MarginMode },
  ): Promise<VenueResult>;
  /** Linear and inverse ones of the market type, or those of a symbol; flat ones left out. */
  positions(
    call: DialectCall,
    marketType: PerpMarket['marketType'],
    symbol: InstrumentSymbol | undefined,
  ): Promise<readonly VenuePosition[]>;
  /** In any order, at least those that the query asks for; so is the next. */
  fundingPayments(call: DialectCall, query: LedgerQuery): Promise<readonly VenueLedgerEntry[]>;
  realizedPnl(call: DialectCall, query: LedgerQuery): Promise<readonly VenueLedgerEntry[]>;
  rebates?(call: DialectCall, query: SinceQuery): Promise<readonly VenueRebate[]>;
  twapFills?(call: DialectCall, query: SinceQuery): Promise<readonly VenueTwapFill[]>;
  twaps?(call: DialectCall): Promise<readonly VenueTwap[]>;
}

/** How one class of ccxt moves money between wallets of an account. */
export interface TransfersDialect {
  /** Wallets that this class moves from; each is in the list of one class of the venue only. */
  readonly from: readonly WalletName[];
  /** Sends one request that moves money; nothing of it is repeated. */
  move(call: DialectCall, move: WalletMove): Promise<MovedFunds>;
  /** Balances of one of these wallets, where trading is not paid from it. */
  balances?(call: DialectCall, wallet: WalletName): Promise<VenueBalances>;
}

/** How one class of ccxt handles margin of all markets together. */
export interface PortfolioMarginDialect {
  balances(call: DialectCall): Promise<readonly PortfolioMarginAsset[]>;
  totals(call: DialectCall): Promise<PortfolioMarginTotals>;
  collectAll(call: DialectCall): Promise<VenueResult>;
  collect(call: DialectCall, asset: string): Promise<VenueResult>;
}
