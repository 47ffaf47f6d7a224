import type { DataOf } from '@windlass/client';
import type {
  AlgorithmDetailsWire,
  AlgorithmStreamEvent,
  AlgorithmUpdateEvent,
} from '@windlass/contract';

/** Returns the list with an algorithm from the stream; unchanged when it is not listed. */
export function patchList(
  list: DataOf<'listAlgorithms'>,
  { sequence: _, ...update }: AlgorithmUpdateEvent,
): DataOf<'listAlgorithms'> {
  const isNews = list.orders.some(
    ({ order_id: id, updated_at: at }) => id === update.order_id && at <= update.updated_at,
  );
  if (!isNews) return list;
  const orders = list.orders.map((order) => (order.order_id === update.order_id ? update : order));
  return { ...list, orders };
}

/** Returns the details with the algorithm from the stream. Its children must be read by REST. */
export function patchUpdate(
  details: AlgorithmDetailsWire,
  { sequence: _, ...update }: AlgorithmUpdateEvent,
): AlgorithmDetailsWire {
  const isNews = details.order_id === update.order_id && details.updated_at <= update.updated_at;
  return isNews ? { ...details, ...update } : details;
}

/** Returns the details with an entry added to the history, unless it is already there. */
export function patchLine(
  details: AlgorithmDetailsWire,
  { sequence: _, order_id: id, ...line }: AlgorithmStreamEvent,
): AlgorithmDetailsWire {
  const newest = details.events.at(-1)?.number ?? 0;
  if (details.order_id !== id || line.number <= newest) return details;
  return { ...details, events: [...details.events, line] };
}
