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

/** A market as a caller names it; swap unless said otherwise. */
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

/** What an account was told to do in a market, and what its venue answered. */
export interface Told {
  readonly account: Account;
  readonly symbol: InstrumentSymbol;
  readonly result: Readonly<Record<string, unknown>>;
}

/** What an account holds in a market, both sides of it together. */
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
  /** Asked for before by somebody, less than half a minute ago. */
  readonly isCached: boolean;
}

/** A transfer as a caller asks for it. */
export interface TransferDraft {
  readonly accountId: string;
  readonly asset: string;
  readonly amount: number;
  /** Words of callers, not yet wallets. */
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

export interface Collected {
  readonly account: Account;
  readonly response: Readonly<Record<string, unknown>>;
}

/**
 * Derivatives and wallets of all accounts (Trading §4.2, §4.3). Every verb rejects with an
 * `AppError` that says why: NOT_SUPPORTED names the exchange and what it has not.
 */
export interface Perps {
  setLeverage(query: MarketQuery & { leverage: number }, actor: Actor): Promise<Told>;
  leverage(query: MarketQuery): Promise<Holding>;
  setMarginMode(query: MarketQuery & { marginMode: MarginMode }, actor: Actor): Promise<Told>;
  positions(query: PositionsQuery): Promise<AccountPositions>;
  fundingPayments(query: EntriesQuery): Promise<AccountEntries>;
  realizedPnl(query: EntriesQuery): Promise<AccountEntries>;
  /** At most half a minute old; however many ask, the venue is asked once. */
  fundingRate(query: MarketQuery): Promise<AccountFundingRate>;
  /** Sent once. NETWORK_ERROR with `status` unknown when nobody knows what became of it. */
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
  /** All assets where none is named. */
  collect(query: { accountId: string; asset?: string }, actor: Actor): Promise<Collected>;
}

/** The exposure of an account to the price of an asset. */
export interface AssetExposure {
  readonly asset: string;
  /** In all wallets that trading is paid from. */
  readonly held: number;
  /** With what a paper account began in the same wallets; 0 at a real one. */
  readonly baseline: number;
  /** Held above the baseline. */
  readonly spot: number;
  /** Contracts in base units, above zero when long. */
  readonly perp: number;
  readonly net: number;
  /** Undefined when the worth of the asset is not known now. */
  readonly priceUsd: number | undefined;
}

export interface AccountExposure {
  readonly account: Account;
  /** Largest net in dollars first; those without a price last. */
  readonly assets: readonly AssetExposure[];
}

export interface Exposures {
  /** Rejects with NETWORK_ERROR when the exchange cannot be asked: no part stands for the whole. */
  of(accountId: string): Promise<AccountExposure>;
}
