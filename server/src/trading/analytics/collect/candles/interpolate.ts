import type { MarkCandle } from '../../../venues/perpsPort.ts';
import { type FillMarks, markHorizons } from '../../types.ts';

export const minuteMs = 60_000;

/**
 * Horizons whose price can be read from candles of a minute; between them it would be made up. The
 * fill's own moment is not among them: the line to the close of its minute depends on what came
 * after it.
 */
const told: readonly number[] = [60, 300];

/** Returns the mark prices after a fill, in the order of `markHorizons`. */
export function marksFrom(candles: readonly MarkCandle[], atMs: number): FillMarks['marks'] {
  const byMinute = new Map(candles.map((candle) => [candle.openMs, candle]));
  return markHorizons.map((seconds) =>
    told.includes(seconds) ? priceAt(byMinute, atMs + seconds * 1_000) : undefined,
  );
}

/** Reads the price off the line from the minute's open to its close; undefined without it. */
function priceAt(byMinute: ReadonlyMap<number, MarkCandle>, atMs: number): number | undefined {
  const openMs = minuteOf(atMs);
  const candle = byMinute.get(openMs);
  if (!candle) return undefined;
  const share = (atMs - openMs) / minuteMs;
  return candle.open + (candle.close - candle.open) * share;
}

export function minuteOf(atMs: number): number {
  return Math.floor(atMs / minuteMs) * minuteMs;
}
