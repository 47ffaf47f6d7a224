import type { BookLevel } from './commands.ts';
import { type Order, remainingLots } from './order.ts';
import type { Side } from './rules.ts';

export interface LadderLevel {
  readonly ticks: number;
  lots: number;
  /** By id, in the order in which they joined. */
  readonly orders: Map<string, Order>;
}

/**
 * Resting orders of one side. Levels are sorted with the best at the end, where most of the change
 * is, so that adding and removing there moves nothing.
 */
export class Ladder {
  readonly levels: LadderLevel[] = [];
  /** Prices whose lots changed since they were last asked for. */
  readonly #changed = new Set<number>();
  readonly #sign: 1 | -1;

  constructor(side: Side) {
    this.#sign = side === 'buy' ? 1 : -1;
  }

  best(): LadderLevel | undefined {
    return this.levels.at(-1);
  }

  at(ticks: number): LadderLevel | undefined {
    const level = this.levels[this.#indexOf(ticks)];
    return level?.ticks === ticks ? level : undefined;
  }

  add(order: Order): void {
    const ticks = order.price ?? 0;
    const index = this.#indexOf(ticks);
    let level = this.levels[index];
    if (level?.ticks !== ticks) {
      level = { ticks, lots: 0, orders: new Map() };
      this.levels.splice(index, 0, level);
    }
    level.lots += remainingLots(order);
    level.orders.set(order.orderId, order);
    this.#changed.add(ticks);
  }

  /** Takes lots off an order's level after it was filled or cut; an empty order leaves. */
  reduce(order: Order, lots: number): void {
    const index = this.#indexOf(order.price ?? 0);
    const level = this.levels[index];
    if (!level || level.ticks !== order.price || !level.orders.has(order.orderId)) return;
    level.lots -= lots;
    this.#changed.add(level.ticks);
    if (remainingLots(order) > 0) return;
    level.orders.delete(order.orderId);
    if (level.orders.size === 0) this.levels.splice(index, 1);
  }

  remove(order: Order): void {
    const index = this.#indexOf(order.price ?? 0);
    const level = this.levels[index];
    if (!level || level.ticks !== order.price || !level.orders.delete(order.orderId)) return;
    level.lots -= remainingLots(order);
    this.#changed.add(level.ticks);
    if (level.orders.size === 0) this.levels.splice(index, 1);
  }

  /** Levels from the best, as prices and lots. */
  depth(levelsMax: number): BookLevel[] {
    const top = this.levels.slice(-levelsMax).reverse();
    return top.map(({ ticks, lots }) => [ticks, lots] as const);
  }

  /** Returns the changed levels, once. */
  takeChanges(): BookLevel[] {
    const changes = [...this.#changed].map((ticks) => [ticks, this.at(ticks)?.lots ?? 0] as const);
    this.#changed.clear();
    return changes;
  }

  /** Returns the index of the price, or the one that it would have. */
  #indexOf(ticks: number): number {
    const key = ticks * this.#sign;
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.levels[middle]?.ticks ?? 0) * this.#sign < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
