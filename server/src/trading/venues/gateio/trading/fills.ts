import { exactly, formatExact } from '../../../../kit/exact.ts';
import { symbolParts } from '../../../model/symbol.ts';
import type { Fields } from '../../shared/json.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { fillSlackMs } from '../../shared/live/fillWindow.ts';
import { byPlace, required, sequenceOf, sideOf, textOf } from '../../shared/live/shapes.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { readPositive } from '../../shared/wireFields.ts';
import type { VenueFill } from '../../venuePort.ts';
import { clientIdOf, setOffBy } from './clientIds.ts';
import { contractFields } from './contracts.ts';
import { contractTrades, contractTradesBetween, spotTrades } from './endpoints.ts';
import { idOf, type Market, rowsOf, textAt, timeMsOf } from './rows.ts';
import { spotAccount } from './unifiedMode.ts';
import { baseUnits, sideOfSize } from './units.ts';

/** Maximum number of trades in one answer. */
const tradesMax = 1_000;
/** Maximum number of answers about one order, or one dated contract: a million trades. */
const answersMax = 1_000;
/** The longest time that one request on spot may span. */
const windowSecondsMax = 30 * 86_400;

export interface FillQuery {
  readonly sinceMs: number;
  readonly limit: number;
}

/** Oldest first. The venue lists the newest first, so it cuts off exactly the wanted ones. */
export async function fillsSince(
  call: DialectCall,
  market: Market,
  query: FillQuery,
): Promise<readonly VenueFill[]> {
  const rows =
    market.marketType === 'future'
      ? await datedRows(call, market, query.sinceMs)
      : await windowRows(call, market, query);
  return rows
    .map((row) => toFill(call, row, market))
    .filter(({ atMs }) => atMs >= query.sinceMs)
    .sort(byPlace)
    .slice(0, query.limit);
}

/**
 * Returns all rows of as many spans of time as are needed; a span with too many for one answer is
 * halved.
 */
async function windowRows(
  call: DialectCall,
  market: Market,
  { sinceMs, limit }: FillQuery,
): Promise<readonly Fields[]> {
  const nowSeconds = Math.ceil(call.clock.now() / 1_000);
  // Adjacent spans share their ends.
  const all = new Map<string, Fields>();
  let span = windowSecondsMax;
  let from = Math.floor(sinceMs / 1_000);
  while (from <= nowSeconds && all.size < limit) {
    const to = Math.max(Math.min(from + span, nowSeconds), from + 1);
    const rows = rowsOf(await askBetween(call, market, { from, to }));
    if (rows.length >= tradesMax) {
      if (span <= 1) throw new NoAnswerError('The exchange has more trades than it can list.');
      span = Math.floor((to - from) / 2);
      continue;
    }
    for (const row of rows) if ((timeOf(row) ?? 0) >= sinceMs) all.set(idOf(row), row);
    from = to;
    if (to >= nowSeconds) break;
  }
  return [...all.values()];
}

