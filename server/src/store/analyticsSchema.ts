/** The tables that reports are made of, beside orders and fills. */
export interface AnalyticsSchema {
  /** Where the market stood at a fill and after it; of fills as they were heard or found. */
  fill_marks: {
    account_id: string;
    market_type: 'spot' | 'swap' | 'future';
    symbol: string;
    venue_trade_id: string;
    /** Of the fill. */
    at_ms: number;
    /** Seen while the service ran, or read from candles afterwards; null while nothing is known. */
    source: 'live' | 'candles' | null;
    /** USD of one unit of the quote at that time. */
    quote_usd: number | null;
    /** USD of one unit of the asset of the fee at that time. */
    fee_usd: number | null;
    /** Half of the spread of the book, in the quote. */
    half_spread: number | null;
    /** Mark price, of spot the mid, so many seconds after the fill; `mark_0` is of before it. */
    mark_0: number | null;
    mark_1: number | null;
    mark_5: number | null;
    mark_30: number | null;
    mark_60: number | null;
    mark_300: number | null;
    /** The age of `mark_0` at the fill, ms; null for fills of versions that did not tell it. */
    mark_0_age_ms: number | null;
    /** Why there is no `mark_0`; null where there is one, and of fills of earlier versions. */
    mark_0_missing: 'no_book' | 'no_mark' | 'stale' | 'not_followed' | 'late' | null;
    /** When the next of these is to be looked at; null when none is. */
    due_ms: number | null;
  };
  /** What exchanges booked on accounts beside trading, each entry once. */
  account_ledger: {
    account_id: string;
    kind: 'funding' | 'realised' | 'rebate';
    market_type: 'spot' | 'swap' | 'future';
    entry_id: string;
    symbol: string | null;
    asset: string;
    /** Decimal text, as the account sees it. */
    amount: string;
    /** Of a rebate: what it was given for. */
    source: string | null;
    /** USD of one unit of the asset when it was read. */
    usd: number | null;
    at_ms: number;
  };
  /** TWAP orders that an exchange executes itself. */
  twap_orders: {
    account_id: string;
    twap_id: string;
    symbol: string;
    side: 'buy' | 'sell';
    /** Decimal text; null where it is not told. */
    total_size: string | null;
    at_ms: number;
  };
  twap_fills: {
    account_id: string;
    twap_id: string;
    venue_trade_id: string;
    price: number;
    quantity: string;
    fee: string;
    at_ms: number;
  };
  /** How far each list of an account was read. */
  ledger_readings: { account_id: string; list: string; since_ms: number; updated_at_ms: number };
}
