import type { BookLevel } from './commands.ts';
import { type Core, createMarket, ladderOf, type Market } from './core.ts';
import { enlist } from './ending.ts';
import { positionsIn } from './legs.ts';
import { isOpen, isWaiting, type Order, snapshotOf } from './order.ts';
import type { Instrument } from './rules.ts';

/** Number of new steps in an old one. */
interface Finer {
  readonly ticks: number;
  readonly lots: number;
}

/**
 * Counts everything of a market in finer steps, so that its orders and positions keep their worth.
 * Returns false, with nothing changed, where an old step is not a whole number of new ones, or a
 * count would grow beyond the exact range.
 */
export function regrid(core: Core, market: Market, instrument: Instrument): boolean {
  const by = finerBy(market.instrument, instrument);
  if (!by) return false;
  const { symbol } = instrument.rules;
  const orders = [...core.orders.values()].filter((order) => order.symbol === symbol);
  const scaled = orders.map((order) => inSteps(order, by));
  const positions = [...core.accounts.values()].flatMap((account) => positionsIn(account, symbol));
  const areExact = scaled.every(isExact) && positions.every(({ lots }) => isCount(lots * by.lots));
  if (!areExact) return false;
  for (const position of positions) position.lots *= by.lots;
  core.markets.set(symbol, marketInSteps(market, instrument, by));
  for (const account of core.accounts.values()) account.open.delete(symbol);
  for (const order of scaled) {
    core.orders.set(order.orderId, order);
    core.changed.add(order.orderId);
  }
  joinAgain(core, scaled);
  return true;
}

function finerBy(before: Instrument, after: Instrument): Finer | undefined {
  if (before.tick % after.tick !== 0n || before.lot % after.lot !== 0n) return undefined;
  return { ticks: Number(before.tick / after.tick), lots: Number(before.lot / after.lot) };
}

function inSteps(order: Order, { ticks, lots }: Finer): Order {
  const times = (count: number | undefined, factor: number) => count && count * factor;
  return snapshotOf({
    ...order,
    price: times(order.price, ticks),
    stop: times(order.stop, ticks),
    extreme: times(order.extreme, ticks),
    quantity: order.quantity * lots,
    filled: order.filled * lots,
    closing: order.closing * lots,
    ahead: times(order.ahead, lots),
    tickLots: order.tickLots * BigInt(ticks) * BigInt(lots),
  });
}

function isExact({ price = 0, stop = 0, extreme = 0, quantity, ahead = 0 }: Order): boolean {
  return [price, stop, extreme, quantity, ahead].every(isCount);
}

function isCount(steps: number): boolean {
  return Number.isSafeInteger(steps);
}

/** Returns the market without its orders, which join again. */
function marketInSteps(market: Market, instrument: Instrument, by: Finer): Market {
  const { last, mark, feed } = market;
  const levels = (side: Iterable<BookLevel>) =>
    [...side].map(([ticks, lots]): BookLevel => [ticks * by.ticks, lots * by.lots]);
  return {
    ...createMarket(instrument),
    feed: {
      bids: levels(feed.bids),
      asks: levels(feed.asks),
      takenBids: new Map(levels(feed.takenBids)),
      takenAsks: new Map(levels(feed.takenAsks)),
    },
    last: last && last * by.ticks,
    mark: mark && mark * by.ticks,
    isMarkGiven: market.isMarkGiven,
    fundedAt: market.fundedAt,
    sequence: market.sequence,
  };
}

/**
 * Joins orders again by rank, the order in which they joined each queue: the result is the same.
 */
export function joinAgain(core: Core, orders: readonly Order[]): void {
  for (const order of orders.filter(isOpen).sort((a, b) => a.rank - b.rank)) {
    enlist(core, order);
    const market = core.markets.get(order.symbol);
    if (!market) continue;
    if (isWaiting(order)) market.waiting.set(order.orderId, order);
    else ladderOf(market, order.side).add(order);
  }
}
