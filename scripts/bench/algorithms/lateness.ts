/** The first stored order of a part of an interval; times are in ms since the epoch. */
export interface ScheduledOrder {
  readonly type: string;
  readonly startedMs: number;
  readonly intervalMs: number;
  /** Number of the interval, starting at 1. */
  readonly group: number;
  readonly purpose: string;
  readonly recordedMs: number;
}

/** Due time of an order: at the beginning of an interval, or at half of it (Orderbook §3). */
export type Moment = 'beginning' | 'half';

export interface Late {
  readonly moment: Moment;
  readonly dueMs: number;
  readonly lateMs: number;
}

/**
 * Returns the time between an order's due time and its storing, which is right before it is sent.
 */
export function latenessOf(order: ScheduledOrder): Late | undefined {
  const { startedMs, intervalMs, group, purpose, recordedMs } = order;
  const moment = momentOf(order.type, purpose);
  if (moment === undefined) return undefined;
  const intervals = group - 1 + (moment === 'half' ? 0.5 : 0);
  const dueMs = startedMs + intervals * intervalMs;
  return { moment, dueMs, lateMs: recordedMs - dueMs };
}

/**
 * Returns when an order is due; undefined for a ladder's levels and the last call of a TWAP, which
 * have no due time.
 */
function momentOf(type: string, purpose: string): Moment | undefined {
  if (type !== 'twap' && type !== 'timepace') return undefined;
  if (purpose === 'take') return 'half';
  return purpose === 'slice' || (purpose === 'catch_up' && type === 'twap')
    ? 'beginning'
    : undefined;
}

/**
 * Returns the first order of each algorithm, interval and moment: a refused posting is placed
 * again, which does not say anything about the schedule.
 */
export function firstOfEach<Row extends Late & { readonly parent: string; readonly group: number }>(
  rows: readonly Row[],
): Row[] {
  const first = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.parent} ${row.group} ${row.moment}`;
    const known = first.get(key);
    if (!known || row.lateMs < known.lateMs) first.set(key, row);
  }
  return [...first.values()];
}
