import type { Kysely, Transaction } from 'kysely';
import type { Cipher } from '../../kit/cipher.ts';
import type { Schema } from '../../store/schema.ts';
import type {
  Account,
  AccountId,
  Balances,
  FeeOverrides,
  Portfolio,
  UnifiedMode,
} from '../model/account.ts';
import type { VenueId } from '../model/venue.ts';
import type { Environment } from '../model/venuePlace.ts';
import type { Credentials } from '../venues/accountPort.ts';

/** The one who changes accounts: a key, or the service itself. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly requestId: string | undefined;
}

/** Null switches a limit off; a limit that is left out stays as it is. */
export interface LimitsChange {
  readonly maxOrderMicroUsd?: number | null | undefined;
  readonly priceCollarPct?: number | undefined;
  readonly maxOpenOrders?: number | null | undefined;
  readonly cancelAfterS?: number | null | undefined;
}

export interface NewAccount {
  readonly id: string;
  readonly venue: VenueId;
  readonly mode: Account['mode'];
  /** Production when left out. */
  readonly environment?: Environment | undefined;
  /** Global when left out. */
  readonly region?: string | undefined;
  readonly credentials?: Credentials | undefined;
  readonly futuresCredentials?: Credentials | undefined;
  readonly dailyLimitMicroUsd: number;
  readonly portfolioId?: string | undefined;
  readonly portfolioMargin: boolean;
  /**
   * For a paper account only: a live account's mode is asked at its exchange. One-way when left
   * out.
   */
  readonly hedgeMode?: boolean | undefined;
  readonly feeOverrides?: FeeOverrides | undefined;
  readonly limits: LimitsChange;
  /** First balances of a paper account; the usual ones when left out. */
  readonly paperBalances?: Balances | undefined;
}

/**
 * Null removes a value; a value that is left out stays. Venue, mode, environment, region and first
 * balances never change.
 */
export interface AccountChange {
  readonly credentials?: Credentials | undefined;
  readonly futuresCredentials?: Credentials | null | undefined;
  readonly dailyLimitMicroUsd?: number | undefined;
  readonly portfolioId?: string | null | undefined;
  readonly portfolioMargin?: boolean | undefined;
  readonly feeOverrides?: FeeOverrides | null | undefined;
  readonly limits?: LimitsChange | undefined;
}

/** The credentials that an account signs with; undefined where it has none. */
export interface AccountCredentials {
  readonly main: Credentials | undefined;
  /** Credentials of the futures class, where a venue has one. */
  readonly futures: Credentials | undefined;
}

/** The accounts that a halt or a resumption meant, and those that it changed. */
export interface HaltOutcome {
  readonly accounts: readonly Account[];
  readonly changed: readonly Account[];
}

/** A halt or a resumption, as listeners receive it. */
export interface Switched {
  readonly halted: boolean;
  /** The accounts whose state changed; empty when nothing changed. */
  readonly changed: readonly Account[];
  readonly actor: Actor;
}

/** Modes that an exchange reported of a live account; a mode that is left out stays as it is. */
export interface ReportedModes {
  readonly hedgeMode?: boolean | undefined;
  readonly unifiedMode?: UnifiedMode | undefined;
}

/**
 * All accounts. Reads are answered from memory: changes made by this process are seen at once,
 * those of another process within five seconds. Every change is one transaction with its line in
 * the audit log.
 */
export interface Accounts {
  /** Throws ACCOUNT_NOT_FOUND. */
  find(id: string): Promise<Account>;
  /** Sorted by id. */
  list(): Promise<readonly Account[]>;
  /** Returns the state that was last read, or changed by this process since; it reads nothing. */
  isHalted(id: string): boolean;
  /**
   * Decrypts the credentials for a venue's session; they are not kept here. Throws
   * ACCOUNT_NOT_FOUND, or `CipherError` when the stored text was altered since the start.
   */
  credentialsOf(id: string): Promise<AccountCredentials>;
  /**
   * Throws ACCOUNT_EXISTS; VALIDATION_FAILED when the portfolio does not exist; CONFLICT when there
   * are too many accounts, or when the id belonged to an account of the other mode.
   */
  create(account: NewAccount, actor: Actor): Promise<Account>;
  /** Throws ACCOUNT_NOT_FOUND; VALIDATION_FAILED when the portfolio does not exist. */
  change(id: string, change: AccountChange, actor: Actor): Promise<Account>;
  /**
   * Keeps the modes that the exchange reported of a live account, with a line in the audit log when
   * one of them changed. Throws ACCOUNT_NOT_FOUND.
   */
  keepModes(id: string, told: ReportedModes, actor: Actor): Promise<Account>;
  /**
   * Removes the account with its credentials. Throws ACCOUNT_NOT_FOUND, or CONFLICT when something
   * still needs the account.
   */
  remove(id: string, actor: Actor): Promise<Account>;
  /** Halts those of the accounts that are not halted yet; all accounts when no ids are given. */
  halt(ids: readonly string[] | undefined, actor: Actor): Promise<HaltOutcome>;
  resume(ids: readonly string[] | undefined, actor: Actor): Promise<HaltOutcome>;
}

/**
 * All portfolios; accounts name the one they belong to. Every change adds a line to the audit log.
 */
export interface Portfolios {
  /** Throws PORTFOLIO_NOT_FOUND. */
  find(id: string): Promise<Portfolio>;
  /** Sorted by id. */
  list(): Promise<readonly Portfolio[]>;
  /** Throws PORTFOLIO_EXISTS, or CONFLICT when there are too many portfolios. */
  create(
    portfolio: { readonly id: string; readonly name: string },
    actor: Actor,
  ): Promise<Portfolio>;
  /** Throws PORTFOLIO_NOT_FOUND. */
  rename(id: string, name: string, actor: Actor): Promise<Portfolio>;
  /** Throws PORTFOLIO_NOT_FOUND, or CONFLICT while the portfolio has accounts. */
  remove(id: string, actor: Actor): Promise<Portfolio>;
}

/**
 * Returns why an account cannot be removed yet, in one sentence; undefined when nothing needs it.
 */
export type CanRemove = (account: Account) => Promise<string | undefined>;

/** Returns the number of the account's orders that are open, being sent or of unknown outcome. */
export type CountLive = (id: AccountId) => Promise<number>;

/** A sealed text and the row it belongs to. */
export interface SealedText {
  readonly id: string;
  readonly sealed: string;
}

/**
 * One column of texts that the master key seals, each bound to its row. Every start proves that all
 * of them open, and a new master key encrypts them anew.
 */
export interface SealedPlace {
  /** The word for these texts in the audit line of a new master key, which counts them. */
  readonly counted: string;
  /** The advice for a text that does not open, as the end of "or …". */
  readonly remedy: string;
  /** Returns the owner of the text, in words that fit into a sentence. */
  ownerOf(id: string): string;
  contextOf(id: string): readonly string[];
  read(db: Kysely<Schema>): Promise<readonly SealedText[]>;
  write(trx: Transaction<Schema>, text: SealedText): Promise<void>;
  /** Opens a text and checks its contents. Throws `CipherError`. */
  prove(cipher: Cipher, text: SealedText): void;
}
