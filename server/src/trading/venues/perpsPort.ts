import type { StoreError } from '../../kit/errors.ts';
import type { MarketType, Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';

/** How a position is margined: from the whole wallet, or from an amount of its own. */
export type MarginMode = 'cross' | 'isolated';

/**
 * Wallets of an account, in the words of no venue. `spot` also stands for one that serves all
 * markets; `future` is a second wallet of derivatives: coin-margined contracts, or dated ones.
 */
export type WalletName = 'spot' | 'swap' | 'future' | 'margin' | 'funding' | 'cash';

/**
 * Modes an account was put in, kept by us for venues that are told the mode with every order or
 * leverage, and keep none themselves.
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
 * A position in the one shape of all venues (Trading §2.5). An account in hedge mode has two of a
 * symbol. Numbers are undefined where the venue does not tell them and they do not follow from
 * others.
 */
export interface VenuePosition {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: 'long' | 'short';
  /** Above zero; what the venue counts in, or base units where it counts in those. */
  readonly contracts: number;
  /** Base units of one contract; quote units of one that is settled in its base. */
  readonly contractSize: number;
  /** In the quote, like the other prices. */
  readonly entryPrice: number | undefined;
  readonly markPrice: number | undefined;
  /** Worth at the mark price in the quote, above zero. */
  readonly notional: number | undefined;
  readonly leverage: number | undefined;
  /** In the asset the contract is settled in, like the margins. */
  readonly unrealizedPnl: number | undefined;
  readonly marginMode: MarginMode | undefined;
  readonly liquidationPrice: number | undefined;
  /** Margin the position was given. */
  readonly collateral: number | undefined;
  /** Margin below which it is liquidated. */
  readonly maintenanceMargin: number | undefined;
  /** Of its last change, epoch ms. */
  readonly updatedAtMs: number | undefined;
  /** The venue's own record. */
  readonly info: Readonly<Record<string, unknown>>;
}

/** A payment of funding or a profit taken, once and for ever the same (Trading §2.6). */
export interface VenueLedgerEntry {
  /** Unique per account and kind of entry. */
  readonly id: string;
  /** Undefined where the venue does not say of which market it is. */
  readonly symbol: InstrumentSymbol | undefined;
  /** Exact decimal text; negative for funding paid, or a loss taken. */
  readonly amount: string;
  readonly asset: string;
  readonly atMs: number;
  /** The venue's own record. */
  readonly info: Readonly<Record<string, unknown>>;
}

/** Money a venue gave back beside the fees of fills, once and for ever the same. */
export interface VenueRebate extends Omit<VenueLedgerEntry, 'symbol'> {
  readonly marketType: MarketType;
  /** What it was given for, in the venue's word. */
  readonly source: string;
}

/** A TWAP order that the venue executes itself. */
export interface VenueTwap {
  readonly twapId: string;
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  /** Base units, exact decimal text. */
  readonly totalSize: string;
  readonly atMs: number;
}

/** One execution of such an order, once and for ever the same; amounts are exact decimal text. */
export interface VenueTwapFill {
  readonly twapId: string;
  readonly venueTradeId: string;
  /** Of the slice. */
  readonly venueOrderId: string;
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
  readonly side: Side;
  readonly price: number;
  /** Base units. */
  readonly quantity: string;
  /** Negative is a rebate. */
  readonly fee: string;
  readonly feeAsset: string;
  readonly liquidity: 'maker' | 'taker';
  /** What closing brought, in the asset the contract is settled in; 0 of what opened. */
  readonly realised: string;
  readonly atMs: number;
}

/** The first entries at or after a time. */
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
 * Funding of a perpetual. Rates are relative, per window; positive: longs pay shorts. A venue that
 * quotes by the hour in units of the quote is told in windows of eight hours (Trading §4.2).
 */
export interface VenueFundingRate {
  readonly rate: number;
  /** The venue's estimate for the next window; undefined where it publishes none. */
  readonly nextRate: number | undefined;
  /** Of the window that the rates are for. */
  readonly windowHours: number;
  /** Between two payments, where that is not the window. */
  readonly paymentHours?: number;
  /** When the next payment is due, epoch ms. */
  readonly nextFundingMs: number | undefined;
  readonly markPrice: number | undefined;
  readonly indexPrice: number | undefined;
  readonly atMs: number;
}

/** The mark price of a market, as its venue tells it. */
export interface VenueMark {
  readonly symbol: InstrumentSymbol;
  readonly price: number;
  /** By the venue's clock, and never before the price was made; undefined where nobody can tell. */
  readonly atMs: number | undefined;
}

/** The mark price over one minute. */
export interface MarkCandle {
  /** Epoch ms at which the minute begins. */
  readonly openMs: number;
  readonly open: number;
  readonly close: number;
}

export interface CandleQuery extends PerpMarket {
  /** Epoch ms; minutes that begin within it, oldest first. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** What an account has set for a market. */
export interface VenueLeverage {
  readonly leverage: number | undefined;
  readonly marginMode: MarginMode | undefined;
}

/**
 * Why a venue did not do what it was told. `INVALID`: the value is not one it takes. `CONFLICT`:
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
 * What became of something an account was told to do. `unknown`: it may have been done; what is
 * set can be read again, and what moves money must not be told twice.
 */
export type SettingOutcome<Done> =
  | ({ readonly kind: 'done' } & Done)
  | { readonly kind: 'rejected'; readonly code: SettingRefusal; readonly message: string }
  | { readonly kind: 'unknown'; readonly message: string; readonly cause?: StoreError };

/** The venue's own answer, for the caller to see. */
export interface VenueResult {
  readonly result: Readonly<Record<string, unknown>>;
}

/** Exact decimal text above zero, from one wallet of the account to another. */
export interface WalletMove {
  readonly asset: string;
  readonly amount: string;
  readonly from: WalletName;
  readonly to: WalletName;
}

export interface MovedFunds extends VenueResult {
  /** The venue's id of it, or one of ours where it gives none. */
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
  /** Rejects with `VenueUnavailableError`; so does the next. */
  balances(signal: AbortSignal): Promise<readonly PortfolioMarginAsset[]>;
  totals(signal: AbortSignal): Promise<PortfolioMarginTotals>;
  /** Moves what is positive in the wallets of contracts to cross margin; BNB of `um` stays. */
  collectAll(signal: AbortSignal): Promise<SettingOutcome<VenueResult>>;
  collect(asset: string, signal: AbortSignal): Promise<SettingOutcome<VenueResult>>;
}

/**
 * What a session can do with derivatives and wallets. What the venue cannot do is left out: callers
 * then answer NOT_SUPPORTED. The reads reject with `VenueUnavailableError`.
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
  /** Open ones, by symbol, the long one of two first. */
  positions?(
    marketType: MarketType,
    symbol: InstrumentSymbol | undefined,
    signal: AbortSignal,
  ): Promise<readonly VenuePosition[]>;
  /** Oldest first, at most `limit`; so is the next. */
  fundingPayments?(query: LedgerQuery, signal: AbortSignal): Promise<readonly VenueLedgerEntry[]>;
  realizedPnl?(query: LedgerQuery, signal: AbortSignal): Promise<readonly VenueLedgerEntry[]>;
  /** Oldest first, at most `limit`; so is the next. */
  rebates?(query: SinceQuery, signal: AbortSignal): Promise<readonly VenueRebate[]>;
  twapFills?(query: SinceQuery, signal: AbortSignal): Promise<readonly VenueTwapFill[]>;
  /** Those that the venue still tells of, in any order. */
  twaps?(signal: AbortSignal): Promise<readonly VenueTwap[]>;
  fundingRate?(market: PerpMarket, signal: AbortSignal): Promise<VenueFundingRate>;
  /** Known of the market to everybody. */
  markCandles?(query: CandleQuery, signal: AbortSignal): Promise<readonly MarkCandle[]>;
  /** Told once, and never again when its outcome is not known. */
  transfer?(move: WalletMove, signal: AbortSignal): Promise<SettingOutcome<MovedFunds>>;
  readonly portfolioMargin?: PortfolioMargin;
}
