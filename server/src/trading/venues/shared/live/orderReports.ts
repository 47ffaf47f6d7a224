import type { Clock } from '../../../../kit/clock.ts';
import { createMemory } from '../../../../kit/memory.ts';
import type { Fields } from '../json.ts';

/** An order as a report or a caller names it; the venue's id has priority. */
interface ReportedName {
  readonly clientId?: string | undefined;
  readonly venueOrderId?: string | undefined;
}

/** The reports of an account's streams on one order. */
export interface OrderReport {
  /** The venue's own reports, as they came. */
  readonly rows: readonly Fields[];
  /** Time when the last of them came, on the monotonic clock. */
  readonly atMs: number;
}

/**
 * Remembers the reports of orders on the account's streams. A dialect whose stream reports
 * everything about an order reads it here first, where looking up each order would cost too much.
 */
export interface OrderReports {
  note(name: ReportedName, row: Fields): void;
  /** Returns the reports; undefined when there are none, or more than are kept. */
  of(name: ReportedName): OrderReport | undefined;
  /** A stream reports everything from now on, or nothing until it is back. */
  turned(stream: string, isLive: boolean): void;
  isLive(stream: string): boolean;
}

/** Orders that ended long ago are looked up; a report is about half a kilobyte. */
const ordersMax = 1_000;
/** An order with more reports is read from its venue. */
const rowsMax = 50;

export function createOrderReports(clock: Clock): OrderReports {
  const orders = createMemory<OrderReport>(ordersMax);
  const idsByClientId = createMemory<string>(ordersMax);
  const live = new Set<string>();
  return {
    note({ clientId, venueOrderId }, row) {
      if (venueOrderId === undefined) return;
      if (clientId !== undefined) idsByClientId.set(clientId, venueOrderId);
      const rows = orders.get(venueOrderId)?.rows ?? [];
      // One more than the maximum shows that some were left out.
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