/** Requests the trades between two times, in seconds. */
function askBetween(
  call: DialectCall,
  market: Market,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<unknown> {
  const { client } = call;
  if (market.marketType === 'spot') {
    return spotTrades(client, {
      currency_pair: client.market(market.symbol).id,
      account: spotAccount(call),
      from,
      to,
      limit: tradesMax,
    });
  }
  const { settle, contract } = contractFields(call, market);
  return contractTradesBetween(client, market.marketType, {
    settle,
    contract,
    from,
    to,
    limit: tradesMax,
  });
}

/** Trades in dated contracts cannot be requested by their time. */
async function datedRows(
  call: DialectCall,
  market: Market,
  sinceMs: number,
): Promise<readonly Fields[]> {
  const all: Fields[] = [];
  for await (const rows of tradePages(call, market, allTrades)) {
    all.push(...rows.filter((row) => (timeOf(row) ?? 0) >= sinceMs));
    if (rows.some((row) => (timeOf(row) ?? 0) < sinceMs)) break;
  }
  return all;
}

/** Returns the trades of one order, and also reports them. */
export async function orderFills(
  call: DialectCall,
  order: Fields,
  market: Market,
): Promise<readonly VenueFill[]> {
  const all: VenueFill[] = [];
  const orderId = idOf(order);
  const named = { orderId, fromSeconds: startOf(order) };
  for await (const rows of tradePages(call, market, named)) {
    const own = rows.filter((row) => textAt(row, 'order_id') === orderId);
    all.push(...own.map((row) => toFill(call, row, market)));
  }
  call.heard(all);
  return all;
}

/**
 * On spot the venue returns the newest week by default, and otherwise the week after a given time.
 */
function startOf(order: Fields): number | undefined {
  const createdAtMs = timeMsOf(order, 'create_time_ms', 'create_time');
  return createdAtMs === undefined ? undefined : Math.floor((createdAtMs - fillSlackMs) / 1_000);
}

interface TradeFilter {
  readonly orderId: string | undefined;
  /** Only for spot. */
  readonly fromSeconds: number | undefined;
}

const allTrades: TradeFilter = { orderId: undefined, fromSeconds: undefined };

async function* tradePages(
  call: DialectCall,
  market: Market,
  filter: TradeFilter,
): AsyncGenerator<readonly Fields[]> {
  for (let count = 0; count < answersMax; count += 1) {
    const rows = rowsOf(await askPage(call, market, { ...filter, count }));
    yield rows;
    if (rows.length < tradesMax) return;
  }
}

/** Requests a page of trades; `count` is the number of pages before it. */
function askPage(
  call: DialectCall,
  market: Market,
  { orderId, fromSeconds, count }: TradeFilter & { readonly count: number },
): Promise<unknown> {
  const { client } = call;
  if (market.marketType === 'spot') {
    return spotTrades(client, {
      currency_pair: client.market(market.symbol).id,
      account: spotAccount(call),
      order_id: orderId,
      from: fromSeconds,
      limit: tradesMax,
      page: count > 0 ? count + 1 : undefined,
    });
  }
  const { settle, contract } = contractFields(call, market);
  return contractTrades(client, market.marketType, {
    settle,
    contract,
    order: orderId,
    limit: tradesMax,
    offset: count > 0 ? count * tradesMax : undefined,
  });
}

function toFill(call: DialectCall, row: Fields, market: Market): VenueFill {
  const isSpot = market.marketType === 'spot';
  const size = required(textAt(row, isSpot ? 'amount' : 'size'), 'quantity of a trade');
  const own = required(textAt(row, 'order_id'), 'order of a trade');
  const venueOrderId = setOffBy(row.text) ?? own;
  const price = required(readPositive(row.price), 'price of a trade');
  return {
    ...market,
    venueTradeId: idOf(row),
    venueOrderId,
    clientId: clientIdOf(row.text) ?? call.links.get(venueOrderId)?.clientId,
    side: isSpot ? sideOf(textAt(row, 'side')) : sideOfSize(size),
    price,
    quantity: isSpot ? textOf(size) : formatExact(baseUnits(call, market, { size, price })),
    ...feeOf(row, market),
    liquidity: textAt(row, 'role') === 'maker' ? 'maker' : 'taker',
    atMs: required(timeOf(row), 'time of a trade'),
    ...sequenceOf(idOf(row)),
  };
}

/**
 * Returns the fee: in the currency of the trade, unless the account pays in the venue's coin or its
 * points.
 */
function feeOf(row: Fields, { symbol }: Market): Pick<VenueFill, 'fee' | 'feeAsset'> {
  const own = textAt(row, 'fee_currency') ?? symbolParts(symbol).settle ?? '';
  const paid = [
    { feeAsset: own, fee: textAt(row, 'fee') },
    { feeAsset: 'GT', fee: textAt(row, 'gt_fee') },
    { feeAsset: 'POINT', fee: textAt(row, 'point_fee') },
  ];
  const { feeAsset, fee } = paid.find((each) => Number(each.fee ?? 0) !== 0) ?? paid[0] ?? {};
  return { feeAsset: feeAsset ?? own, fee: formatExact(exactly(fee ?? 0)) };
}

function timeOf(row: Fields): number | undefined {
  return timeMsOf(row, 'create_time_ms', 'create_time');
}
