/** Price and quantity as text or numbers. */
export type AnyLevel = readonly [price: string | number, quantity: string | number];

/** One book's traffic, the same for every contestant. */
export interface BookCase {
  readonly name: string;
  /** Tells recorded frames from made-up ones. */
  readonly source: 'recorded' | 'made up';
  /** Every frame after the snapshot, in order, as text. */
  readonly frames: readonly string[];
  /** Makes a book that has its snapshot and waits for the first frame. */
  readonly ours: () => Promise<TextReader>;
  /** Peers that read these frames; absent when their classes do not know the protocol. */
  readonly tardis: (() => TextReader) | undefined;
  readonly ccxt: (() => TextReader) | undefined;
  /** Returns a size in base units, when peers keep the venue's contracts instead. */
  readonly toBase?: (price: number, size: number) => number;
}

/** A book fed with frames. */
export interface TextReader {
  take(text: string): void;
  /** Returns the best levels at the end: the benchmark of a broken book would be worthless. */
  top(): Sides;
  close(): void;
}

export interface Sides {
  readonly bids: readonly NumberLevel[];
  readonly asks: readonly NumberLevel[];
}

export type NumberLevel = readonly [price: number, quantity: number];

/** Number of levels compared after every run. */
export const comparedDepth = 10;

/** Rounding error that contracts may have after their conversion to base units. */
const tolerance = 1e-12;

/** Returns whether two books end with the same levels, in full depth on both sides. */
export function areSame(one: Sides, other: Sides): boolean {
  return isSameSide(one.bids, other.bids) && isSameSide(one.asks, other.asks);
}

function isSameSide(one: readonly NumberLevel[], other: readonly NumberLevel[]): boolean {
  if (one.length !== comparedDepth || other.length !== comparedDepth) return false;
  return one.every(([price, quantity], rank) => {
    const [otherPrice = Number.NaN, otherQuantity = Number.NaN] = other[rank] ?? [];
    return isNear(price, otherPrice) && isNear(quantity, otherQuantity);
  });
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) <= tolerance * Math.abs(other);
}
