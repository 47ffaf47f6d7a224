import { type Core, closableLots, ladderOf, type Market } from './core.ts';
import { availableAt, levelsAgainst } from './feedBook.ts';
import { positionKey } from './legs.ts';
import { type Order, remainingLots } from './order.ts';
import { boundPrice, type Step } from './reserve.ts';
import type { Side } from './rules.ts';

/** The steps that an order would take if it ran now. */
export interface Plan {
  readonly steps: readonly Step[];
  readonly lots: number;
  /** True when any order or level is at a price it accepts, even if already taken or its own. */
  readonly isCrossing: boolean;
  /** The worst price it may trade at; undefined for a market order with nothing to look at. */
  readonly bound: number | undefined;
}

export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** True when an order of the side may trade at a price, given the worst it accepts. */
export function accepts(side: Side, bound: number, ticks: number): boolean {
  return side === 'buy' ? ticks <= bound : ticks >= bound;
}

export function planOf(core: Core, market: Market, order: Order): Plan {
  const best = bestAgainst(core, market, order.side);
  const bound =
    order.price ??
    (best === undefined ? undefined : boundPrice(market.instrument, order.side, best));
  if (bound === undefined || best === undefined || !accepts(order.side, bound, best)) {
    return { steps: [], lots: 0, isCrossing: false, bound };
  }
  const steps =
    core.driver === 'feed'
      ? feedSteps(market, order, bound)
      : closedSteps(core, market, { order, bound });
  const lots = steps.reduce((sum, step) => sum + step.lots, 0);
  return { steps, lots, isCrossing: true, bound };
}

/** Returns the best price that an order of the side would meet. */
export function bestAgainst(core: Core, market: Market, side: Side): number | undefined {
  if (core.driver === 'feed') return levelsAgainst(market.feed, side)[0]?.[0];
  return ladderOf(market, opposite(side)).best()?.ticks;
}

function feedSteps({ feed }: Market, order: Order, bound: number): Step[] {
  const steps: Step[] = [];
  let wanted = remainingLots(order);
  for (const level of levelsAgainst(feed, order.side)) {
    if (wanted === 0 || !accepts(order.side, bound, level[0])) break;
    const lots = Math.min(wanted, availableAt(feed, order.side, level));
    if (lots > 0) steps.push({ ticks: level[0], lots });
    wanted -= lots;
  }
  return steps;
}

interface Bounded {
  readonly order: Order;
  readonly bound: number;
}

/** Walks the makers in the order in which they will be met, up to one of the taker's own. */
function closedSteps(core: Core, market: Market, { order, bound }: Bounded): Step[] {
  const steps: Step[] = [];
  /** Lots by which each position would have moved by then: its reduce-only orders shrink. */
  const moved = new Map<string, number>();
  let wanted = remainingLots(order);
  const { levels } = ladderOf(market, opposite(order.side));
  for (let index = levels.length - 1; index >= 0; index -= 1) {
    const level = levels[index];
    if (!level || !accepts(order.side, bound, level.ticks)) break;
    for (const maker of level.orders.values()) {
      if (wanted === 0 || maker.accountId === order.accountId) return steps;
      const holder = positionKey(maker.accountId, maker.positionLeg);
      const before = moved.get(holder) ?? 0;
      const lots = Math.min(wanted, availableOf(core, maker, before));
      moved.set(holder, before + lots);
      if (lots > 0) steps.push({ ticks: level.ticks, lots });
      wanted -= lots;
    }
  }
  return steps;
}

function availableOf(core: Core, maker: Order, movedBefore: number): number {
  const lots = remainingLots(maker);
  if (!maker.reduceOnly) return lots;
  const closable = closableLots(core, maker);
  return Math.min(lots, Math.max(0, closable - movedBefore));
}
