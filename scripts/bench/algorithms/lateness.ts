/** The first order of a part of an interval, as it is stored; times are epoch ms. */
export interface ScheduledOrder {
  readonly type: string;
  readonly startedMs: number;
  readonly intervalMs: number;
  /** The interval; 1 is the first. */
  readonly group: number;
  readonly purpose: string;
  readonly recordedMs: number;
}

/** What is due when an interval begins, and what is due at half of it (Orderbook §3). */
export type Moment = 'beginning' | 'half';

export interface Late {
  readonly moment: Moment;
  readonly dueMs: number;
  readonly lateMs: number;
}

/** From when an order was due until it was stored, which is right before it leaves. */
export function latenessOf(order: ScheduledOrder): Late | undefined {
  const { startedMs, intervalMs, group, purpose, recordedMs } = order;
  const moment = momentOf(order.type, purpose);
  if (moment === undefined) return undefined;
  const intervals = group - 1 + (moment === 'half' ? 0.5 : 0);
  const dueMs = startedMs + intervals * intervalMs;
  return { moment, dueMs, lateMs: recordedMs - dueMs };
}

/** Undefined for what has no time of its own: a ladder's levels, and the last call of a TWAP. */
function momentOf(type: string, purpose: string): Moment | undefined {
  if (type !== 'twap' && type !== 'timepace') return undefined;
  if (purpose === 'take') return 'half';
  return purpose === 'slice' || (purpose === 'catch_up' && type === 'twap')
    ? 'beginning'
    : undefined;
}

/**
 * Of each algorithm, interval and moment the first order: a posting that the market refused is
 * posted anew, which is not what the schedule is about.
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
