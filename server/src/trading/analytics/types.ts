import type { AccountId } from '../model/account.ts';
import type { MarketType, Side } from '../model/order.ts';
import type { InstrumentSymbol } from '../model/symbol.ts';

/**
 * Seconds after a fill at which its market is looked at. The first is the fill itself: its mark is
 * the last one before it.
 */
export const markHorizons = [0, 1, 5, 30, 60, 300] as const;

/**
 * Why a fill has no mark of its moment: the market's book was not in order; its venue reported no
 * mark price; the last one was too old; the market was not watched before the fill; the fill was
 * reported too late to know what came before it.
 */
export const markMissingReasons = ['no_book', 'no_mark', 'stale', 'not_followed', 'late'] as const;
export type MarkMissing = (typeof markMissingReasons)[number];

/** Identifies a fill; unique. */
export interface FillKey {
  readonly accountId: AccountId;
  readonly marketType: MarketType;
  readonly symbol: InstrumentSymbol;
  readonly venueTradeId: string;
}

/** The prices of the market at a fill and after it. */
export interface FillMarks {
  /** Seen while the service ran, or read from candles later; undefined when nothing is known. */
  readonly source: 'live' | 'candles' | undefined;
  /** USD of one unit of the quote when it was filled; so is the next. */
  readonly quoteUsd: number | undefined;
  /** USD of one unit of the asset the fee is in. */
  readonly feeUsd: number | undefined;
  /** Half of the book's spread, in the quote. */
  readonly halfSpread: number | undefined;
  /** Mark price, for spot the mid, in the order of `markHorizons`. */
  readonly marks: readonly (number | undefined)[];
  /** Milliseconds by which the first mark is older than the fill; undefined if not recorded. */
  readonly markAgeMs: number | undefined;
  /** Why there is no first mark; undefined where there is one, or the reason was not recorded. */
  readonly markMissing: MarkMissing | undefined;
}

/** A fill in the form that reports calculate with: plain numbers. */
export interface ReportFill extends FillKey, FillMarks {
  readonly venueOrderId: string;
  readonly side: Side;
  readonly price: number;
  /** Base units. */
  readonly quantity: number;
  /** In `feeAsset`; negative is a rebate. */
  readonly fee: number;
  readonly feeAsset: string;
  readonly liquidity: 'maker' | 'taker';
  readonly atMs: number;
  /** The algorithm or plan that its order belongs to; undefined for others. */
  readonly parentId: string | undefined;
}

export type LedgerKind = 'funding' | 'realised' | 'rebate';

/** An entry that an exchange booked on an account beside trading. */
export interface LedgerRecord {
  readonly accountId: AccountId;
  readonly kind: LedgerKind;
  readonly marketType: MarketType;
  /** Unique together with the three above. */
  readonly entryId: string;
  readonly symbol: InstrumentSymbol | undefined;
  readonly asset: string;
  /** Exact decimal text; negative is what the account paid or lost. */
  readonly amount: string;
  readonly source: string | undefined;
  /** USD of one unit of the asset. */
  readonly usd: number | undefined;
  readonly atMs: number;
}

export interface TwapFillRecord {
  readonly venueTradeId: string;
  readonly price: number;
  readonly quantity: string;
  readonly fee: string;
  readonly atMs: number;
}

export interface TwapRecord {
  readonly accountId: AccountId;
  readonly twapId: string;
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  readonly totalSize: string | undefined;
  /** Time of its first report. */
  readonly atMs: number;
  /** Oldest first. */
  readonly fills: readonly TwapFillRecord[];
}

