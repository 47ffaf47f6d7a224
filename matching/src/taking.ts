import { incomingOf, isSpared } from './collateral.ts';
import { type Core, ladderOf, type Market } from './core.ts';
import { end, enlist } from './ending.ts';
import { takeAt } from './feedBook.ts';
import { usableOf } from './funds.ts';
import { ownOf } from './margins.ts';
import { isOpen, type Order, remainingLots } from './order.ts';
import { accepts, opposite, type Plan, planOf } from './plan.ts';
import { aheadOf } from './queue.ts';
import type { Reason } from './reasons.ts';
import { isAffordable, needOf, refreshNeeds, reserve } from './reserve.ts';
import { worthOf } from './rules.ts';
import { fill, settlePositions } from './settle.ts';

/** The plan of an order that may run now, or why it may not. */
export type Verdict =
  | { readonly plan: Plan; readonly refusal?: never }
  | { readonly refusal: Reason };

/** Checks an order against the current book and balance. */
export function judge(core: Core, market: Market, order: Order): Verdict {
  const plan = planOf(core, market, order);
  if (order.timeInForce === 'POST_ONLY' && plan.isCrossing) return { refusal: 'WOULD_TAKE' };
  if (order.timeInForce === 'FOK' && plan.lots < remainingLots(order)) {
    return { refusal: 'CANNOT_FILL_ALL' };
  }
  // An order that meets its own account first runs, and ends there.
  const isEmpty = plan.lots === 0 && !meetsItself(core, market, { order, plan });
  if (order.price === undefined && isEmpty) return { refusal: 'NO_LIQUIDITY' };
  if (!isAffordable(core, order, plan.steps)) return { refusal: 'INSUFFICIENT_BALANCE' };
  return { plan };
}

interface Planned {
  readonly order: Order;
  readonly plan: Plan;
}

/** Takes the available lots, then rests or ends, by the order's time in force. */
export function run(core: Core, market: Market, planned: Planned): void {
  const { order } = planned;
  if (core.driver === 'feed') takeFeed(core, market, planned);
  else meetMakers(core, market, planned);
  settlePositions(core);
  if (!isOpen(order)) return;
  if (core.driver === 'closed' && meetsItself(core, market, planned)) {
    end(core, order, { status: 'canceled', reason: 'SELF_TRADE' });
  } else if (order.price === undefined || order.timeInForce === 'IOC') {
    end(core, order, { status: 'expired', reason: 'UNFILLED_REST' });
  } else rest(core, market, order);
}

/** Takes the planned steps of the feed's book: they are available, as nothing moves in between. */
function takeFeed(core: Core, market: Market, { order, plan }: Planned): void {
  for (const { ticks, lots } of plan.steps) {
    core.tradeCount += 1;
    takeAt(market.feed, order.side, [ticks, lots]);
    const value = worthOf(market.instrument, ticks, lots);
    const tradeId = core.tradeCount;
    fill(core, market, { order, tradeId, ticks, lots, value, liquidity: 'taker' });
  }
}

/** Trades with the resting orders of others, at their prices, best price and oldest first. */
function meetMakers(core: Core, market: Market, planned: Planned): void {
  const { order } = planned;
  while (isOpen(order)) {
    const maker = makerFor(market, planned);
    if (!maker || maker.accountId === order.accountId) return;
    const ticks = maker.price ?? 0;
    const lots = Math.min(remainingLots(order), remainingLots(maker));
    const value = worthOf(market.instrument, ticks, lots);
    core.tradeCount += 1;
    const tradeId = core.tradeCount;
    market.last = ticks;
    const { symbol, side: takerSide } = order;
    core.events.push({ type: 'trade', at: core.at, symbol, tradeId, ticks, lots, takerSide });
    const execution = { tradeId, ticks, lots, value };
    fill(core, market, { ...execution, order: maker, liquidity: 'maker' });
    fill(core, market, { ...execution, order, liquidity: 'taker' });
  }
}

/** Returns the next order of the book to trade with the taker. */
function makerFor(market: Market, { order, plan }: Planned): Order | undefined {
  const level = ladderOf(market, opposite(order.side)).best();
  if (!level || plan.bound === undefined || !accepts(order.side, plan.bound, level.ticks)) {
    return undefined;
  }
  return level.orders.values().next().value;
}

function meetsItself(core: Core, market: Market, planned: Planned): boolean {
  if (core.driver === 'feed') return false;
  return makerFor(market, planned)?.accountId === planned.order.accountId;
}

function rest(core: Core, market: Market, order: Order): void {
  enlist(core, order);
  if (!hold(core, market, order)) {
    end(core, order, { status: 'canceled', reason: 'INSUFFICIENT_BALANCE' });
    return;
  }
  joinBook(core, market, order);
}

/** Adds an order that holds its need to its queue. */
export function joinBook(core: Core, market: Market, order: Order): void {
  ladderOf(market, order.side).add(order);
  core.touchedMarkets.add(market);
  if (core.driver === 'feed') order.ahead = aheadOf(market, order);
}

/** Reserves the need of an enlisted order; false when the balance does not cover it. */
export function hold(core: Core, market: Market, order: Order): boolean {
  const { accountId, symbol, reservedAsset } = order;
  if (market.instrument.isSpot) {
    const need = needOf(core, order);
    if (need > ownOf(core, accountId, reservedAsset)) return false;
    const incoming = incomingOf(core, order);
    const exchange = { asset: reservedAsset, out: need, incoming };
    if (!isSpared(core, accountId, exchange)) return false;
    reserve(core, order, need);
    return true;
  }
  refreshNeeds(core, accountId, symbol);
  reserve(core, order, needOf(core, order));
  return order.reserved === 0n || usableOf(core, accountId, reservedAsset) >= 0n;
}
