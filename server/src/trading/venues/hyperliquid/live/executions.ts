import { compareExact, exactly, parseExact } from '../../../../kit/exact.ts';
import type { MarketType } from '../../../model/order.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import type { CcxtTrade } from '../../shared/live/ccxtClient.ts';
import type { DialectCall, OrderLinks } from '../../shared/live/dialect.ts';
import { fillOf, sumsOf, told } from '../../shared/live/shapes.ts';
import type { VenueFill } from '../../venuePort.ts';
import { type Execution, inChain } from './chain.ts';
import { fromCloid, ownClient } from './client.ts';

export interface Market {
  readonly symbol: InstrumentSymbol;
  readonly marketType: MarketType;
}

/** Executions of one answer, and how far back the venue keeps them. */
const pageSize = 2_000;
const keptMax = 10_000;
/** The last one finds the end. */
const pagesMax = keptMax / pageSize + 1;
/** Whatever the clocks say, nothing has happened so long after now. */
const aheadMs = 3_600_000;

/** Executions in a market at or after a time, oldest first, until there are enough of them. */
export async function executionsFrom(
  { client, links }: DialectCall,
  { market, sinceMs }: { readonly market: Market; readonly sinceMs: number },
  isEnough: (fills: readonly VenueFill[]) => boolean,
): Promise<readonly VenueFill[]> {
  const { symbol } = market;
  const executions = new Map<string, Execution>();
  let fromMs = sinceMs;
  for (let page = 0; page < pagesMax; page += 1) {
    // After a full page the next may be full too. An end says so to `limits.ts`, and cuts nothing.
    const until = page === 0 ? {} : { until: client.milliseconds() + aheadMs };
    const trades = await ownClient(client).fetchMyTrades(undefined, fromMs, undefined, until);
    for (const trade of trades) {
      if (trade.symbol !== symbol) continue;
      const before = parseExact(String(trade.info.startPosition));
      const fill = toFill(trade, market, links);
      executions.set(told(trade.id, 'id of a trade'), { fill, before });
    }
    const found = [...executions.values()];
    const isOver = trades.length < pageSize || isEnough(found.map(({ fill }) => fill));
    if (isOver) return inChain(found);
    const lastMs = told(trades.at(-1)?.timestamp, 'time of a trade');
    // A page begins with the millisecond the last one ended in, which may not have been all.
    fromMs = lastMs > fromMs ? lastMs : lastMs + 1;
  }
  return inChain([...executions.values()]);
}

/** Of one order: by its own id, or by the client id that what it set off goes on with. */
export async function executionsOf(
  call: DialectCall,
  order: {
    readonly market: Market;
    readonly venueOrderId: string;
    readonly clientId: string | undefined;
    readonly quantity: string;
    readonly createdAtMs: number;
  },
): Promise<readonly VenueFill[]> {
  const { market, venueOrderId, clientId, createdAtMs } = order;
  const isOwn = (fill: VenueFill): boolean =>
    fill.venueOrderId === venueOrderId || (clientId !== undefined && fill.clientId === clientId);
  const isWhole = (fills: readonly VenueFill[]): boolean => {
    const { filled } = sumsOf(fills.filter(isOwn));
    return compareExact(exactly(filled), exactly(order.quantity)) >= 0;
  };
  const fills = await executionsFrom(call, { market, sinceMs: createdAtMs }, isWhole);
  return fills.filter(isOwn).map((fill) => ({ ...fill, venueOrderId, clientId }));
}

function toFill(trade: CcxtTrade, market: Market, links: OrderLinks): VenueFill {
  const link = links.get(trade.order ?? '');
  return fillOf(trade, { ...market, clientId: fromCloid(trade.info.cloid) ?? link?.clientId });
}
