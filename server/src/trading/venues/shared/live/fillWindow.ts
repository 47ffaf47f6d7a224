import { compareExact, exactly } from '../../../../kit/exact.ts';
import type { VenueOrderState } from '../../venuePort.ts';

/**
 * The time by which an exchange's fill may lie outside the life of its order: it dates the two
 * apart, and a fill may come first by some milliseconds.
 */
export const fillSlackMs = 10_000;

type Ending = Pick<VenueOrderState, 'status' | 'reason'>;

/** Returns how an order ended by its fills: once filled whole it is closed, whatever is told. */
export function endedBy(
  { status, reason }: Ending,
  { quantity, filled }: Pick<VenueOrderState, 'quantity' | 'filled'>,
): Ending {
  const isWhole = compareExact(exactly(filled), exactly(quantity)) >= 0;
  if (status === 'open' || !isWhole) return { status, reason };
  return { status: 'closed', reason: undefined };
}
