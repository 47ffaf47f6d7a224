import type { BookTop, WireLevel } from '../../bookPort.ts';
import type { DepthSnapshot, DepthUpdate } from './depth.ts';

export interface MergedBook {
  readonly bids: readonly WireLevel[];
  readonly asks: readonly WireLevel[];
  readonly top: BookTop;
}

/**
 * Merges a snapshot and the updates after it into one book; `undefined` when no book can look like
 * that. It replaces a book that is in use, so it is checked before and written in one piece:
 * writing the snapshot first would show its readers the past for a moment.
 */
export function mergeBook(
  snapshot: DepthSnapshot,
  updates: readonly DepthUpdate[],
): MergedBook | undefined {
  const bids = mergeSide(
    snapshot.bids,
    updates.map(({ b }) => b),
  );
  const asks = mergeSide(
    snapshot.asks,
    updates.map(({ a }) => a),
  );
  if (!bids || !asks) return undefined;
  const bid = bestOf(bids, Math.max);
  const ask = bestOf(asks, Math.min);
  if (bid !== undefined && ask !== undefined && bid >= ask) return undefined;
  return { bids: [...bids.values()], asks: [...asks.values()], top: { bid, ask } };
}

/** The text of each level stays as the venue wrote it: only the book turns it into numbers. */
function mergeSide(
  start: readonly WireLevel[],
  changes: readonly (readonly WireLevel[])[],
): Map<number, WireLevel> | undefined {
  const byPrice = new Map<number, WireLevel>();
  for (const levels of [start, ...changes]) {
    for (const level of levels) {
      const price = toNumber(level[0]);
      const quantity = toNumber(level[1]);
      if (!(price > 0) || !(quantity >= 0)) return undefined;
      if (quantity === 0) byPrice.delete(price);
      else byPrice.set(price, level);
    }
  }
  return byPrice;
}

function bestOf(
  side: ReadonlyMap<number, WireLevel>,
  better: (one: number, other: number) => number,
): number | undefined {
  let best: number | undefined;
  for (const price of side.keys()) best = best === undefined ? price : better(best, price);
  return best;
}

/** Returns NaN for anything but a finite number; `Number('')` would be 0, and 0 deletes a level. */
function toNumber(field: string | number | undefined): number {
  const number = field === '' || field === undefined ? Number.NaN : Number(field);
  return Number.isFinite(number) ? number : Number.NaN;
}
