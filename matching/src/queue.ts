import { type Core, ladderOf, type Market } from './core.ts';
import { availableAt, levelsAgainst, levelsOf, lotsAt, takeAt } from './feedBook.ts';
import type { LadderLevel } from './ladder.ts';
import { isOpen, type Order, remainingLots } from './order.ts';
import { accepts } from './plan.ts';
import { type Side, worthOf } from './rules.ts';
import { fill, settlePositions } from './settle.ts';

const sides: readonly Side[] = ['buy', 'sell'];

/** Returns the lots of the feed ahead of an order that joins now; undefined when out of view. */
export function aheadOf({ feed }: Market, { side, price = 0 }: Order): number | undefined {
  return queueAt(levelsOf(feed, side), side, price);
}

function queueAt(
  levels: Parameters<typeof lotsAt>[0],
  side: Side,
  price: number,
): number | undefined {
  const deepest = levels.at(-1)?.[0];
  if (deepest === undefined) return undefined;
  const isBeyondView = side === 'buy' ? price < deepest : price > deepest;
  return isBeyondView ? undefined : (lotsAt(levels, price) ?? 0);
}

/** After a new book: fills what the market has come through, then moves the queues up. */
export function followBook(core: Core, market: Market): void {
  for (const side of sides) {
    for (const level of [...ladderOf(market, side).levels].reverse()) {
      if (!isThrough(market, side, level)) break;
      for (const order of [...level.orders.values()]) fillThrough(core, market, order);
    }
    for (const level of ladderOf(market, side).levels) moveUp(core, market, level);
  }
  settlePositions(core);
}

function isThrough({ feed }: Market, side: Side, { ticks }: LadderLevel): boolean {
  const best = levelsAgainst(feed, side)[0]?.[0];
  return best !== undefined && accepts(side, ticks, best);
}

/** Fills an order when someone offers at its price or better, up to the visible lots. */
function fillThrough(core: Core, market: Market, order: Order): void {
  const { feed } = market;
  for (const level of levelsAgainst(feed, order.side)) {
    if (!isOpen(order) || !accepts(order.side, order.price ?? 0, level[0])) return;
    const lots = Math.min(remainingLots(order), availableAt(feed, order.side, level));
    if (lots <= 0) continue;
    takeAt(feed, order.side, [level[0], lots]);
    make(core, market, { order, lots });
  }
}

/** Fills a resting order at its own price. */
function make(core: Core, market: Market, { order, lots }: { order: Order; lots: number }): void {
  core.tradeCount += 1;
  const ticks = order.price ?? 0;
  const value = worthOf(market.instrument, ticks, lots);
  const tradeId = core.tradeCount;
  fill(core, market, { order, tradeId, ticks, lots, value, liquidity: 'maker' });
}

/**
 * Updates the queues: lots leave a level from its end, so a queue gets shorter only when it must.
 */
function moveUp(core: Core, market: Market, { orders }: LadderLevel): void {
  const [first] = orders.values();
  const visible = first && aheadOf(market, first);
  if (visible === undefined) return;
  for (const order of orders.values()) {
    if (order.ahead === undefined || order.ahead > visible) setAhead(core, order, visible);
  }
}

function setAhead(core: Core, order: Order, lots: number): void {
  if (order.ahead === lots) return;
  order.ahead = lots;
  core.changed.add(order.orderId);
}

/**
 * Follows a public trade: it fills the orders it passed, and at its own price the feed's queue
 * first, then the orders behind that part of it. Each lot of the trade fills one order.
 */
export function followTrade(
  core: Core,
  market: Market,
  trade: { readonly ticks: number; readonly lots: number; readonly takerSide: Side },
): void {
  const side = trade.takerSide === 'buy' ? 'sell' : 'buy';
  let left = trade.lots;
  for (const level of [...ladderOf(market, side).levels].reverse()) {
    const isReached = side === 'buy' ? level.ticks >= trade.ticks : level.ticks <= trade.ticks;
    if (!isReached || left === 0) break;
    left =
      level.ticks === trade.ticks
        ? consumeQueue(core, market, { level, left })
        : consumeAll(core, market, { level, left });
  }
  settlePositions(core);
}

interface Consumed {
  readonly level: LadderLevel;
  readonly left: number;
}

function consumeAll(core: Core, market: Market, { level, left }: Consumed): number {
  let rest = left;
  for (const order of [...level.orders.values()]) {
    const lots = Math.min(rest, remainingLots(order));
    if (lots === 0 || !isOpen(order)) continue;
    rest -= lots;
    make(core, market, { order, lots });
  }
  return rest;
}

function consumeQueue(core: Core, market: Market, { level, left }: Consumed): number {
  let rest = left;
  /** Lots of the feed that the trade has used up at this price. */
  let passed = 0;
  const orders = [...level.orders.values()];
  for (const order of orders) {
    if (!isOpen(order)) continue;
    // Out of view, the whole trade may have been ahead.
    const before = Math.max(0, (order.ahead ?? Number.POSITIVE_INFINITY) - passed);
    const used = Math.min(rest, before);
    passed += used;
    rest -= used;
    const lots = Math.min(rest, remainingLots(order));
    if (lots === 0) continue;
    rest -= lots;
    make(core, market, { order, lots });
  }
  for (const order of orders) {
    if (order.ahead !== undefined) setAhead(core, order, Math.max(0, order.ahead - passed));
  }
  return rest;
}
