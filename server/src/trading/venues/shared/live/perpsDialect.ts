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

/** The calls to one class of ccxt about derivatives that need no account. */
export interface RatesDialect {
  readonly fundingRate: (call: PublicCall, market: PerpMarket) => Promise<VenueFundingRate>;
  /**
   * Reads the mark price of a market in one request, which may return those of others as well;
   * markets without a price are left out.
   */
  readonly marks: (call: PublicCall, market: PerpMarket) => Promise<readonly VenueMark[]>;
  /** True when that request returns all markets of the same type. */
  readonly tellsAllMarks?: true;
  /** Candles of one minute; left out where the venue keeps none. */
  readonly markCandles?: (call: PublicCall, query: CandleQuery) => Promise<readonly MarkCandle[]>;
}

/**
 * The calls of one class of ccxt about derivatives. Calls that the venue does not have are left
 * out. Methods throw what the call threw: `failureOf` tells what it means. Settings may be
 * repeated; a venue's answer that the value is set already is no error.
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
  /**
   * Returns linear and inverse positions of the market type, or those of a symbol; flat ones are
   * left out.
   */
  positions(
    call: DialectCall,
    marketType: PerpMarket['marketType'],
    symbol: InstrumentSymbol | undefined,
  ): Promise<readonly VenuePosition[]>;
  /** In any order, at least those that the query asks for; so is the next call. */
  fundingPayments(call: DialectCall, query: LedgerQuery): Promise<readonly VenueLedgerEntry[]>;
  realizedPnl(call: DialectCall, query: LedgerQuery): Promise<readonly VenueLedgerEntry[]>;
  rebates?(call: DialectCall, query: SinceQuery): Promise<readonly VenueRebate[]>;
  twapFills?(call: DialectCall, query: SinceQuery): Promise<readonly VenueTwapFill[]>;
  twaps?(call: DialectCall): Promise<readonly VenueTwap[]>;
}

/** Moves money between wallets of an account through one class of ccxt. */
export interface TransfersDialect {
  /**
   * Wallets that this class moves money from; each is in the list of only one class of the venue.
   */
  readonly from: readonly WalletName[];
  /** Sends one request that moves money; nothing of it is repeated. */
  move(call: DialectCall, move: WalletMove): Promise<MovedFunds>;
  /** Returns balances of one of these wallets, when trading does not use it. */
  balances?(call: DialectCall, wallet: WalletName): Promise<VenueBalances>;
}

/** The calls of one class of ccxt about the margin of all markets together. */
export interface PortfolioMarginDialect {
  balances(call: DialectCall): Promise<readonly PortfolioMarginAsset[]>;
  totals(call: DialectCall): Promise<PortfolioMarginTotals>;
  collectAll(call: DialectCall): Promise<VenueResult>;
  collect(call: DialectCall, asset: string): Promise<VenueResult>;
}
