import type { Level } from '../types.ts';
import type { WireLevels } from './wireLevels.ts';

/** A book of the usual snapshot depths (20 to 100 levels) never grows. */
const capacityAtStart = 128;
/** Below this many levels a plain loop beats the call that moves a block. */
const loopMoveMax = 32;

/**
 * One side of a book: prices and quantities in two parallel sorted arrays with the best level at
 * the end, where almost every change happens and moves almost nothing.
 *
 * Indices below `#size` are in range by construction; the `as number` casts rest on that.
 */
export class BookSide {
  readonly #side: 'bids' | 'asks';
  readonly #sign: number;
  readonly #levelsMax: number;
  /** Strictly ascending below `#size`: a bid's key is its price, an ask's is its price negated. */
  #keys: Float64Array;
  #quantities: Float64Array;
  #size = 0;

  constructor(side: 'bids' | 'asks', levelsMax: number) {
    this.#side = side;
    this.#sign = side === 'bids' ? 1 : -1;
    this.#levelsMax = levelsMax;
    this.#keys = new Float64Array(Math.min(capacityAtStart, levelsMax));
    this.#quantities = new Float64Array(Math.min(capacityAtStart, levelsMax));
  }

  get size(): number {
    return this.#size;
  }

  bestPrice(): number | undefined {
    return this.#size === 0 ? undefined : (this.#keys[this.#size - 1] as number) * this.#sign;
  }

  best(): Level | undefined {
    return this.#size === 0 ? undefined : this.#level(this.#size - 1);
  }

  /** At most `depth` levels, best first. */
  top(depth: number): Level[] {
    const levels: Level[] = [];
    const end = Math.max(0, this.#size - depth);
    for (let i = this.#size - 1; i >= end; i -= 1) levels.push(this.#level(i));
    return levels;
  }

  /** Quantity of all levels at the price or better. */
  quantityTo(price: number): number {
    const worst = price * this.#sign;
    let sum = 0;
    for (let i = this.#size - 1; i >= 0 && (this.#keys[i] as number) >= worst; i -= 1) {
      sum += this.#quantities[i] as number;
    }
    return sum;
  }

  /**
   * Sets the quantity at a price; 0 deletes, and deleting what is not there is normal (the level
   * lies beyond the snapshot). Returns whether anything changed.
   */
  set(price: number, quantity: number): boolean {
    const key = price * this.#sign;
    const at = this.#find(key);
    const isThere = at < this.#size && this.#keys[at] === key;
    if (quantity === 0) {
      if (isThere) this.#remove(at);
      return isThere;
    }
    if (!isThere) return this.#insert(at, key, quantity);
    if (this.#quantities[at] === quantity) return false;
    this.#quantities[at] = quantity;
    return true;
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
      changed ||= this.#keys[at] !== key || this.#quantities[at] !== quantity;
      this.#keys[at] = key;
      this.#quantities[at] = quantity;
    }
    this.#size = size;
    return changed;
  }

  clear(): void {
    this.#size = 0;
  }

  #level(at: number): Level {
    return [(this.#keys[at] as number) * this.#sign, this.#quantities[at] as number];
  }

  /** Index of the first key not below `key`, looked for from the best level in growing steps. */
  #find(key: number): number {
    const keys = this.#keys;
    let high = this.#size;
    let low = high - 1;
    for (let step = 1; low >= 0 && (keys[low] as number) >= key; step *= 2) {
      high = low;
      low -= step;
    }
    // Now keys[low] < key <= keys[high], where an index outside the side stands for infinity.
    low = Math.max(low, -1);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((keys[middle] as number) < key) low = middle;
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
      // The worst level makes room, or is the one that came.
      if (at === 0) return false;
      place = at - 1;
      this.#move(1, at, -1);
    } else {
      this.#reserve(this.#size + 1);
      this.#move(at, this.#size, 1);
      this.#size += 1;
    }
    this.#keys[place] = key;
    this.#quantities[place] = quantity;
    return true;
  }

  /** Moves the levels from `start` up to `end` one place up or down. */
  #move(start: number, end: number, by: 1 | -1): void {
    const keys = this.#keys;
    const quantities = this.#quantities;
    if (end - start > loopMoveMax) {
      keys.copyWithin(start + by, start, end);
      quantities.copyWithin(start + by, start, end);
      return;
    }
    const first = by === 1 ? end - 1 : start;
    for (let count = end - start, i = first; count > 0; count -= 1, i -= by) {
      keys[i + by] = keys[i] as number;
      quantities[i + by] = quantities[i] as number;
    }
  }

  #reserve(size: number): void {
    if (size <= this.#keys.length) return;
    const capacity = Math.min(this.#levelsMax, Math.max(size, this.#keys.length * 2));
    const keys = new Float64Array(capacity);
    const quantities = new Float64Array(capacity);
    keys.set(this.#keys.subarray(0, this.#size));
    quantities.set(this.#quantities.subarray(0, this.#size));
    this.#keys = keys;
    this.#quantities = quantities;
  }
}
