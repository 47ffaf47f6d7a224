import { readDecimal } from '../../../kit/decimal.ts';
import type { WireLevel } from '../../venues/bookPort.ts';

/** Far above any real price or quantity; sums and products of two such numbers stay finite. */
const wireNumberMax = 1e100;
/** Most messages of a feed change fewer levels than this. */
const capacityAtStart = 32;

/**
 * The levels of one message as numbers. Parsing comes before applying, so that a message with one
 * bad level is refused completely. The arrays are kept from message to message; they are as long as
 * the longest message, which the transport limits.
 */
export class WireLevels {
  prices = new Float64Array(capacityAtStart);
  quantities = new Float64Array(capacityAtStart);
  size = 0;

  /** Reads the levels; returns false at the first invalid one: then nothing here may be used. */
  parse(levels: readonly WireLevel[]): boolean {
    this.size = 0;
    if (levels.length > this.prices.length) {
      this.prices = new Float64Array(levels.length);
      this.quantities = new Float64Array(levels.length);
    }
    const { prices, quantities } = this;
    for (let i = 0; i < levels.length; i += 1) {
      const level = levels[i] as WireLevel;
      const price = readDecimal(level[0]);
      const quantity = readDecimal(level[1]);
      const isPrice = price > 0 && price <= wireNumberMax;
      const isQuantity = quantity >= 0 && quantity <= wireNumberMax;
      if (!isPrice || !isQuantity) return false;
      prices[i] = price;
      quantities[i] = quantity;
    }
    this.size = levels.length;
    return true;
  }

  /** True when prices fall (rise, for asks) strictly and no quantity is zero, as in snapshots. */
  isBestFirst(side: 'bids' | 'asks'): boolean {
    const sign = side === 'bids' ? 1 : -1;
    let last = Number.POSITIVE_INFINITY;
    for (let i = 0; i < this.size; i += 1) {
      const key = (this.prices[i] as number) * sign;
      if (!(key < last) || this.quantities[i] === 0) return false;
      last = key;
    }
    return true;
  }

  /** Returns the same levels best first; the last one at a price counts, and zeros are dropped. */
  toBestFirst(side: 'bids' | 'asks'): WireLevels {
    const byPrice = new Map<number, number>();
    for (let i = 0; i < this.size; i += 1) {
      byPrice.set(this.prices[i] as number, this.quantities[i] as number);
    }
    const sign = side === 'bids' ? -1 : 1;
    const sorted = new WireLevels();
    const left = [...byPrice].filter(([, quantity]) => quantity > 0);
    sorted.parse(left.sort(([a], [b]) => (a - b) * sign));
    return sorted;
  }
}
