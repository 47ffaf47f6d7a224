import { compareExact, exactly } from '../../../../kit/exact.ts';
import type { VenueOrderState } from '../../venuePort.ts';

/**
 * The time by which an exchange's fill may lie outside the life of its order: the exchange dates
 * the two separately, and a fill may come first by some milliseconds.
 */
export const fillSlackMs = 10_000;

type Ending = Pick<VenueOrderState, 'status' | 'reason'>;

/**
 * Returns how an order ended according to its fills: an order that filled completely is closed,
 * whatever is reported.
 */
export function endedBy(
  { status, reason }: Ending,
  { quantity, filled }: Pick<VenueOrderState, 'quantity' | 'filled'>,
): Ending {
  const isWhole = compareExact(exactly(filled), exactly(quantity)) >= 0;
  if (status === 'open' || !isWhole) return { status, reason };
  return { status: 'closed', reason: undefined };
}

/** A part of a list of fills that is read by time: its length, and the number of its fills. */
export interface ReadSpan {
  readonly lengthMs: number;
  readonly rows: number;
}

/**
 * Returns how long the next span of a list should be to hold about the wanted number of fills, at
 * the density of the one before. At most four times as long, so that one quiet span does not lead
 * into a busy time with far too long a span; at least `leastMs` after an empty one.
 */
export function nextSpanMs(
  { lengthMs, rows }: ReadSpan,
  { wanted, leastMs }: { readonly wanted: number; readonly leastMs: number },
): number {
  const longestMs = Math.max(leastMs, 4 * lengthMs);
  if (rows === 0) return longestMs;
  return Math.max(1, Math.min(longestMs, Math.floor((lengthMs * wanted) / rows)));
}