/** Times are included at both ends; undefined is no bound. */
export interface ReportWindow {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface FillQuery extends ReportWindow {
  readonly accountIds: readonly AccountId[];
  readonly marketTypes: readonly MarketType[];
  readonly symbol: InstrumentSymbol | undefined;
}

export interface LedgerListQuery extends ReportWindow {
  readonly accountIds: readonly AccountId[];
  readonly kind: LedgerKind;
  readonly asset?: string | undefined;
}

export interface Page {
  /** From 0. */
  readonly page: number;
  readonly size: number;
}

/** An algorithm order with the data that implementation shortfall needs. */
export interface ShortfallOrder {
  readonly id: string;
  readonly type: string;
  readonly symbol: InstrumentSymbol;
  readonly side: Side;
  /** Base units, as ordered. */
  readonly quantity: number;
  /** Filled by all of its accounts. */
  readonly filled: number;
  /** Number of accounts it could choose from. */
  readonly accounts: number;
  /** The mid when the order was started. */
  readonly arrivalPrice: number;
  /** The last mid that was seen while the order ran. */
  readonly endPrice: number;
  readonly createdAtMs: number;
  readonly endedAtMs: number;
}

/** The data that reports read. Long lists come in parts, each within some milliseconds. */
export interface ReportStore {
  /**
   * Returns fills oldest first, part by part; a part has at most a few thousand. A fill that was
   * stored when the first part was read, and is within the window, is in it exactly once.
   */
  fills(query: FillQuery): AsyncIterable<readonly ReportFill[]>;
  /** Newest first. */
  fillPage(query: FillQuery, page: Page): Promise<readonly ReportFill[]>;
  fillCounts(query: FillQuery): Promise<{ readonly orders: number; readonly fills: number }>;
  /** Oldest first, part by part. */
  ledger(query: LedgerListQuery): AsyncIterable<readonly LedgerRecord[]>;
  /** Newest first. */
  ledgerPage(query: LedgerListQuery, page: Page): Promise<readonly LedgerRecord[]>;
  /** Sums as exact decimal text, by asset. */
  ledgerSums(
    query: LedgerListQuery,
  ): Promise<readonly { readonly asset: string; readonly total: string; readonly count: number }[]>;
  /** Newest first, each with all of its fills. */
  twapPage(
    query: {
      readonly accountIds: readonly AccountId[];
      readonly symbol: InstrumentSymbol | undefined;
    },
    page: Page,
  ): Promise<{ readonly total: number; readonly twaps: readonly TwapRecord[] }>;
  /** Returns the types of the parents of fills: an algorithm's type, or `router`. */
  parentKinds(ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Returns ended one-leg algorithm orders that began in the window and could use the account. */
  shortfallOrders(
    accountId: AccountId,
    window: ReportWindow,
    symbol: InstrumentSymbol | undefined,
  ): Promise<readonly ShortfallOrder[]>;
}

/** The data that collecting writes and looks up; each write is idempotent. */
export interface CollectStore {
  /** Stores each entry once; returns how many were new. */
  addLedger(records: readonly LedgerRecord[]): Promise<number>;
  /** Stores each order and fill once; keeps a size that is known already. */
  addTwaps(records: readonly TwapRecord[]): Promise<number>;
  /** Returns the epoch ms up to which a list was read; undefined before the first reading. */
  readSince(accountId: AccountId, list: string): Promise<number | undefined>;
  saveSince(
    accountId: AccountId,
    list: string,
    reading: { readonly sinceMs: number; readonly nowMs: number },
  ): Promise<void>;
  /** Adds what is known to marks; never removes anything that is stored of a fill. */
  saveMarks(marks: readonly MarksSave[]): Promise<void>;
  /** Returns marks with a horizon due then or later, in that order. */
  dueMarks(fromMs: number, limit: number): Promise<readonly (StoredMarks & Due)[]>;
  /** Returns marks of derivatives of which nothing is or will be known, newest first. */
  unknownMarks(query: {
    /** Markets that are left out. */
    readonly except: readonly InstrumentSymbol[];
    readonly limit: number;
  }): Promise<readonly StoredMarks[]>;
  /** Returns fills of an account after a place, oldest first, with what is to be marked. */
  fillsAfter(
    accountId: AccountId,
    after: FillPlace,
    limit: number,
  ): Promise<readonly (MarkedFill & { readonly isMarked: boolean })[]>;
}

/** A fill with the data that marking it needs. */
export interface MarkedFill extends FillKey {
  readonly side: Side;
  readonly price: number;
  readonly feeAsset: string;
  readonly atMs: number;
}

interface Due {
  /** When the next horizon is due. */
  readonly dueMs: number;
}

/** The fill after which a list of an account's fills continues. */
export interface FillPlace {
  readonly atMs: number;
  readonly marketType: MarketType | '';
  readonly symbol: InstrumentSymbol | '';
  readonly venueTradeId: string;
}

export interface StoredMarks extends FillKey, FillMarks {
  /** Time of the fill. */
  readonly atMs: number;
}

export interface MarksSave extends FillKey, Partial<FillMarks> {
  readonly atMs: number;
  /** When the next horizon is due; null means never. Undefined leaves it as it is. */
  readonly dueMs?: number | null;
}
