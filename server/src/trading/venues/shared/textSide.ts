import { readDecimal } from '../../../kit/decimal.ts';

/** A level as the venue wrote it. */
export type TextLevel = readonly [price: string, quantity: string];

/** Far above any real price or quantity, and the same bound the book itself has. */
const wireNumberMax = 1e100;
const nothingDropped: readonly string[] = [];

interface Level {
  /** A bid's price, an ask's price negated: the best is the greatest. */
  readonly key: number;
  price: string;
  quantity: string;
}

/**
 * One side of a book as number text, for venues whose checksum is made of the text. It grows with
 * what is set: who keeps one cuts it to the depth of the book after every message.
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

  /** Price text of the level at a rank, 0 for the best; undefined beyond the last. */
  price(rank: number): string | undefined {
    return this.#levels[this.#levels.length - 1 - rank]?.price;
  }

  /** Quantity text of the level at a rank, 0 for the best; undefined beyond the last. */
  quantity(rank: number): string | undefined {
    return this.#levels[this.#levels.length - 1 - rank]?.quantity;
  }

  /** Sets the quantity at a price; zero deletes. False, and nothing changed, for no numbers. */
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
   * Replaces every level; of levels at one price the last counts. Returns false for levels that are
   * no numbers: the side is then empty.
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

  /** Drops the worst levels beyond `depth`. Returns the price texts of what it dropped. */
  truncate(depth: number): readonly string[] {
    const excess = this.#levels.length - depth;
    if (excess <= 0) return nothingDropped;
    return this.#levels.splice(0, excess).map(({ price }) => price);
  }

  clear(): void {
    this.#levels.length = 0;
  }

  /** Takes levels that come best first, as they do in nearly every snapshot. */
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

  /** NaN unless both are numbers a level can have. */
  #keyOf(price: number, size: number): number {
    const isPrice = price > 0 && price <= wireNumberMax;
    const isQuantity = size >= 0 && size <= wireNumberMax;
    return isPrice && isQuantity ? price * this.#sign : Number.NaN;
  }

  /** Index of the first key not below `key`, looked for from the best level in growing steps. */
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
