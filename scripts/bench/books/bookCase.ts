/** Price and quantity as text or numbers. */
export type AnyLevel = readonly [price: string | number, quantity: string | number];

/** One book's traffic, the same for every contestant. */
export interface BookCase {
  readonly name: string;
  /** Whether the frames were recorded or made up. */
  readonly source: 'recorded' | 'made up';
  /** Every frame after the snapshot, in order, as text. */
  readonly frames: readonly string[];
  /** Makes a book that has its snapshot and waits for the first frame. */
  readonly ours: () => Promise<TextReader>;
  /** Peers that read these frames; absent where their classes do not know the protocol. */
  readonly tardis: (() => TextReader) | undefined;
  readonly ccxt: (() => TextReader) | undefined;
  /** Base units of a size, where peers keep the contracts the venue counts in. */
  readonly toBase?: (price: number, size: number) => number;
}

/** A book fed with frames. */
export interface TextReader {
  take(text: string): void;
  /** The best levels at the end: a benchmark of a broken book would be worth nothing. */
  top(): Sides;
  close(): void;
}

export interface Sides {
  readonly bids: readonly NumberLevel[];
  readonly asks: readonly NumberLevel[];
}

export type NumberLevel = readonly [price: number, quantity: number];

/** Levels compared after every run. */
export const comparedDepth = 10;

/** Contracts turned into base units differ by the rounding of the last digit. */
const tolerance = 1e-12;

/** Whether two books end alike, full in depth on both sides. */
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
