import type { Actor } from '../accounts/index.ts';
import type { Account } from '../model/account.ts';
import type { MarketType } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';
import type {
  MarginMode,
  PortfolioMarginAsset,
  PortfolioMarginTotals,
  VenueFundingRate,
  VenueLedgerEntry,
  VenueLeverage,
  VenuePosition,
  WalletMove,
} from '../venues/perpsPort.ts';

/** A market as a caller names it; swap by default. */
export interface MarketQuery {
  readonly accountId: string;
  readonly symbol: string;
  readonly marketType?: MarketType | undefined;
}

export interface PositionsQuery {
  readonly accountId: string;
  readonly symbol?: string | undefined;
  readonly marketType?: MarketType | undefined;
}

export interface EntriesQuery extends PositionsQuery {
  readonly sinceMs?: number | undefined;
  readonly limit: number;
}

/** The venue's answer to a setting that was changed in a market of an account. */
export interface Told {
  readonly account: Account;
  readonly symbol: InstrumentSymbol;
  readonly result: Readonly<Record<string, unknown>>;
}

/** An account's positions in a market, both sides together. */
export interface Holding extends VenueLeverage {
  readonly account: Account;
  readonly symbol: InstrumentSymbol;
  readonly positions: readonly VenuePosition[];
}

export interface AccountPositions {
  readonly account: Account;
  readonly positions: readonly VenuePosition[];
}

export interface AccountEntries {
  readonly account: Account;
  readonly symbol: InstrumentSymbol | undefined;
  readonly entries: readonly VenueLedgerEntry[];
}

export interface AccountFundingRate {
  readonly account: Account;
  readonly symbol: InstrumentSymbol;
  readonly rate: VenueFundingRate;
  /** True when another caller requested it less than half a minute ago. */
  readonly isCached: boolean;
}

/** A transfer as a caller requests it. */
export interface TransferDraft {
  readonly accountId: string;
  readonly asset: string;
  readonly amount: number;
  /** Names given by the caller, not yet wallets. */
  readonly from: string;
  readonly to: string;
}

export interface Transferred {
  readonly account: Account;
  readonly move: WalletMove;
  readonly transferId: string;
  readonly status: 'completed' | 'pending';
  readonly atMs: number;
}

/** The venue's answer to `collect`. */
export interface Collected {
  readonly account: Account;
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * Derivatives and wallets of all accounts (Trading §4.2, §4.3). Every method rejects with an
 * `AppError` that says why: NOT_SUPPORTED names the exchange and the missing feature.
 */
export interface Perps {
  setLeverage(query: MarketQuery & { leverage: number }, actor: Actor): Promise<Told>;
  leverage(query: MarketQuery): Promise<Holding>;
  setMarginMode(query: MarketQuery & { marginMode: MarginMode }, actor: Actor): Promise<Told>;
  positions(query: PositionsQuery): Promise<AccountPositions>;
  fundingPayments(query: EntriesQuery): Promise<AccountEntries>;
  realizedPnl(query: EntriesQuery): Promise<AccountEntries>;
  /** Returns a rate at most half a minute old; asks the venue once for all callers. */
  fundingRate(query: MarketQuery): Promise<AccountFundingRate>;
  /** Sends it once. Throws NETWORK_ERROR with `status` unknown when the outcome is not known. */
  transfer(draft: TransferDraft, actor: Actor): Promise<Transferred>;
  marginBalances(accountId: string): Promise<{
    readonly account: Account;
    readonly assets: readonly PortfolioMarginAsset[];
  }>;
  marginAccount(accountId: string): Promise<{
    readonly account: Account;
    readonly assets: readonly PortfolioMarginAsset[];
    readonly totals: PortfolioMarginTotals;
  }>;
  /** Moves balances in contract wallets to cross margin; all assets when none is named. */
  collect(query: { accountId: string; asset?: string }, actor: Actor): Promise<Collected>;
}

/** The exposure of an account to the price of an asset. */
export interface AssetExposure {
  readonly asset: string;
  /** Amount in all wallets that pay for trading. */
  readonly held: number;
  /** Initial amount of a paper account in the same wallets; 0 for a real one. */
  readonly baseline: number;
  /** Amount held above the baseline. */
  readonly spot: number;
  /** Contracts in base units, above zero when long. */
  readonly perp: number;
  readonly net: number;
  /** Undefined when the current price of the asset is not known. */
  readonly priceUsd: number | undefined;
}

export interface AccountExposure {
  readonly account: Account;
  /** Largest net in dollars first; those without a price last. */
  readonly assets: readonly AssetExposure[];
}

export interface Exposures {
  /** Rejects with NETWORK_ERROR when the exchange cannot be asked: a part is not the whole. */
  of(accountId: string): Promise<AccountExposure>;
}
