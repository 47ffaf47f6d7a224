import type { LadderRow } from './ladder.ts';

/** A step of a depth curve: the cumulative quantity from this price outwards. */
interface DepthPoint {
  readonly price: number;
  readonly cumulative: number;
  readonly isPartial: boolean;
}

/** Content of a depth chart: both curves over one price range with the mid price in the middle. */
export interface DepthPicture {
  readonly mid: number;
  /** Distance from the mid price to either edge. */
  readonly reach: number;
  readonly cumulativeMax: number;
  /** From the mid price outwards. */
  readonly bids: readonly DepthPoint[];
  readonly asks: readonly DepthPoint[];
}

/** Returns the picture. Undefined while a side is empty, because there is no mid price then. */
export function depthPictureOf(
  bids: readonly LadderRow[],
  asks: readonly LadderRow[],
): DepthPicture | undefined {
  const [bid, ask] = [bids[0], asks[0]];
  const [lowest, highest] = [bids.at(-1), asks.at(-1)];
  if (!bid || !ask || !lowest || !highest) return undefined;
  const mid = (bid.price + ask.price) / 2;
  // The nearer end is the edge: beyond it one side would be a meaningless straight line.
  const reach = Math.min(mid - lowest.price, highest.price - mid);
  if (reach <= 0) return undefined;
  const within = (rows: readonly LadderRow[]) =>
    rows.filter(({ price }) => Math.abs(price - mid) <= reach);
  const [left, right] = [within(bids), within(asks)];
  const cumulativeMax = Math.max(left.at(-1)?.cumulative ?? 0, right.at(-1)?.cumulative ?? 0);
  return { mid, reach, cumulativeMax, bids: left, asks: right };
}

/** Returns at most `count` multiples of 1, 2 or 5 times a power of ten between two values. */
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
    // Rounds off floating point noise of the product, far behind the relevant digits.
    Number(((first + index) * step).toPrecision(12)),
  );
}
