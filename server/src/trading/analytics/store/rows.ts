import type { Selectable } from 'kysely';
import type { Schema } from '../../../store/schema.ts';
import type { AccountId } from '../../model/account.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type {
  FillKey,
  FillMarks,
  LedgerRecord,
  MarksSave,
  ReportFill,
  StoredMarks,
  TwapFillRecord,
  TwapRecord,
} from '../types.ts';

export type LedgerRow = Selectable<Schema['account_ledger']>;
export type TwapRow = Selectable<Schema['twap_orders']>;
export type TwapFillRow = Selectable<Schema['twap_fills']>;
type MarksRow = Selectable<Schema['fill_marks']>;

type KeyColumns = 'account_id' | 'market_type' | 'symbol' | 'venue_trade_id';
type MarkColumns = (typeof markColumns)[number];

/** In the order of `markHorizons`. */
export const markColumns = [
  'mark_0',
  'mark_1',
  'mark_5',
  'mark_30',
  'mark_60',
  'mark_300',
] as const;

/** A fill joined with the marks of its market, and with its order. */
export interface FillReportRow
  extends Pick<
      Selectable<Schema['order_fills']>,
      | KeyColumns
      | 'venue_order_id'
      | 'side'
      | 'price'
      | 'quantity'
      | 'fee'
      | 'fee_asset'
      | 'liquidity'
      | 'at_ms'
    >,
    Pick<
      MarksRow,
      | 'source'
      | 'quote_usd'
      | 'fee_usd'
      | 'half_spread'
      | 'mark_0_age_ms'
      | 'mark_0_missing'
      | MarkColumns
    > {
  readonly parent_id: string | null;
}

/** Copied field by field: a report makes 100,000 of them, and a spread takes twice as long. */
export function toReportFill(row: FillReportRow): ReportFill {
  return {
    accountId: row.account_id as AccountId,
    marketType: row.market_type,
    symbol: row.symbol as InstrumentSymbol,
    venueTradeId: row.venue_trade_id,
    source: row.source ?? undefined,
    quoteUsd: row.quote_usd ?? undefined,
    feeUsd: row.fee_usd ?? undefined,
    halfSpread: row.half_spread ?? undefined,
    marks: marksOf(row),
    markAgeMs: row.mark_0_age_ms ?? undefined,
    markMissing: row.mark_0_missing ?? undefined,
    venueOrderId: row.venue_order_id,
    side: row.side,
    price: row.price,
    quantity: Number(row.quantity),
    fee: Number(row.fee),
    feeAsset: row.fee_asset,
    liquidity: row.liquidity,
    atMs: row.at_ms,
    parentId: row.parent_id ?? undefined,
  };
}

export function toStoredMarks(row: MarksRow): StoredMarks {
  return {
    ...keyOf(row),
    source: row.source ?? undefined,
    quoteUsd: row.quote_usd ?? undefined,
    feeUsd: row.fee_usd ?? undefined,
    halfSpread: row.half_spread ?? undefined,
    marks: marksOf(row),
    markAgeMs: row.mark_0_age_ms ?? undefined,
    markMissing: row.mark_0_missing ?? undefined,
    atMs: row.at_ms,
  };
}

/** Only we write these rows: their symbols and accounts were parsed then. */
export function keyOf(row: Pick<MarksRow, KeyColumns>): FillKey {
  return {
    accountId: row.account_id as AccountId,
    marketType: row.market_type,
    symbol: row.symbol as InstrumentSymbol,
    venueTradeId: row.venue_trade_id,
  };
}

function marksOf(row: Pick<MarksRow, MarkColumns>): FillMarks['marks'] {
  const marks: (number | undefined)[] = [];
  for (const column of markColumns) marks.push(row[column] ?? undefined);
  return marks;
}

export function toMarksRow(save: MarksSave): MarksRow {
  const { marks = [] } = save;
  return {
    account_id: save.accountId,
    market_type: save.marketType,
    symbol: save.symbol,
    venue_trade_id: save.venueTradeId,
    at_ms: save.atMs,
    source: save.source ?? null,
    quote_usd: save.quoteUsd ?? null,
    fee_usd: save.feeUsd ?? null,
    half_spread: save.halfSpread ?? null,
    mark_0: marks[0] ?? null,
    mark_1: marks[1] ?? null,
    mark_5: marks[2] ?? null,
    mark_30: marks[3] ?? null,
    mark_60: marks[4] ?? null,
    mark_300: marks[5] ?? null,
    mark_0_age_ms: save.markAgeMs ?? null,
    mark_0_missing: save.markMissing ?? null,
    due_ms: save.dueMs ?? null,
  };
}

export function toLedgerRow(record: LedgerRecord): LedgerRow {
  return {
    account_id: record.accountId,
    kind: record.kind,
    market_type: record.marketType,
    entry_id: record.entryId,
    symbol: record.symbol ?? null,
    asset: record.asset,
    amount: record.amount,
    source: record.source ?? null,
    usd: record.usd ?? null,
    at_ms: record.atMs,
  };
}

export function fromLedgerRow(row: LedgerRow): LedgerRecord {
  return {
    accountId: row.account_id as AccountId,
    kind: row.kind,
    marketType: row.market_type,
    entryId: row.entry_id,
    symbol: row.symbol === null ? undefined : (row.symbol as InstrumentSymbol),
    asset: row.asset,
    amount: row.amount,
    source: row.source ?? undefined,
    usd: row.usd ?? undefined,
    atMs: row.at_ms,
  };
}

export function toTwapRows(record: TwapRecord): {
  readonly order: TwapRow;
  readonly fills: readonly TwapFillRow[];
} {
  const ids = { account_id: record.accountId, twap_id: record.twapId };
  return {
    order: {
      ...ids,
      symbol: record.symbol,
      side: record.side,
      total_size: record.totalSize ?? null,
      at_ms: record.atMs,
    },
    fills: record.fills.map(({ venueTradeId, price, quantity, fee, atMs }) => ({
      ...ids,
      venue_trade_id: venueTradeId,
      price,
      quantity,
      fee,
      at_ms: atMs,
    })),
  };
}

export function fromTwapRow(row: TwapRow, fills: readonly TwapFillRow[]): TwapRecord {
  return {
    accountId: row.account_id as AccountId,
    twapId: row.twap_id,
    symbol: row.symbol as InstrumentSymbol,
    side: row.side,
    totalSize: row.total_size ?? undefined,
    atMs: row.at_ms,
    fills: fills.map(fromTwapFillRow),
  };
}

function fromTwapFillRow(row: TwapFillRow): TwapFillRecord {
  return {
    venueTradeId: row.venue_trade_id,
    price: row.price,
    quantity: row.quantity,
    fee: row.fee,
    atMs: row.at_ms,
  };
}
