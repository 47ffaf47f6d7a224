/** The tables of the reports, beside orders and fills. */
export interface AnalyticsSchema {
  /** Mark prices at each stored fill and after it. */
  fill_marks: {
    account_id: string;
    market_type: 'spot' | 'swap' | 'future';
    symbol: string;
    venue_trade_id: string;
    /** Time of the fill. */
    at_ms: number;
    /**
     * `live`: seen while the service ran; `candles`: read afterwards; null while nothing is known.
     */
    source: 'live' | 'candles' | null;
    /** USD of one unit of the quote at that time. */
    quote_usd: number | null;
    /** USD of one unit of the asset of the fee at that time. */
    fee_usd: number | null;
    /** Half of the spread of the book, in the quote. */
    half_spread: number | null;
    /**
     * Mark prices that many seconds after the fill (on spot the mid); `mark_0` is from before it.
     */
    mark_0: number | null;
    mark_1: number | null;
    mark_5: number | null;
    mark_30: number | null;
    mark_60: number | null;
    mark_300: number | null;
    /** Age of `mark_0` at the fill, in ms; null for fills of versions that did not store it. */
    mark_0_age_ms: number | null;
    /**
     * Reason why there is no `mark_0`; null where there is one, and for fills of earlier versions.
     */
    mark_0_missing: 'no_book' | 'no_mark' | 'stale' | 'not_followed' | 'late' | null;
    /** Time when the next of these is to be read; null when none is. */
    due_ms: number | null;
  };
  /** Bookings of exchanges on accounts beside trading, each entry once. */
  account_ledger: {
    account_id: string;
    kind: 'funding' | 'realised' | 'rebate';
    market_type: 'spot' | 'swap' | 'future';
    entry_id: string;
    symbol: string | null;
    asset: string;
    /** Decimal text, as the account sees it. */
    amount: string;
    /** Reason of a rebate. */
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
    /** Decimal text; null where the exchange does not report it. */
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
  /** Time up to which each list of an account was read. */
  ledger_readings: { account_id: string; list: string; since_ms: number; updated_at_ms: number };
}
