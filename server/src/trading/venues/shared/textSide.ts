import { readDecimal } from '../../../kit/decimal.ts';

/** A level as the venue wrote it. */
export type TextLevel = readonly [price: string, quantity: string];

/** Far above any real price or quantity, and the same bound as the book's. */
const wireNumberMax = 1e100;
const nothingDropped: readonly string[] = [];

interface Level {
  /** A bid's price, or an ask's price negated: the best level has the greatest key. */
  readonly key: number;
  price: string;
  quantity: string;
}

/**
 * One side of a book as number text, for venues whose checksum is made of the text. It grows with
 * what is set: its owner cuts it to the depth of the book after every message.
 */
export class TextSide {
  readonly #sign: number;
  /** Strictly ascending keys: the best level, where almost every change happens, is the last. */
  readonly #levels: Level[] = [];

  constructor(side: 'bids' | 'asks') {
    this.#sign = side === 'bids' ? 1 : -1;
  }

  get size(): number {
    return this.#levels.length;
  }

  /** Returns the price text of the level at a rank, 0 for the best; undefined beyond the last. */
  price(rank: number): string | undefined {
    return this.#levels[this.#levels.length - 1 - rank]?.price;
  }

  /**
   * Returns the quantity text of the level at a rank, 0 for the best; undefined beyond the last.
   */
  quantity(rank: number): string | undefined {
    return this.#levels[this.#levels.length - 1 - rank]?.quantity;
  }

  /**
   * Sets the quantity at a price; zero deletes. Returns false, and changes nothing, when either
   * text is not a number.
   */
  set(price: string, quantity: string): boolean {
    const size = readDecimal(quantity);
    const key = this.#keyOf(readDecimal(price), size);
    if (Number.isNaN(key)) return false;
    const at = this.#find(key);
    const found = this.#levels[at];
    if (found?.key === key) {
      if (size === 0) this.#levels.splice(at, 1);
      else {
        found.price = price;
        found.quantity = quantity;
      }
    } else if (size !== 0) {
      this.#levels.splice(at, 0, { key, price, quantity });
    }
    return true;
  }

  /**
   * Replaces every level; when several have the same price, the last one counts. Returns false when
   * a text is not a number: the side is then empty.
   */
  replace(levels: readonly TextLevel[]): boolean {
    if (this.#fill(levels)) return true;
    this.clear();
    for (const [price, quantity] of levels) {
      if (this.set(price, quantity)) continue;
      this.clear();
      return false;
    }
    return true;
  }

  /** Drops the worst levels beyond `depth`. Returns their price texts. */
  truncate(depth: number): readonly string[] {
    const excess = this.#levels.length - depth;
    if (excess <= 0) return nothingDropped;
    return this.#levels.splice(0, excess).map(({ price }) => price);
  }

  clear(): void {
    this.#levels.length = 0;
  }

  /** Adds levels that come best first, as they do in nearly every snapshot. */
  #fill(levels: readonly TextLevel[]): boolean {
    this.clear();
    let last = Number.NEGATIVE_INFINITY;
    for (let i = levels.length - 1; i >= 0; i -= 1) {
      const [price, quantity] = levels[i] as TextLevel;
      const size = readDecimal(quantity);
      const key = this.#keyOf(readDecimal(price), size);
      if (!(key > last) || size === 0) return false;
      this.#levels.push({ key, price, quantity });
      last = key;
    }
    return true;
  }

  /** Returns NaN unless both are numbers that a level can have. */
  #keyOf(price: number, size: number): number {
    const isPrice = price > 0 && price <= wireNumberMax;
    const isQuantity = size >= 0 && size <= wireNumberMax;
    return isPrice && isQuantity ? price * this.#sign : Number.NaN;
  }

  /**
   * Returns the index of the first key not below `key`, searched from the best level in growing
   * steps.
   */
  #find(key: number): number {
    const levels = this.#levels;
    let high = levels.length;
    let low = high - 1;
    for (let step = 1; low >= 0 && (levels[low] as Level).key >= key; step *= 2) {
      high = low;
      low -= step;
    }
    low = Math.max(low, -1);
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((levels[middle] as Level).key < key) low = middle;
      else high = middle;
    }
    return high;
  }
}
