import { ceilDiv, ppmWhole } from './amounts.ts';
import {
  type Core,
  credit,
  earn,
  ladderOf,
  type Market,
  openOrdersOf,
  positionOf,
  walletOf,
} from './core.ts';
import { cut, endSibling, siblingOf, withdraw } from './ending.ts';
import type { Fill } from './events.ts';
import { type Order, remainingLots, snapshotOf } from './order.ts';
import { coverShortfall, cutReduceOnly, movePosition } from './position.ts';
import { needOf, refreshNeeds, reserve } from './reserve.ts';
import { baseOf } from './rules.ts';

/** An execution before it is settled. */
export interface Execution {
  readonly tradeId: number;
  readonly ticks: number;
  readonly lots: number;
  readonly value: bigint;
  readonly liquidity: 'maker' | 'taker';
}

/** Fills a part of an order: sums, fee, wallets or position, its place in the book, its OCO. */
export function fill(core: Core, market: Market, { order, ...execution }: OrderExecution): void {
  const { ticks, lots } = execution;
  order.filled += lots;
  order.tickLots += BigInt(ticks) * BigInt(lots);
  order.updatedAt = core.at;
  core.changed.add(order.orderId);
  const fee = takeFee(core, market, { order, ...execution });
  const { instrument } = market;
  const realised = instrument.isSpot
    ? exchange(core, market, { order, ...execution })
    : profit(core, market, { order, ...execution });
  if (instrument.isSpot) credit(core, walletOf(core, order.accountId, order.feeAsset), -fee);
  else earn(core, { accountId: order.accountId, instrument }, -fee);
  ladderOf(market, order.side).reduce(order, lots);
  core.touchedMarkets.add(market);
  openOrdersOf(core, order.accountId, order.symbol)[order.side].filled(order, lots);
  const isDone = remainingLots(order) === 0;
  if (isDone) withdraw(core, order, 'closed');
  else if (order.reserved > 0n) reserve(core, order, needOf(core, order));
  const shown: Fill = { ...execution, fee, feeAsset: order.feeAsset, realised };
  core.events.push({ type: 'filled', at: core.at, order: snapshotOf(order), fill: shown });
  pairAfterFill(core, order, isDone);
  if (!instrument.isSpot) {
    cutReduceOnly(core, positionOf(core, order, instrument));
  }
}

type OrderExecution = Execution & { readonly order: Order };

/** Takes the fee, which is rounded up once over all fills of an order; each pays the increase. */
function takeFee(core: Core, { instrument }: Market, execution: OrderExecution): bigint {
  const { order, lots, value, liquidity } = execution;
  const isInBase = instrument.isSpot && order.feeAsset !== instrument.rules.quote;
  const amount = isInBase ? baseOf(instrument, lots) : value;
  order.feeParts += amount * (liquidity === 'maker' ? instrument.makerPpm : instrument.takerPpm);
  const fee = ceilDiv(order.feeParts, ppmWhole) - order.fee;
  order.fee += fee;
  core.fees.set(order.feeAsset, (core.fees.get(order.feeAsset) ?? 0n) + fee);
  return fee;
}

function exchange(core: Core, { instrument }: Market, execution: OrderExecution): bigint {
  const { order, lots, value } = execution;
  const sign = order.side === 'buy' ? 1n : -1n;
  const { base, quote } = instrument.rules;
  credit(core, walletOf(core, order.accountId, base), sign * baseOf(instrument, lots));
  credit(core, walletOf(core, order.accountId, quote), -sign * value);
  return 0n;
}

function profit(core: Core, { instrument }: Market, execution: OrderExecution): bigint {
  const { order } = execution;
  const position = positionOf(core, order, instrument);
  const taken = movePosition(core, { position, instrument }, { ...execution, side: order.side });
  earn(core, { accountId: order.accountId, instrument }, taken);
  return taken;
}

/** Cuts the stop leg by the limit leg's fills; a stop leg's fill finds no limit leg. */
function pairAfterFill(core: Core, order: Order, isDone: boolean): void {
  if (order.leg !== 'limit') return;
  if (isDone) {
    endSibling(core, order, 'OCO_SIBLING_FILLED');
    return;
  }
  const stopLeg = siblingOf(core, order);
  if (stopLeg) cut(core, stopLeg, { lots: remainingLots(order), reason: 'OCO_SIBLING_FILLED' });
}

/**
 * Recalculates the holdings of the orders beside a moved position. Only after the moving order has
 * run, so that no maker it counted on disappears half-way.
 */
export function settlePositions(core: Core): void {
  for (const position of core.unsettled) {
    core.unsettled.delete(position);
    const market = core.markets.get(position.symbol);
    if (!market) continue;
    refreshNeeds(core, position.accountId, position.symbol);
    coverShortfall(core, position.accountId, market.instrument.settle);
  }
}
