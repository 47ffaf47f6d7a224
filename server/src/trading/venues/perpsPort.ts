import type { StoreError } from '../../kit/errors.ts';
import type { MarketType, Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';

/** The margin of a position: the whole wallet, or a separate amount. */
export type MarginMode = 'cross' | 'isolated';

/**
 * Wallets of an account, in words that belong to no venue. `spot` also stands for a wallet that
 * serves all markets; `future` is a second wallet of derivatives: coin-margined contracts, or dated
 * ones.
 */
export type WalletName = 'spot' | 'swap' | 'future' | 'margin' | 'funding' | 'cash';

/**
 * Margin modes of an account. We keep them for venues that must be sent the mode with every order
 * or leverage, and keep none themselves.
 */
export interface MarginModes {
  get(symbol: InstrumentSymbol): Promise<MarginMode | undefined>;
  set(symbol: InstrumentSymbol, mode: MarginMode): Promise<void>;
}

/** A market of derivatives. */
export interface PerpMarket {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
}

/**
 * A position in the one shape of all venues (Trading §2.5). An account in hedge mode has two for a
 * symbol. Numbers are undefined when the venue does not report them and they do not follow from
 * others.
 */
export interface VenuePosition {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: 'long' | 'short';
  /** Above zero; in the venue's contracts, or in base units where the venue counts in those. */
  readonly contracts: number;
  /** Base units per contract; quote units when the contract is settled in its base. */
  readonly contractSize: number;
  /** In the quote currency, like the other prices. */
  readonly entryPrice: number | undefined;
  readonly markPrice: number | undefined;
  /** Value at the mark price in the quote currency, above zero. */
  readonly notional: number | undefined;
  readonly leverage: number | undefined;
  /** In the asset that the contract is settled in, like the margins. */
  readonly unrealizedPnl: number | undefined;
  readonly marginMode: MarginMode | undefined;
  readonly liquidationPrice: number | undefined;
  /** Margin that was given to the position. */
  readonly collateral: number | undefined;
  /** Margin below which the position is liquidated. */
  readonly maintenanceMargin: number | undefined;
  /** Time of the last change, in ms since the epoch. */
  readonly updatedAtMs: number | undefined;
  /** The venue's own record. */
  readonly info: Readonly<Record<string, unknown>>;
}

/** A payment of funding or a realised profit; it never changes (Trading §2.6). */
export interface VenueLedgerEntry {
  /** Unique per account and kind of entry. */
  readonly id: string;
  /** Undefined when the venue does not name the market. */
  readonly symbol: InstrumentSymbol | undefined;
  /** Exact decimal text; negative for funding paid, or for a realised loss. */
  readonly amount: string;
  readonly asset: string;
  readonly atMs: number;
  /** The venue's own record. */
  readonly info: Readonly<Record<string, unknown>>;
}

/** Money that a venue gave back outside the fees of fills; it never changes. */
export interface VenueRebate extends Omit<VenueLedgerEntry, 'symbol'> {
  readonly marketType: MarketType;
  /** The reason for the rebate, in the venue's word. */
  readonly source: string;
}

/** A TWAP order that the venue executes itself. */
export interface VenueTwap {
  readonly twapId: string;
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  /** In base units, exact decimal text. */
  readonly totalSize: string;
  readonly atMs: number;
}

/** One execution of such an order; it never changes. Amounts are exact decimal text. */
export interface VenueTwapFill {
  readonly twapId: string;
  readonly venueTradeId: string;
  /** Order id of the slice. */
  readonly venueOrderId: string;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: Side;
  readonly price: number;
  /** In base units. */
  readonly quantity: string;
  /** Negative is a rebate. */
  readonly fee: string;
  readonly feeAsset: string;
  readonly liquidity: 'maker' | 'taker';
  /** Profit of the closed part, in the asset that the contract is settled in; 0 when it opened. */
  readonly realised: string;
  readonly atMs: number;
}

/** Asks for the first entries at or after a time. */
export interface SinceQuery {
  readonly sinceMs: number;
  readonly limit: number;
}

export interface LedgerQuery {
  readonly marketType: MarketType;
  readonly symbol: InstrumentSymbol | undefined;
  /** With it the first entries at or after that time, without it the newest. */
  readonly sinceMs: number | undefined;
  readonly limit: number;
}

/**
 * Funding of a perpetual. Rates are relative, per window; positive: longs pay shorts. A rate that a
 * venue quotes by the hour in units of the quote is converted to windows of eight hours (Trading
 * §4.2).
 */
export interface VenueFundingRate {
  readonly rate: number;
  /** The venue's estimate for the next window; undefined when it publishes none. */
  readonly nextRate: number | undefined;
  /** Hours of the window that the rates are for. */
  readonly windowHours: number;
  /** Hours between two payments, when that is not the window. */
  readonly paymentHours?: number;
  /** Time of the next payment, in ms since the epoch. */
  readonly nextFundingMs: number | undefined;
  readonly markPrice: number | undefined;
  readonly indexPrice: number | undefined;
  readonly atMs: number;
}

/** The mark price of a market, as its venue reports it. */
export interface VenueMark {
  readonly symbol: InstrumentSymbol;
  readonly price: number;
  /** By the venue's clock, and never before the price was made; undefined when it is not known. */
  readonly atMs: number | undefined;
}

/** The mark price over one minute. */
export interface MarkCandle {
  /** Start of the minute, in ms since the epoch. */
  readonly openMs: number;
  readonly open: number;
  readonly close: number;
}

export interface CandleQuery extends PerpMarket {
  /** In ms since the epoch; minutes that begin within it, oldest first. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** Settings of an account for a market. */
export interface VenueLeverage {
  readonly leverage: number | undefined;
  readonly marginMode: MarginMode | undefined;
}

/**
 * Why a venue did not do what was requested. `INVALID`: it does not accept the value. `CONFLICT`:
 * not while there are positions or open orders. `STORE_UNAVAILABLE`: the database of a paper
 * account failed before anything was done.
 */
export type SettingRefusal =
  | 'INVALID'
  | 'CONFLICT'
  | 'INSUFFICIENT_BALANCE'
  | 'STORE_UNAVAILABLE'
  | 'OTHER';

/**
 * Outcome of a request to an account. `unknown`: it may have been done; a setting can be read
 * again, and a request that moves money must not be sent twice.
 */
export type SettingOutcome<Done> =
  | ({ readonly kind: 'done' } & Done)
  | { readonly kind: 'rejected'; readonly code: SettingRefusal; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string; readonly cause?: StoreError };

/** The venue's own answer, for the caller to see. */
export interface VenueResult {
  readonly result: Readonly<Record<string, unknown>>;
}

/**
 * A transfer from one wallet of the account to another; its amount is exact decimal text above
 * zero.
 */
export interface WalletMove {
  readonly asset: string;
  readonly amount: string;
  readonly from: WalletName;
  readonly to: WalletName;
}

export interface MovedFunds extends VenueResult {
  /** The venue's id of the transfer, or one of ours when it gives none. */
  readonly transferId: string;
  readonly status: 'completed' | 'pending';
  readonly atMs: number;
}

/** An asset of a portfolio-margin account; exact decimal text (Trading §4.3). */
export interface PortfolioMarginAsset {
  readonly asset: string;
  readonly totalWalletBalance: string;
  readonly crossMarginAsset: string;
  readonly crossMarginFree: string;
  readonly crossMarginLocked: string;
  readonly crossMarginBorrowed: string;
  readonly crossMarginInterest: string;
  readonly umWalletBalance: string;
  readonly umUnrealizedPNL: string;
  readonly cmWalletBalance: string;
  readonly cmUnrealizedPNL: string;
  readonly negativeBalance: string;
}

/** Totals of the USD-margined part, in USD; exact decimal text. */
export interface PortfolioMarginTotals {
  readonly totalInitialMargin: string;
  readonly totalMaintMargin: string;
  readonly totalWalletBalance: string;
  readonly totalUnrealizedProfit: string;
  readonly totalMarginBalance: string;
  readonly availableBalance: string;
  readonly maxWithdrawAmount: string;
}

/** Margin of all markets of an account together. */
export interface PortfolioMargin {
  /** Rejects with `VenueUnavailableError`; so does the next call. */
  balances(signal: AbortSignal): Promise<readonly PortfolioMarginAsset[]>;
  totals(signal: AbortSignal): Promise<PortfolioMarginTotals>;
  /**
   * Moves positive balances in the wallets of contracts to cross margin; BNB in `um` stays there.
   */
  collectAll(signal: AbortSignal): Promise<SettingOutcome<VenueResult>>;
  collect(asset: string, signal: AbortSignal): Promise<SettingOutcome<VenueResult>>;
}

/**
 * The calls of a session about derivatives and wallets. A call that the venue cannot serve is left
 * out: callers then answer NOT_SUPPORTED. The reads reject with `VenueUnavailableError`.
 */
export interface PerpsSession {
  leverage?(market: PerpMarket, signal: AbortSignal): Promise<VenueLeverage>;
  setLeverage?(
    setting: PerpMarket & { readonly leverage: number },
    signal: AbortSignal,
  ): Promise<SettingOutcome<VenueResult>>;
  setMarginMode?(
    setting: PerpMarket & { readonly marginMode: MarginMode },
    signal: AbortSignal,
  ): Promise<SettingOutcome<VenueResult>>;
  /** Returns open positions, sorted by symbol; of two for a symbol, the long one comes first. */
  positions?(
    marketType: MarketType,
    symbol: InstrumentSymbol | undefined,
    signal: AbortSignal,
  ): Promise<readonly VenuePosition[]>;
  /** Oldest first, at most `limit`; so is the next call. */
  fundingPayments?(query: LedgerQuery, signal: AbortSignal): Promise<readonly VenueLedgerEntry[]>;
  realizedPnl?(query: LedgerQuery, signal: AbortSignal): Promise<readonly VenueLedgerEntry[]>;
  /** Oldest first, at most `limit`; so is the next call. */
  rebates?(query: SinceQuery, signal: AbortSignal): Promise<readonly VenueRebate[]>;
  twapFills?(query: SinceQuery, signal: AbortSignal): Promise<readonly VenueTwapFill[]>;
  /** Returns the orders that the venue still reports, in any order. */
  twaps?(signal: AbortSignal): Promise<readonly VenueTwap[]>;
  fundingRate?(market: PerpMarket, signal: AbortSignal): Promise<VenueFundingRate>;
  /** Public data of the market: the same for everybody. */
  markCandles?(query: CandleQuery, signal: AbortSignal): Promise<readonly MarkCandle[]>;
  /** Sent once, and never sent again when its outcome is unknown. */
  transfer?(move: WalletMove, signal: AbortSignal): Promise<SettingOutcome<MovedFunds>>;
  readonly portfolioMargin?: PortfolioMargin;
}
