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

/** Who changes accounts: a key, or the service itself. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly requestId: string | undefined;
}

/** Null switches a limit off; what is left out stays. */
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
  /** Production unless given. */
  readonly environment?: Environment | undefined;
  /** Global unless given. */
  readonly region?: string | undefined;
  readonly credentials?: Credentials | undefined;
  readonly futuresCredentials?: Credentials | undefined;
  readonly dailyLimitMicroUsd: number;
  readonly portfolioId?: string | undefined;
  readonly portfolioMargin: boolean;
  /** For a paper account; a live one is asked at its exchange. One-way when left out. */
  readonly hedgeMode?: boolean | undefined;
  readonly feeOverrides?: FeeOverrides | undefined;
  readonly limits: LimitsChange;
  /** What a paper account starts with; the usual when left out. */
  readonly paperBalances?: Balances | undefined;
}

/**
 * Null removes; what is left out stays. Venue, mode, environment, region and first balances never
 * change.
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

/** What an account signs with; undefined where it has none. */
export interface AccountCredentials {
  readonly main: Credentials | undefined;
  /** Of the futures class, where a venue has one. */
  readonly futures: Credentials | undefined;
}

/** Which accounts a halt or a resume meant, and which it changed. */
export interface HaltOutcome {
  readonly accounts: readonly Account[];
  readonly changed: readonly Account[];
}

/** A halt or a resumption, as it is told to whoever wants to know. */
export interface Switched {
  readonly halted: boolean;
  /** Those that were not so before; none when nothing changed. */
  readonly changed: readonly Account[];
  readonly actor: Actor;
}

/** Modes that an exchange told of a live account; one that is left out stays as it is known. */
export interface ModesTold {
  readonly hedgeMode?: boolean | undefined;
  readonly unifiedMode?: UnifiedMode | undefined;
}

/**
 * The accounts there are. Reads are answered from memory: changes made by this process are seen at
 * once, those of another process within five seconds. Every change is one transaction with its
 * line in the audit log.
 */
export interface Accounts {
  /** ACCOUNT_NOT_FOUND. */
  find(id: string): Promise<Account>;
  /** By id. */
  list(): Promise<readonly Account[]>;
  /** As it was read last, or changed by this process since: asks nobody. */
  isHalted(id: string): boolean;
  /**
   * Decrypted for a venue's session, and not kept here. ACCOUNT_NOT_FOUND; `CipherError` when the
   * stored text was altered since the start.
   */
  credentialsOf(id: string): Promise<AccountCredentials>;
  /**
   * ACCOUNT_EXISTS; VALIDATION_FAILED without that portfolio; CONFLICT when there are too many, or
   * when the id was that of an account of the other mode.
   */
  create(account: NewAccount, actor: Actor): Promise<Account>;
  /** ACCOUNT_NOT_FOUND; VALIDATION_FAILED without that portfolio. */
  change(id: string, change: AccountChange, actor: Actor): Promise<Account>;
  /**
   * Keeps the modes that the exchange told of a live account, with a line in the audit log when one
   * is another than before. ACCOUNT_NOT_FOUND.
   */
  keepModes(id: string, told: ModesTold, actor: Actor): Promise<Account>;
  /** With its credentials. ACCOUNT_NOT_FOUND; CONFLICT when something still needs it. */
  remove(id: string, actor: Actor): Promise<Account>;
  /** Halts those of the accounts that are not halted; all when no ids are given. */
  halt(ids: readonly string[] | undefined, actor: Actor): Promise<HaltOutcome>;
  resume(ids: readonly string[] | undefined, actor: Actor): Promise<HaltOutcome>;
}

/** Portfolios; accounts name theirs. Every change leaves its line in the audit log. */
export interface Portfolios {
  /** PORTFOLIO_NOT_FOUND. */
  find(id: string): Promise<Portfolio>;
  /** By id. */
  list(): Promise<readonly Portfolio[]>;
  /** PORTFOLIO_EXISTS; CONFLICT when there are too many. */
  create(
    portfolio: { readonly id: string; readonly name: string },
    actor: Actor,
  ): Promise<Portfolio>;
  /** PORTFOLIO_NOT_FOUND. */
  rename(id: string, name: string, actor: Actor): Promise<Portfolio>;
  /** PORTFOLIO_NOT_FOUND; CONFLICT while it has accounts. */
  remove(id: string, actor: Actor): Promise<Portfolio>;
}

/** Says why an account cannot go yet, in one sentence; undefined when nothing needs it. */
export type CanRemove = (account: Account) => Promise<string | undefined>;

/** Counts the orders of an account that are open, on their way or of unknown outcome. */
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
  /** What the audit line of a new master key counts. */
  readonly counted: string;
  /** What to do about a text that does not open, as the end of "or …". */
  readonly remedy: string;
  /** Whose text it is, in a sentence. */
  ownerOf(id: string): string;
  contextOf(id: string): readonly string[];
  read(db: Kysely<Schema>): Promise<readonly SealedText[]>;
  write(trx: Transaction<Schema>, text: SealedText): Promise<void>;
  /** Opens a text and looks at what is in it. Throws `CipherError`. */
  prove(cipher: Cipher, text: SealedText): void;
}
