import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { SinceQuery, VenueTwap, VenueTwapFill } from '../../perpsPort.ts';
import { type Fields, isFields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { required, sideOf } from '../../shared/live/shapes.ts';
import { readPositive } from '../../shared/wireFields.ts';
import { fromCoin } from '../symbols.ts';
import { createBudget, entriesFrom, type PagedRows } from './pagedRows.ts';
import { accountRows, decimalAt } from './rows.ts';

/** An answer holds 2,000 as documented, and 500 if it is like lists of other kinds. */
const fullPageMin = 500;
/** A full page weighs at most 120, of what reads may take in a minute. */
const answersMax = 5;

/**
 * Returns the venue's executions of its own TWAP orders; the lists of executions leave these out.
 */
export function twapFills(
  call: DialectCall,
  { sinceMs, limit }: SinceQuery,
): Promise<readonly VenueTwapFill[]> {
  const list: PagedRows<VenueTwapFill> = {
    pageSize: fullPageMin,
    async ask({ startTime }) {
      const rows = await accountRows(call, { type: 'userTwapSliceFillsByTime', startTime });
      return rows.map(({ fill, twapId }) => (isFields(fill) ? { ...fill, twapId } : { twapId }));
    },
    read: fillOf,
    idOf: ({ venueTradeId }) => venueTradeId,
  };
  const budget = createBudget(answersMax);
  return entriesFrom(list, { startTime: sinceMs }, { count: limit, budget });
}

/** Returns undefined for spot pairs, and for the builders' exchanges. */
function fillOf(row: Fields): VenueTwapFill | undefined {
  const symbol = fromCoin(String(row.coin));
  if (!symbol) return undefined;
  return {
    twapId: idAt(row, 'twapId'),
    venueTradeId: idAt(row, 'tid'),
    venueOrderId: idAt(row, 'oid'),
    symbol,
    marketType: 'swap',
    side: sideAt(row),
    price: Number(decimalAt(row, 'px')),
    quantity: decimalAt(row, 'sz'),
    fee: decimalAt(row, 'fee'),
    feeAsset: String(required(row.feeToken, 'asset of a fee')),
    liquidity: row.crossed === false ? 'maker' : 'taker',
    realised: decimalAt(row, 'closedPnl'),
    atMs: required(readPositive(row.time), 'time of an execution'),
  };
}

/** Every entry of the history has the whole size; old entries have no id. */
export async function twaps(call: DialectCall): Promise<readonly VenueTwap[]> {
  const rows = await accountRows(call, { type: 'twapHistory' });
  const found = new Map<string, VenueTwap>();
  for (const { state, twapId } of rows) {
    if (!isFields(state) || typeof twapId !== 'number') continue;
    const symbol = fromCoin(String(state.coin));
    if (symbol) found.set(String(twapId), twapOf(String(twapId), symbol, state));
  }
  return [...found.values()];
}

function twapOf(twapId: string, symbol: InstrumentSymbol, state: Fields): VenueTwap {
  return {
    twapId,
    symbol,
    side: sideAt(state),
    totalSize: decimalAt(state, 'sz'),
    atMs: required(readPositive(state.timestamp), 'time of an order'),
  };
}

function idAt(row: Fields, name: string): string {
  return String(required(readPositive(row[name]), `${name} of an execution`));
}

/** B is a bid, A an ask. */
function sideAt({ side }: Fields) {
  return sideOf(side === 'B' ? 'buy' : side === 'A' ? 'sell' : undefined);
}
