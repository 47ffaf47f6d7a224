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
