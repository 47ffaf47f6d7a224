import { wholeUnit } from '@windlass/matching';
import { quantityOf } from '../exchange/prices.ts';
import type { OrderRecord, Trade } from '../exchange/records.ts';
import { type Call, optionalMarket, ordersOf, type Routes, readContracts, signed } from './call.ts';
import { pageOf, windowOf } from './pages.ts';
import { money, orderIdOf, quantityText } from './texts.ts';

/** Rows of a page when the request names no number, and at most. */
const rows = { unasked: 50, most: 100 } as const;

export const profitRoutes: Routes = {
  'GET /v5/position/closed-pnl': signed(closedProfits),
};

/** The part of positions that one order closed. Money is in the contract's settlement asset. */
interface Closing {
  readonly order: OrderRecord;
  readonly startedAt: number;
  readonly at: number;
  readonly lots: number;
  readonly fills: number;
  readonly profit: bigint;
  readonly exitValue: bigint;
  readonly openFee: bigint;
  readonly closeFee: bigint;
}

function closedProfits(call: Call): object {
  const category = readContracts(call);
  const market = optionalMarket(call, category);
  const { parameters, exchange } = call;
  const { from, to } = windowOf(parameters, exchange.now());
  const trades = ordersOf(call, category)
    .filter((order) => market === undefined || order.market === market)
    .flatMap((order) => order.trades)
    .sort((a, b) => a.tradeId - b.tradeId);
  const found = closingsOf(trades).filter(({ startedAt: at }) => at >= from && at <= to);
  const keyOf = ({ order, startedAt }: Closing) => `${orderIdOf(order)}:${startedAt}`;
  const newestFirst = found.toReversed();
  const { shown, nextPageCursor } = pageOf(parameters, newestFirst, { ...rows, keyOf });
  return { category, list: shown.map(record), nextPageCursor };
}

/** A position as its trades made it, and the fees paid for its open part. */
interface Held {
  lots: number;
  fees: bigint;
}

/**
 * Returns the closings, found by playing all trades again: a trade closes what it meets of the
 * opposite position. They are ordered by the time when they began to close, as the exchange lists
 * them.
 */
function closingsOf(trades: readonly Trade[]): readonly Closing[] {
  // In hedge mode a market has two positions.
  const positions = new Map<string, Held>();
  const closings = new Map<OrderRecord, Closing>();
  for (const trade of trades) {
    const { order, lots, fee } = trade;
    const key = `${order.market.name} ${order.state.positionLeg ?? ''}`;
    const held = positions.get(key) ?? { lots: 0, fees: 0n };
    const change = order.state.side === 'buy' ? lots : -lots;
    const isAgainst = held.lots !== 0 && held.lots > 0 !== change > 0;
    const closed = isAgainst ? Math.min(lots, Math.abs(held.lots)) : 0;
    if (closed > 0) {
      const openFee = (held.fees * BigInt(closed)) / BigInt(Math.abs(held.lots));
      const before = closings.get(order);
      closings.set(order, joined(before, trade, { closed, openFee }));
      held.fees -= openFee;
    }
    held.lots += change;
    held.fees += shareOf(fee, lots - closed, lots);
    positions.set(key, held);
  }
  return [...closings.values()].sort((a, b) => a.startedAt - b.startedAt);
}

function joined(
  before: Closing | undefined,
  { order, at, lots, fee, value, realised }: Trade,
  { closed, openFee }: { readonly closed: number; readonly openFee: bigint },
): Closing {
  return {
    order,
    at,
    startedAt: before?.startedAt ?? at,
    fills: (before?.fills ?? 0) + 1,
    lots: (before?.lots ?? 0) + closed,
    profit: (before?.profit ?? 0n) + realised,
    exitValue: (before?.exitValue ?? 0n) + shareOf(value, closed, lots),
    openFee: (before?.openFee ?? 0n) + openFee,
    closeFee: (before?.closeFee ?? 0n) + shareOf(fee, closed, lots),
  };
}

function shareOf(amount: bigint, part: number, whole: number): bigint {
  return (amount * BigInt(part)) / BigInt(whole);
}

/** Returns a closing. Its profit is after fees; its values are before them. */
function record(closing: Closing): object {
  const { order, startedAt, at, lots, fills, profit, exitValue, openFee, closeFee } = closing;
  const { market, state, words } = order;
  const { isInverse, quoteLot } = market.instrument;
  // A sell closes a long position, which wins when its value rose. In coins it loses then.
  const isRise = (state.side === 'sell') !== isInverse;
  const entryValue = isRise ? exitValue - profit : exitValue + profit;
  const size = BigInt(lots) * quoteLot;
  const priceOf = (value: bigint) =>
    isInverse ? (size * wholeUnit) / value : (value * wholeUnit) / size;
  const quantity = quantityText(market, quantityOf(market, lots));
  return {
    symbol: market.id,
    orderId: orderIdOf(order),
    orderType: words.orderType,
    side: state.side === 'buy' ? 'Buy' : 'Sell',
    qty: quantity,
    closedSize: quantity,
    fillCount: String(fills),
    execType: 'Trade',
    cumEntryValue: money(entryValue),
    avgEntryPrice: money(priceOf(entryValue)),
    cumExitValue: money(exitValue),
    avgExitPrice: money(priceOf(exitValue)),
    closedPnl: money(profit - openFee - closeFee),
    leverage: '',
    orderPrice: '0',
    openFee: money(openFee),
    closeFee: money(closeFee),
    createdTime: String(startedAt),
    updatedTime: String(at),
  };
}
