import type { MarkCandle } from '../../../venues/perpsPort.ts';
import { type FillMarks, markHorizons } from '../../types.ts';

export const minuteMs = 60_000;

/**
 * Horizons that a price by the minute can tell; between them it would be made up. The fill's own
 * is none: the line to the close of its minute knows what came after it.
 */
const told: readonly number[] = [60, 300];

/** Mark prices after a fill, by `markHorizons`. */
export function marksFrom(candles: readonly MarkCandle[], atMs: number): FillMarks['marks'] {
  const byMinute = new Map(candles.map((candle) => [candle.openMs, candle]));
  return markHorizons.map((seconds) =>
    told.includes(seconds) ? priceAt(byMinute, atMs + seconds * 1_000) : undefined,
  );
}

/** On the line from the minute's open to its close; undefined without that minute. */
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
