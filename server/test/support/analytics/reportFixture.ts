import type { TcaTerms } from '../../../src/trading/analytics/tca/types.ts';
import type {
  LedgerRecord,
  ReportFill,
  ShortfallOrder,
} from '../../../src/trading/analytics/types.ts';
import type { AccountId } from '../../../src/trading/model/account.ts';
import { marketTypeOf } from '../../../src/trading/model/order.ts';
import { type InstrumentSymbol, parseSymbol } from '../../../src/trading/model/symbol.ts';

export const dayMs = 86_400_000;
/** Start of a UTC day. */
export const reportStartMs = Date.UTC(2026, 0, 5);
const accountId = 'desk' as AccountId;

export function reportSymbol(text: string): InstrumentSymbol {
  const symbol = parseSymbol(text);
  if (symbol === undefined) throw new Error(`no symbol: ${text}`);
  return symbol;
}

type Given<Thing> = Partial<Omit<Thing, 'symbol'>> & { readonly symbol?: string };

/**
 * Returns two bitcoins bought as taker at 100, with a fee of a dollar; nothing is known about the
 * market.
 */
export function makeReportFill(given: Given<ReportFill> = {}): ReportFill {
  const symbol = reportSymbol(given.symbol ?? 'BTC/USDT:USDT');
  return {
    accountId,
    marketType: marketTypeOf(symbol),
    venueTradeId: '1',
    venueOrderId: '1',
    side: 'buy',
    price: 100,
    quantity: 2,
    fee: 1,
    feeAsset: 'USDT',
    liquidity: 'taker',
    atMs: reportStartMs,
    parentId: undefined,
    source: 'live',
    quoteUsd: 1,
    feeUsd: 1,
    halfSpread: undefined,
    marks: [],
    markAgeMs: undefined,
    markMissing: undefined,
    ...given,
    symbol,
  };
}

/** Returns terms of ten days of derivatives; 1 maker, 5 taker, and no current rates. */
export function makeTcaTerms(given: Partial<TcaTerms> = {}): TcaTerms {
  return {
    accountId,
    fromMs: reportStartMs,
    toMs: reportStartMs + 10 * dayMs,
    marketType: 'swap',
    symbol: undefined,
    horizon: 300,
    tier: { makerBps: 1, takerBps: 5 },
    navUsd: undefined,
    rebatesUsd: 0,
    isEstimated: false,
    orders: [],
    usdNow: () => undefined,
    ...given,
  };
}

/** Returns a TWAP that bought ten of ten from 100 on, on one account, and ended at 100. */
export function makeShortfallOrder(given: Given<ShortfallOrder> = {}): ShortfallOrder {
  return {
    id: 'algo-1',
    type: 'twap',
    side: 'buy',
    quantity: 10,
    filled: 10,
    accounts: 1,
    arrivalPrice: 100,
    endPrice: 100,
    createdAtMs: reportStartMs,
    endedAtMs: reportStartMs + 3_600_000,
    ...given,
    symbol: reportSymbol(given.symbol ?? 'BTC/USDT:USDT'),
  };
}

export function makeLedgerRecord(given: Given<LedgerRecord> = {}): LedgerRecord {
  return {
    accountId,
    kind: 'funding',
    marketType: 'swap',
    entryId: '1',
    asset: 'USDT',
    amount: '1',
    source: undefined,
    usd: 1,
    atMs: reportStartMs,
    ...given,
    symbol: reportSymbol(given.symbol ?? 'BTC/USDT:USDT'),
  };
}
