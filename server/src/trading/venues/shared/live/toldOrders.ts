import type { Clock } from '../../../../kit/clock.ts';
import { createMemory } from '../../../../kit/memory.ts';
import type { Fields } from '../json.ts';

/** An order as a report or a caller names it; the id of the venue goes first. */
interface ToldName {
  readonly clientId?: string | undefined;
  readonly venueOrderId?: string | undefined;
}

/** The reports of an account's streams on one order. */
export interface ToldOrder {
  /** The venue's own reports, as they came. */
  readonly rows: readonly Fields[];
  /** When the last of them came, on the monotonic clock. */
  readonly atMs: number;
}

/**
 * Remembers what the streams of an account told of orders. A dialect whose stream tells all that
 * there is to know of an order reads it here first, where a look at each would cost too much.
 */
export interface ToldOrders {
  note(name: ToldName, row: Fields): void;
  /** Returns what was told; undefined where nothing was, or more than is kept. */
  of(name: ToldName): ToldOrder | undefined;
  /** A stream tells everything from now on, or nothing until it is back. */
  turned(stream: string, isLive: boolean): void;
  isLive(stream: string): boolean;
}

/** Orders that ended long ago are looked up; a report is about half a kilobyte. */
const ordersMax = 1_000;
/** An order of more fills is read from its venue. */
const rowsMax = 50;

export function createToldOrders(clock: Clock): ToldOrders {
  const orders = createMemory<ToldOrder>(ordersMax);
  const idsByClientId = createMemory<string>(ordersMax);
  const live = new Set<string>();
  return {
    note({ clientId, venueOrderId }, row) {
      if (venueOrderId === undefined) return;
      if (clientId !== undefined) idsByClientId.set(clientId, venueOrderId);
      const rows = orders.get(venueOrderId)?.rows ?? [];
      // One more than is kept says that some were left out.
      const kept = rows.length > rowsMax ? rows : [...rows, row];
      orders.set(venueOrderId, { rows: kept, atMs: clock.monotonic() });
    },
    of({ clientId = '', venueOrderId = idsByClientId.get(clientId) ?? '' }) {
      const order = orders.get(venueOrderId);
      return order && order.rows.length <= rowsMax ? order : undefined;
    },
    turned(stream, isLive) {
      if (isLive) live.add(stream);
      else live.delete(stream);
    },
    isLive: (stream) => live.has(stream),
  };
}
