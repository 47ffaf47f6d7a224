import {
  compareExact,
  exactly,
  formatExact,
  multiplyExact,
  parseExact,
} from '../../../../kit/exact.ts';
import { takenState } from '../../shared/live/taken.ts';
import { readPositive, valueAt } from '../../shared/wireFields.ts';
import type { VenueOrder, VenueOrderState, VenueOrderStatus } from '../../venuePort.ts';

/**
 * Returns the state of an order from the answer to its sending; undefined when the answer is not
 * complete. What filled of an order before it rested is reported by its stream.
 */
export function answeredState(
  order: VenueOrder,
  status: unknown,
  nowMs: number,
): VenueOrderState | undefined {
  const restingId = valueAt(status, 'resting', 'oid');
  if (typeof restingId === 'number') return takenState(order, String(restingId), nowMs);
  const filledId = valueAt(status, 'filled', 'oid');
  const average = valueAt(status, 'filled', 'avgPx');
  const filled = parseExact(String(valueAt(status, 'filled', 'totalSz')));
  const price = parseExact(String(average));
  const isTold = filled && price && readPositive(average) !== undefined && filled.digits > 0n;
  const ended = isTold && endOf(order, formatExact(filled));
  if (typeof filledId !== 'number' || !ended) return undefined;
  return {
    ...takenState(order, String(filledId), nowMs),
    status: ended,
    filled: formatExact(filled),
    average: readPositive(average),
    // Calculated from the rounded average; the executions give it to the last digit.
    cost: formatExact(multiplyExact(filled, price)),
    lastTradeAtMs: nowMs,
  };
}

/** An order is answered as filled once nothing of it is left on the book. */
function endOf(
  { quantity, reduceOnly, type, timeInForce }: VenueOrder,
  filled: string,
): VenueOrderStatus | undefined {
  if (compareExact(exactly(filled), exactly(quantity)) >= 0) return 'closed';
  // The venue cuts a reduce-only order to the position: nothing is left to do.
  if (reduceOnly) return 'closed';
  return type === 'market' || timeInForce === 'IOC' ? 'expired' : undefined;
}
