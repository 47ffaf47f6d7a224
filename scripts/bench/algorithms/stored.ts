import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { firstOfEach, type Late, latenessOf } from './lateness.ts';

/** Data that a service left in its database. */
export interface StoredRun {
  readonly late: readonly Late[];
  /** Number of all orders of algorithms. */
  readonly orders: number;
  /** Number of algorithms by status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Number of refused orders by reason. */
  readonly refusals: Readonly<Record<string, number>>;
}

interface Row {
  readonly parent: string;
  readonly type: string;
  readonly startedMs: number;
  readonly intervalMs: number;
  readonly group: number;
  readonly purpose: string;
  readonly recordedMs: number;
}

const everyOrder = `
  select child.parent_id as parent, algorithm.type as type,
    algorithm.created_at_ms as startedMs, "order".created_at_ms as recordedMs,
    json_extract(algorithm.record_json, '$.params.intervalMs') as intervalMs,
    json_extract(child.child_json, '$.group') as "group",
    json_extract(child.child_json, '$.purpose') as purpose
  from algorithm_children as child
  join algorithm_orders as algorithm on algorithm.id = child.parent_id
  join meta_orders as "order" on "order".account_id = child.account_id
    and "order".client_order_id = child.client_order_id
  where "order".created_at_ms between ? and ?`;
const everyStatus =
  'select status as name, count(*) as count from algorithm_orders group by status';
const everyRefusal = `
  select json_extract(child_json, '$.refusedCode') as name, count(*) as count
  from algorithm_children where name is not null group by name`;

/** Reads the data of a span of time, given in ms since the epoch. */
export function readStored(dataDir: string, fromMs: number, untilMs: number): StoredRun {
  const db = new DatabaseSync(join(dataDir, 'windlass.db'), { readOnly: true });
  try {
    const rows = db.prepare(everyOrder).all(fromMs, untilMs) as unknown as Row[];
    const late = rows.flatMap((row) => {
      const own = latenessOf(row);
      return own ? [{ ...own, parent: row.parent, group: row.group }] : [];
    });
    const counts = (query: string) =>
      Object.fromEntries(
        db
          .prepare(query)
          .all()
          .map(({ name, count }) => [String(name), Number(count)]),
      );
    return {
      late: firstOfEach(late),
      orders: rows.length,
      statuses: counts(everyStatus),
      refusals: counts(everyRefusal),
    };
  } finally {
    db.close();
  }
}
