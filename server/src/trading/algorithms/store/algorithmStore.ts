import { type ExpressionBuilder, sql } from 'kysely';
import { compareExact, exactly } from '../../../kit/exact.ts';
import type { AlgorithmRow, Schema } from '../../../store/schema.ts';
import type { Store } from '../../../store/types.ts';
import type {
  AlgorithmQuery,
  AlgorithmStatus,
  AlgorithmStore,
  ChildRecord,
  HistoryEntry,
} from '../types.ts';
import { fromAlgorithmRow, fromChildRow, fromEventRow, toAlgorithmRows } from './algorithmRows.ts';

export interface AlgorithmStoreObserver {
  /** A stored algorithm is not as it was written. It stays unchanged, and nobody takes it up. */
  algorithmUnreadable(id: string, error: unknown): void;
}

const beatState = 'algorithms.beat';

/** Written as literals, not as parameters: only then is the small index of such algorithms used. */
export const isUnfinished = sql<boolean>`status in ('RUNNING', 'PAUSED', 'CANCELLING')`;
const unfinishedStatuses: readonly AlgorithmStatus[] = ['RUNNING', 'PAUSED', 'CANCELLING'];

/** Returns the algorithms of a database. */
export function createAlgorithmStore(
  { db, write }: Pick<Store, 'db' | 'write'>,
  observe: AlgorithmStoreObserver,
): AlgorithmStore {
  const algorithms = db.selectFrom('algorithm_orders').selectAll();
  /** One row that somebody edited must not keep other algorithms from being read. */
  const readable = <Value>(id: string, read: () => Value): readonly Value[] => {
    try {
      return [read()];
    } catch (error) {
      observe.algorithmUnreadable(id, error);
      return [];
    }
  };
  const readableRecords = (rows: readonly AlgorithmRow[]) =>
    rows.flatMap((row) => readable(row.id, () => fromAlgorithmRow(row)));

  return {
    async create(epoch, save) {
      const accountIds = [...new Set(save.record.accountIds)];
      const answer = await write.createAlgorithm(epoch, toAlgorithmRows(save), accountIds);
      if (answer.kind === 'recorded') return answer;
      return { kind: 'exists', record: fromAlgorithmRow(answer.order) };
    },
    async save(epoch, save) {
      await write.saveAlgorithmStep(epoch, toAlgorithmRows(save));
    },
    async find(name, owner) {
      const rows = await algorithms.where((is) => isCalled(is, name, owner)).execute();
      // One algorithm's client id may equal the id of another: the id has precedence.
      const row = rows.find(({ id }) => id === name) ?? rows[0];
      return row && fromAlgorithmRow(row);
    },
    async list(query) {
      const { total, rows } = await readPage(db, query);
      return { total, records: readableRecords(rows) };
    },
    async unfinished() {
      const oldestFirst = algorithms.orderBy('created_at_ms').orderBy('id');
      return readableRecords(await oldestFirst.where(isUnfinished).execute());
    },
    children: (id) => readChildren(db, id),
    events: (id, limit) => readEvents(db, id, limit),
    async drifted(endedSinceMs) {
      const rows = await readDrifted(db, endedSinceMs);
      return rows.flatMap(({ id, number, known, told }) =>
        readable(id, () => compareExact(exactly(told), exactly(known)) > 0).includes(true)
          ? [{ id, number }]
          : [],
      );
    },
    lastBeat: () => readBeat(db),
    beat: (epoch, atMs) => write.saveState(epoch, beatState, String(atMs)),
  };
}

/** Without an owner it matches our id only: names are unique only among those of one owner. */
function isCalled(
  is: ExpressionBuilder<Schema, 'algorithm_orders'>,
  name: string,
  owner: string | undefined,
) {
  const byId = is('id', '=', name);
  if (owner === undefined) return byId;
  return is.or([byId, is.and([is('owner', '=', owner), is('client_id', '=', name)])]);
}

async function readChildren(db: Store['db'], id: string): Promise<readonly ChildRecord[]> {
  const children = db.selectFrom('algorithm_children').selectAll().where('parent_id', '=', id);
  return (await children.orderBy('number').execute()).map(fromChildRow);
}

async function readEvents(
  db: Store['db'],
  id: string,
  limit: number,
): Promise<readonly HistoryEntry[]> {
  const events = db.selectFrom('algorithm_events').selectAll().where('parent_id', '=', id);
  const rows = await events.orderBy('number', 'desc').limit(limit).execute();
  return rows.reverse().map(fromEventRow);
}

/** Returns undefined also for a text that somebody edited. */
async function readBeat(db: Store['db']): Promise<number | undefined> {
  const states = db.selectFrom('engine_state').select('value').where('name', '=', beatState);
  const row = await states.executeTakeFirst();
  return row && /^\d{1,15}$/.test(row.value) ? Number(row.value) : undefined;
}

async function readPage(db: Store['db'], query: AlgorithmQuery) {
  const { status, type, symbol, accountIds, page, size } = query;
  const wanted = db.selectFrom('algorithm_orders').where((is) =>
    is.and([
      ...(status === undefined ? [] : [is('status', '=', status)]),
      // Says nothing new, but lets the small index be used.
      ...(status !== undefined && unfinishedStatuses.includes(status) ? [isUnfinished] : []),
      ...(type === undefined ? [] : [is('type', '=', type)]),
      ...(symbol === undefined ? [] : [is('symbol', '=', symbol)]),
      ...(accountIds === undefined ? [] : [isWithin(is, accountIds)]),
    ]),
  );
  const counted = await wanted
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await wanted
    .selectAll()
    .orderBy('created_at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset(page * size)
    .execute();
  return { total: Number(counted.total), rows };
}

/** True when an algorithm has no account but these. */
function isWithin(
  { not, exists, selectFrom }: ExpressionBuilder<Schema, 'algorithm_orders'>,
  accountIds: readonly string[],
) {
  const foreign = selectFrom('algorithm_accounts as its')
    .select('its.account_id')
    .whereRef('its.parent_id', '=', 'algorithm_orders.id')
    .$if(accountIds.length > 0, (query) => query.where('its.account_id', 'not in', accountIds));
  return not(exists(foreign));
}

/**
 * Different text nearly always means a different amount, and the reader compares the amounts. Cross
 * joins, because SQLite keeps to their order: from the few that ended lately to their children and
 * orders, each by its key. On its own it would scan all children that ever existed.
 */
async function readDrifted(db: Store['db'], endedSinceMs: number | undefined) {
  return await db
    .selectFrom('algorithm_orders as parent')
    .crossJoin('algorithm_children as child')
    .crossJoin('meta_orders as order')
    .select([
      'child.parent_id as id',
      'child.number',
      'child.filled as known',
      'order.quantity_filled as told',
    ])
    .where((is) =>
      endedSinceMs === undefined
        ? sql<boolean>`parent.status in ('RUNNING', 'PAUSED', 'CANCELLING')`
        : is('parent.ended_at_ms', '>=', endedSinceMs),
    )
    .whereRef('child.parent_id', '=', 'parent.id')
    .whereRef('order.account_id', '=', 'child.account_id')
    .whereRef('order.client_order_id', '=', 'child.client_order_id')
    .whereRef('order.quantity_filled', '!=', 'child.filled')
    .orderBy('child.parent_id')
    .orderBy('child.number')
    .execute();
}
