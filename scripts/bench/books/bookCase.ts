/** Price and quantity as text or numbers. */
export type AnyLevel = readonly [price: string | number, quantity: string | number];

/** One book's traffic, the same for every contestant. */
export interface BookCase {
  readonly name: string;
  /** Every frame after the snapshot, in order, as text. */
  readonly frames: readonly string[];
  /** Whether the frames were recorded or made up. */
  readonly source: string;
  /** Makes a book that has its snapshot and waits for the first frame. */
  readonly ours: () => Promise<TextReader>;
  readonly tardis: () => TextReader;
  readonly ccxt: (() => TextReader) | undefined;
}

/** A book fed with frames. */
export interface TextReader {
  take(text: string): void;
  /** Best prices at the end: a benchmark of a broken book would be worth nothing. */
  bestPrices(): Sides;
  close(): void;
}

export interface Sides {
  readonly bids: readonly number[];
  readonly asks: readonly number[];
}

/** Levels compared after every run. */
export const comparedDepth = 10;
