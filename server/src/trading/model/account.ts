import type { VenueId } from './venue.ts';
import type { Environment } from './venuePlace.ts';

declare const brand: unique symbol;

/** Name of an exchange account, chosen by its owner. Made by the accounts module only. */
export type AccountId = string & { readonly [brand]: 'AccountId' };

/** Fees in basis points; negative for a rebate. */
export interface MakerTakerFees {
  readonly makerBps: number;
  readonly takerBps: number;
}

/** Trading §2.8: fees set by the owner, who knows them better than the venue reports. */
export interface FeeOverrides {
  /** Fees of the whole account. */
  readonly account: MakerTakerFees | undefined;
  readonly tier: string | undefined;
  /** By symbol. */
  readonly pairs: Readonly<Record<string, MakerTakerFees>>;
}

/** Limits that guard against typing errors. */
export interface AccountLimits {
  /** Undefined for none. */
  readonly maxOrderMicroUsd: number | undefined;
  /** Orders are refused whose price would trade more than this beyond the mid. */
  readonly priceCollarPct: number;
  /** Undefined for none. */
  readonly maxOpenOrders: number | undefined;
  /** Seconds of the dead man's switch; undefined for none. */
  readonly cancelAfterS: number | undefined;
}

/** Wallet to asset to decimal text. */
export type Balances = Readonly<Record<string, Readonly<Record<string, string>>>>;

/**
 * The ways an exchange margins an account that may be unified there: `classic` keeps a wallet for
 * each market type, all others pay everything from one.
 */
export const unifiedModes = ['classic', 'single_currency', 'multi_currency', 'portfolio'] as const;
export type UnifiedMode = (typeof unifiedModes)[number];

/** A configured account at a venue. Holds no secret. */
export interface Account {
  readonly id: AccountId;
  readonly venue: VenueId;
  readonly mode: 'paper' | 'live';
  /** Never changes, nor does the region: both say which exchange the venue's name means. */
  readonly environment: Environment;
  readonly region: string;
  readonly portfolioId: string | undefined;
  /** Trading §4.3. */
  readonly portfolioMargin: boolean;
  /**
   * True while it holds a long and a short position of one contract at once. Chosen when a paper
   * account is created; for a live account the exchange reports it, and it is false until then.
   */
  readonly hedgeMode: boolean;
  /** As the exchange last reported it; undefined until then, and without unified accounts. */
  readonly unifiedMode?: UnifiedMode | undefined;
  /** Whole millionths of a dollar; maximum worth of its orders in a day (UTC). */
  readonly dailyLimitMicroUsd: number;
  readonly limits: AccountLimits;
  readonly feeOverrides: FeeOverrides | undefined;
  /** Initial balances of a paper account; undefined for a live one. */
  readonly paperBalances: Balances | undefined;
  readonly hasCredentials: boolean;
  readonly hasFuturesCredentials: boolean;
  /** When its credentials were last set: sessions opened before are invalid. */
  readonly credentialsAtMs: number | undefined;
  /** Sends no new orders until it is resumed. */
  readonly halted: boolean;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Accounts that are viewed together. */
export interface Portfolio {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** Returns true when the exchange pays spot and all contracts of the account from one wallet. */
export function isUnified({ unifiedMode }: Pick<Account, 'unifiedMode'>): boolean {
  return unifiedMode !== undefined && unifiedMode !== 'classic';
}
