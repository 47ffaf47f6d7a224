import { type Piece, piecesOf } from './curve.ts';
import type { ExactProblem } from './exact.ts';

/*
 * An upper bound of what can be placed, if every total between two possible ones is possible: the
 * totals of each venue are a few ranges, and those of several venues are sums of one range of each.
 */

interface Range {
  readonly low: number;
  readonly high: number;
}

/** Returns the least that any split leaves beyond the tolerance, or less; in finest steps. */
export function leastExcess(exact: ExactProblem): number {
  const quantity = Number(exact.quantity / exact.unit);
  const curves = exact.venues.map((venue) => {
    const step = Number(venue.step / exact.unit);
    return joined(piecesOf(exact, venue).map(toRange), step);
  });
  const nothing: readonly Range[] = [{ low: 0, high: 0 }];
  // Totals by the number of venues in use.
  let totals: readonly (readonly Range[])[] = [nothing];
  for (const ranges of curves) {
    const next = Array.from({ length: totals.length + 1 }, (_, used) => [
      ...(totals[used] ?? []),
      ...sums(totals[used - 1] ?? [], ranges),
    ]);
    totals = next.slice(0, exact.maxVenues + 1).map((all) =>
      joined(
        all.filter(({ low }) => low <= quantity),
        0,
      ),
    );
  }
  const most = Math.max(...totals.flat().map(({ high }) => Math.min(high, quantity)));
  return Math.max(0, quantity - most - Number(exact.tolerance / exact.unit));
}

const toRange = ({ from, to }: Piece): Range => ({ low: from, high: to });

const sums = (some: readonly Range[], others: readonly Range[]): Range[] =>
  some.flatMap((a) => others.map((b) => ({ low: a.low + b.low, high: a.high + b.high })));

/** Joins ranges that are at most `apart` from one another. */
function joined(ranges: readonly Range[], apart: number): Range[] {
  const all: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a.low - b.low)) {
    const last = all.at(-1);
    if (last && range.low <= last.high + apart) {
      all[all.length - 1] = { low: last.low, high: Math.max(last.high, range.high) };
    } else all.push(range);
  }
  return all;
}
