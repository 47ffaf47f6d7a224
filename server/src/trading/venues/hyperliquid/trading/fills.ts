import { compareExact, exactly, parseExact } from '../../../../kit/exact.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { CcxtTrade } from '../../shared/live/ccxtClient.ts';
import type { DialectCall, FillsOfSymbols, OrderLinks } from '../../shared/live/dialect.ts';
import { encodeRequest } from '../../shared/live/encodeRequest.ts';
import type { NoFields } from '../../shared/live/endpoint.ts';
import { fillSlackMs } from '../../shared/live/fillWindow.ts';
import { fillOf, required, sumsOf } from '../../shared/live/shapes.ts';
import type { VenueFill } from '../../venuePort.ts';
import { type Execution, sortedByPosition } from './chain.ts';
import { fromCloid, ownClient } from './client.ts';

export interface Market {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
}

/** Number of executions in one answer. */
const pageSize = 2_000;
/** Number of latest executions that the venue keeps. */
const keptMax = 10_000;
/** One page more than the venue keeps, to find the end. */
const pagesMax = keptMax / pageSize + 1;

interface ExecutionsQuery {
  readonly marketType: MarketType;
  readonly symbols: readonly InstrumentSymbol[];
  readonly sinceMs: number;
}

/** Returns fills of some symbols, oldest first; all are in one list. */
export async function readFills(
  call: DialectCall,
  { marketType, symbol, also = [], sinceMs, limit }: FillsOfSymbols,
): Promise<readonly VenueFill[]> {
  if (marketType !== 'swap') return [];
  const query = { marketType, symbols: [symbol, ...also], sinceMs };
  const isEnough = ({ length }: { readonly length: number }) => length >= limit;
  const fills = await executionsFrom(call, query, isEnough);
  return fills.slice(0, limit);
}

/** Returns executions in some markets at or after a time, oldest first, until there are enough. */
async function executionsFrom(
  { client, links }: DialectCall,
  { marketType, symbols, sinceMs }: ExecutionsQuery,
  isEnough: (fills: readonly VenueFill[]) => boolean,
): Promise<readonly VenueFill[]> {
  const executions = new Map<string, Execution>();
  let fromMs = sinceMs;
  for (let page = 0; page < pagesMax; page += 1) {
    const trades = await ownClient(client).fetchMyTrades(
      undefined,
      fromMs,
      undefined,
      encodeRequest<NoFields>({}),
    );
    for (const trade of trades) {
      const symbol = symbols.find((each) => each === trade.symbol);
      if (symbol === undefined) continue;
      const before = parseExact(String(trade.info.startPosition));
      const fill = toFill(trade, { symbol, marketType }, links);
      executions.set(required(trade.id, 'id of a trade'), { fill, before });
    }
    const found = [...executions.values()];
    const isDone = trades.length < pageSize || isEnough(found.map(({ fill }) => fill));
    if (isDone) return sortedBySymbol(found);
    const lastMs = required(trades.at(-1)?.timestamp, 'time of a trade');
    // A page begins with the millisecond in which the last one ended, which may have been
    // incomplete.
    fromMs = lastMs > fromMs ? lastMs : lastMs + 1;
  }
  return sortedBySymbol([...executions.values()]);
}

/** Orders the executions of each symbol by its positions, then all symbols by time. */
function sortedBySymbol(executions: readonly Execution[]): readonly VenueFill[] {
  const bySymbol = Map.groupBy(executions, ({ fill }) => fill.symbol);
  const chains = [...bySymbol.values()].flatMap(sortedByPosition);
  // The sort is stable: within a millisecond a chain keeps its order.
  return bySymbol.size > 1 ? chains.sort((a, b) => a.atMs - b.atMs) : chains;
}

/** An order whose executions are looked up. */
export interface ListedOrder {
  readonly market: Market;
  readonly venueOrderId: string;
  readonly clientId: string | undefined;
  readonly quantity: string;
  readonly createdAtMs: number;
}

/** Returns each order's executions: by its id, or by the client id that its trigger passed on. */
export async function executionsOf<Order extends ListedOrder>(
  call: DialectCall,
  orders: readonly Order[],
): Promise<ReadonlyMap<Order, readonly VenueFill[]>> {
  const [first] = orders;
  if (!first) return new Map();
  const query = {
    marketType: first.market.marketType,
    symbols: [...new Set(orders.map(({ market }) => market.symbol))],
    sinceMs: Math.min(...orders.map(({ createdAtMs }) => createdAtMs)) - fillSlackMs,
  };
  const areFilled = (fills: readonly VenueFill[]) =>
    orders.every((order) => isFilled(order, fills));
  const fills = await executionsFrom(call, query, areFilled);
  return new Map(orders.map((order) => [order, fillsOf(order, fills)]));
}

function isFilled(order: ListedOrder, fills: readonly VenueFill[]): boolean {
  const { filled } = sumsOf(fillsOf(order, fills));
  return compareExact(exactly(filled), exactly(order.quantity)) >= 0;
}

function fillsOf(
  { venueOrderId, clientId }: ListedOrder,
  fills: readonly VenueFill[],
): readonly VenueFill[] {
  const isOwn = (fill: VenueFill): boolean =>
    fill.venueOrderId === venueOrderId || (clientId !== undefined && fill.clientId === clientId);
  return fills.filter(isOwn).map((fill) => ({ ...fill, venueOrderId, clientId }));
}

function toFill(trade: CcxtTrade, market: Market, links: OrderLinks): VenueFill {
  const link = links.get(trade.order ?? '');
  return fillOf(trade, { ...market, clientId: fromCloid(trade.info.cloid) ?? link?.clientId });
}
