import type { Store } from '../../../src/store/types.ts';
import type { Answered } from './audit.ts';

// Rules for the tables once an algorithm has ended, however often its process was killed: each
// child is one order or none, and its clock ran no faster than a service was there.

/** Orderbook §4.3: starts of intervals shift, and so do sizes. */
const boundaryShift = 0.3;
const sizeShift = 0.2;
/** Times of the algorithm's clock are whole milliseconds. */
const slackMs = 1;

interface Child {
  readonly number: number;
  readonly group: number;
  readonly purpose: string;
  readonly filled: string;
  readonly placedAtMs: number;
}

type Tables = Pick<Store, 'db'>;

/** Returns what is wrong; empty when all is well. `upMs` is the time during which a process ran. */
export async function auditSchedule(
  tables: Tables,
  shown: Answered,
  upMs: number,
): Promise<readonly string[]> {
  const rows = await childRows(tables, shown);
  const { record_json } = await tables.db
    .selectFrom('algorithm_orders')
    .select('record_json')
    .where('id', '=', shown.order_id)
    .executeTakeFirstOrThrow();
  const { elapsedMs } = JSON.parse(record_json).run;
  const children = rows.map(({ child_json }): Child => JSON.parse(child_json));
  return [
    ...(await auditChildren(tables, shown)),
    ...when(elapsedMs > upMs, `its clock ran ${elapsedMs} ms in ${upMs} ms`),
    ...checkIntervals(shown, children),
  ];
}

/** Checks that each child is one order or none, and is over; empty when all is well. */
export async function auditChildren(tables: Tables, shown: Answered): Promise<readonly string[]> {
  const rows = await childRows(tables, shown);
  const orders = await tables.db
    .selectFrom('meta_orders')
    .select(['client_order_id'])
    .where('parent_id', '=', shown.order_id)
    .execute();
  const named = new Set(rows.map((row) => row.client_order_id));
  const told = orders.map((order) => order.client_order_id);
  return [
    ...when(new Set(told).size !== told.length, 'a child has two orders'),
    ...told.filter((name) => !named.has(name)).map((name) => `${name} is an order of no child`),
    ...when(
      rows.some(({ stage }) => stage !== 'over'),
      'a child is live',
    ),
  ];
}

function childRows({ db }: Tables, shown: Answered) {
  return db
    .selectFrom('algorithm_children')
    .select(['client_order_id', 'child_json', 'stage'])
    .where('parent_id', '=', shown.order_id)
    .orderBy('number')
    .execute();
}

/** Checks that children of an interval were placed within it, and traded no more than allowed. */
function checkIntervals({ params, ...shown }: Answered, children: readonly Child[]): string[] {
  if (params.interval_seconds === undefined) return [];
  const isTwap = shown.algorithm_type === 'twap';
  const intervalMs = params.interval_seconds * 1_000;
  const count = params.duration_seconds / params.interval_seconds;
  const last = isTwap ? Math.ceil(count) : Infinity;
  const shift = isTwap && params.randomize_timing ? boundaryShift : 0;
  const early = children.filter(
    ({ group, placedAtMs }) => placedAtMs < (group - 1 - shift) * intervalMs - slackMs,
  );
  const late = children.filter(
    ({ group, placedAtMs }) =>
      placedAtMs > (group + (group === last ? 0 : shift)) * intervalMs + slackMs,
  );
  const each = isTwap ? shown.total_quantity / count : params.quantity_per_interval;
  const most = isTwap
    ? each * (1 + sizeShift + params.max_catch_up_pct / 100)
    : each * (1 + params.randomize_size_pct / 100);
  const full = [...Map.groupBy(children, ({ group }) => group)].filter(
    ([group, own]) =>
      group !== last && own.reduce((sum, { filled }) => sum + Number(filled), 0) > most + 1e-9,
  );
  return [
    ...early.map(({ number, placedAtMs }) => `child ${number} came early, at ${placedAtMs}`),
    ...late.map(({ number, placedAtMs }) => `child ${number} came late, at ${placedAtMs}`),
    ...full.map(([group]) => `interval ${group} traded more than ${most}`),
  ];
}

function when(isWrong: boolean, what: string): string[] {
  return isWrong ? [what] : [];
}
