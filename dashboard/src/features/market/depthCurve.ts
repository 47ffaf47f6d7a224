import type { LadderRow } from './ladder.ts';

/** A step of a depth curve: from this price on, outwards, there is that much. */
interface DepthPoint {
  readonly price: number;
  readonly cumulative: number;
  readonly isPartial: boolean;
}

/** What a depth chart shows: both curves over one range of prices, the mid in its middle. */
export interface DepthPicture {
  readonly mid: number;
  /** From the mid to either edge. */
  readonly reach: number;
  readonly cumulativeMax: number;
  /** From the mid outwards. */
  readonly bids: readonly DepthPoint[];
  readonly asks: readonly DepthPoint[];
}

/** Undefined while a side is empty: there is no mid then. */
export function depthPictureOf(
  bids: readonly LadderRow[],
  asks: readonly LadderRow[],
): DepthPicture | undefined {
  const [bid, ask] = [bids[0], asks[0]];
  const [lowest, highest] = [bids.at(-1), asks.at(-1)];
  if (!bid || !ask || !lowest || !highest) return undefined;
  const mid = (bid.price + ask.price) / 2;
  // The nearer end is the edge: beyond it one side would be a straight line that says nothing.
  const reach = Math.min(mid - lowest.price, highest.price - mid);
  if (reach <= 0) return undefined;
  const within = (rows: readonly LadderRow[]) =>
    rows.filter(({ price }) => Math.abs(price - mid) <= reach);
  const [left, right] = [within(bids), within(asks)];
  const cumulativeMax = Math.max(left.at(-1)?.cumulative ?? 0, right.at(-1)?.cumulative ?? 0);
  return { mid, reach, cumulativeMax, bids: left, asks: right };
}

/** Multiples of 1, 2 or 5 times a power of ten between two figures, `count` at most. */
export function ticksBetween(from: number, to: number, count: number): readonly number[] {
  const span = to - from;
  if (!(span > 0)) return [];
  const least = span / count;
  const size = Math.floor(Math.log10(least));
  const factor = [1, 2, 5].find((each) => each * 10 ** size >= least) ?? 10;
  const step = Number(`${factor}e${size}`);
  const first = Math.ceil(from / step);
  const last = Math.floor(to / step);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    // What a product adds of its own is far behind the figures that count.
    Number(((first + index) * step).toPrecision(12)),
  );
}
