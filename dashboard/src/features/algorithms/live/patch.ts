import type { DataOf } from '@windlass/client';
import type {
  AlgorithmDetailsWire,
  AlgorithmStreamEvent,
  AlgorithmUpdateEvent,
} from '@windlass/contract';

/** The list with an algorithm as the stream told it; nothing changes where it is not listed. */
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

/** The details with what the stream told of the algorithm itself; its children are read. */
export function patchUpdate(
  details: AlgorithmDetailsWire,
  { sequence: _, ...update }: AlgorithmUpdateEvent,
): AlgorithmDetailsWire {
  const isNews = details.order_id === update.order_id && details.updated_at <= update.updated_at;
  return isNews ? { ...details, ...update } : details;
}

/** The details with a line of history, unless it is there. */
export function patchLine(
  details: AlgorithmDetailsWire,
  { sequence: _, order_id: id, ...line }: AlgorithmStreamEvent,
): AlgorithmDetailsWire {
  const newest = details.events.at(-1)?.number ?? 0;
  if (details.order_id !== id || line.number <= newest) return details;
  return { ...details, events: [...details.events, line] };
}
