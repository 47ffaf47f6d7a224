import type { Level } from '../types.ts';
import type { WireLevels } from './wireLevels.ts';

/** A book of the usual snapshot depths (20 to 100 levels) never grows. */
const capacityAtStart = 128;
/** Below this many levels a plain loop beats the call that moves a block. */
const loopMoveMax = 16;

/**
 * One side of a book as one sorted array of alternating keys and quantities. The best level is at
 * the end, where almost every change happens and moves almost nothing. Level `i` lies at `2 * i`;
 * one array means one move for an insertion, and a level on one cache line.
 *
 * Indices below `#size` are in range by construction; the `as number` casts rely on that.
 */
export class BookSide {
  readonly #side: 'bids' | 'asks';
  readonly #sign: number;
  readonly #levelsMax: number;
  /** Keys strictly ascend below `#size`: a bid's key is its price, an ask's its negated price. */
  #levels: Float64Array;
  #size = 0;

  constructor(side: 'bids' | 'asks', levelsMax: number) {
    this.#side = side;
    this.#sign = side === 'bids' ? 1 : -1;
    this.#levelsMax = levelsMax;
    this.#levels = new Float64Array(2 * Math.min(capacityAtStart, levelsMax));
  }

  get size(): number {
    return this.#size;
  }

  bestPrice(): number | undefined {
    return this.#size === 0 ? undefined : this.#keyAt(this.#size - 1) * this.#sign;
  }

  best(): Level | undefined {
    return this.#size === 0 ? undefined : this.#level(this.#size - 1);
  }

  /** Returns at most `depth` levels, best first. */
  top(depth: number): Level[] {
    const levels: Level[] = [];
    const end = Math.max(0, this.#size - depth);
    for (let i = this.#size - 1; i >= end; i -= 1) levels.push(this.#level(i));
    return levels;
  }

  /** Returns the quantity of all levels at the price or better. */
  quantityTo(price: number): number {
    const worst = price * this.#sign;
    let sum = 0;
    for (let i = this.#size - 1; i >= 0 && this.#keyAt(i) >= worst; i -= 1) {
      sum += this.#quantityAt(i);
    }
    return sum;
  }

  /**
   * Applies changes in their order: sets the quantity at a price. 0 deletes, and deleting a missing
   * level is normal (it lies beyond the snapshot). Returns whether anything changed.
   */
  apply(changes: WireLevels): boolean {
    const { prices, quantities, size: count } = changes;
    const sign = this.#sign;
    let changed = false;
    // Messages are sorted by price, or nearly: each search begins where the last one ended.
    let at = this.#size;
    for (let i = 0; i < count; i += 1) {
      const key = (prices[i] as number) * sign;
      const quantity = quantities[i] as number;
      at = this.#find(key, at);
      const levels = this.#levels;
      const isThere = at < this.#size && levels[2 * at] === key;
      if (isThere && quantity !== 0) {
        if (levels[2 * at + 1] === quantity) continue;
        levels[2 * at + 1] = quantity;
        changed = true;
      } else if (isThere) {
        this.#remove(at);
        changed = true;
      } else if (quantity !== 0) {
        if (this.#insert(at, key, quantity)) changed = true;
      }
    }
    return changed;
  }

  /** Replaces every level. Returns whether anything changed. */
  replace(levels: WireLevels): boolean {
    const sorted = levels.isBestFirst(this.#side) ? levels : levels.toBestFirst(this.#side);
    const size = Math.min(sorted.size, this.#levelsMax);
    let changed = size !== this.#size;
    this.#reserve(size);
    for (let i = 0; i < size; i += 1) {
      const at = size - 1 - i;
      const key = (sorted.prices[i] as number) * this.#sign;
      const quantity = sorted.quantities[i] as number;
      changed ||= this.#keyAt(at) !== key || this.#quantityAt(at) !== quantity;
      this.#levels[2 * at] = key;
      this.#levels[2 * at + 1] = quantity;
    }
    this.#size = size;
    return changed;
  }

  clear(): void {
    this.#size = 0;
  }

  #keyAt(at: number): number {
    return this.#levels[2 * at] as number;
  }

  #quantityAt(at: number): number {
    return this.#levels[2 * at + 1] as number;
  }

  #level(at: number): Level {
    return [this.#keyAt(at) * this.#sign, this.#quantityAt(at)];
  }

  /** Returns the index of the first key not below `key`, searching from `near` in growing steps. */
  #find(key: number, near: number): number {
    const levels = this.#levels;
    const size = this.#size;
    let low: number;
    let high = near < size ? near : size;
    if (high < size && (levels[2 * high] as number) < key) {
      low = high;
      high = low + 1;
      for (let step = 2; high < size && (levels[2 * high] as number) < key; step *= 2) {
        low = high;
        high += step;
      }
      if (high > size) high = size;
    } else {
      low = high - 1;
      for (let step = 2; low >= 0 && (levels[2 * low] as number) >= key; step *= 2) {
        high = low;
        low -= step;
      }
      if (low < -1) low = -1;
    }
    // Now levels[low] < key <= levels[high], where an index outside stands for infinity.
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((levels[2 * middle] as number) < key) low = middle;
      else high = middle;
    }
    return high;
  }

  #remove(at: number): void {
    this.#move(at + 1, this.#size, -1);
    this.#size -= 1;
  }

  #insert(at: number, key: number, quantity: number): boolean {
    let place = at;
    if (this.#size === this.#levelsMax) {
      // The worst level makes room, unless it is the new one.
      if (at === 0) return false;
      place = at - 1;
      this.#move(1, at, -1);
    } else {
      this.#reserve(this.#size + 1);
      this.#move(at, this.#size, 1);
      this.#size += 1;
    }
    this.#levels[2 * place] = key;
    this.#levels[2 * place + 1] = quantity;
    return true;
  }

  /** Moves the levels from `start` up to `end` one place up or down. */
  #move(start: number, end: number, by: 1 | -1): void {
    const levels = this.#levels;
    if (end - start > loopMoveMax) {
      levels.copyWithin(2 * (start + by), 2 * start, 2 * end);
      return;
    }
    if (by === 1) {
      for (let i = 2 * end - 1; i >= 2 * start; i -= 1) levels[i + 2] = levels[i] as number;
    } else {
      for (let i = 2 * start; i < 2 * end; i += 1) levels[i - 2] = levels[i] as number;
    }
  }

  #reserve(size: number): void {
    if (2 * size <= this.#levels.length) return;
    const capacity = Math.min(2 * this.#levelsMax, Math.max(2 * size, this.#levels.length * 2));
    const levels = new Float64Array(capacity);
    levels.set(this.#levels.subarray(0, 2 * this.#size));
    this.#levels = levels;
  }
}
