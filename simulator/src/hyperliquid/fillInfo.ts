import type { Exchange } from '../exchange/exchange.ts';
import { priceOf, quantityOf } from '../exchange/prices.ts';
import type { Trade } from '../exchange/records.ts';
import { cloidOf, ordersOf } from './call.ts';
import { moneyText, numberText } from './numbers.ts';
import { sideOf } from './orderInfo.ts';
import { type Fields, readOptional, readWhole } from './reading.ts';

/** Maximum number of executions in one answer, and of kept ones. */
const pageMax = 2_000;
const keptMax = 10_000;
/** Ids of executions are beyond 32 bits. */
const firstTid = 100_000_000_000_000;

/** An execution with the position before it. */
interface Execution {
  readonly trade: Trade;
  readonly before: bigint;
}

/** Returns the newest page, newest first. */
export function userFills(exchange: Exchange, { user }: Fields): unknown {
  return executionsOf(exchange, user).slice(-pageMax).toReversed().map(fillOf);
}

/** Returns executions from a time on, oldest first. */
export function userFillsByTime(exchange: Exchange, asked: Fields): unknown {
  const from = readWhole(asked.startTime);
  const to = readOptional(asked.endTime, readWhole) ?? Number.POSITIVE_INFINITY;
  return executionsOf(exchange, asked.user)
    .filter(({ trade }) => trade.at >= from && trade.at <= to)
    .slice(0, pageMax)
    .map(fillOf);
}

/** Returns the executions of these trades only, oldest first. */
export function fillsOf(
  exchange: Exchange,
  user: string,
  tradeIds: ReadonlySet<number | undefined>,
): readonly object[] {
  return executionsOf(exchange, user)
    .filter(({ trade }) => tradeIds.has(trade.tradeId))
    .map(fillOf);
}

function executionsOf(exchange: Exchange, user: unknown): readonly Execution[] {
  const trades = ordersOf(exchange, user)
    .flatMap((order) => order.trades)
    .sort((a, b) => a.tradeId - b.tradeId);
  const positions = new Map<string, bigint>();
  const all = trades.map((trade) => {
    const { market, state } = trade.order;
    const before = positions.get(market.id) ?? 0n;
    const quantity = quantityOf(market, trade.lots);
    positions.set(market.id, state.side === 'buy' ? before + quantity : before - quantity);
    return { trade, before };
  });
  return all.slice(-keptMax);
}

function fillOf({ trade, before }: Execution): object {
  const { order, tradeId, ticks, lots, at } = trade;
  const { market } = order;
  const tid = firstTid + tradeId;
  return {
    coin: market.id,
    px: numberText(priceOf(market, ticks)),
    sz: numberText(quantityOf(market, lots)),
    side: sideOf(order),
    time: at,
    startPosition: numberText(before),
    dir: directionOf(trade, before),
    closedPnl: moneyText(trade.realised),
    hash: `0x${tid.toString(16).padStart(64, '0')}`,
    oid: order.id,
    crossed: trade.liquidity === 'taker',
    fee: moneyText(trade.fee),
    tid,
    cloid: cloidOf(order) ?? null,
    feeToken: trade.feeAsset,
    twapId: null,
  };
}

function directionOf({ order, lots }: Trade, before: bigint): string {
  const { market, state } = order;
  const change = state.side === 'buy' ? quantityOf(market, lots) : -quantityOf(market, lots);
  const after = before + change;
  if (before !== 0n && before > 0n !== change > 0n) {
    if (after !== 0n && after > 0n !== before > 0n) {
      return before > 0n ? 'Long > Short' : 'Short > Long';
    }
    return before > 0n ? 'Close Long' : 'Close Short';
  }
  return change > 0n ? 'Open Long' : 'Open Short';
}
