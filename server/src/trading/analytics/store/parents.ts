import { type StoredFields, storedFields } from '../../../kit/storedFields.ts';
import type { AlgorithmRow } from '../../../store/schema.ts';
import type { Store } from '../../../store/types.ts';
import type { AccountId } from '../../model/account.ts';
import { sides } from '../../model/order.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { ReportWindow, ShortfallOrder } from '../types.ts';

type Db = Store['db'];

export interface ParentsObserver {
  /** A stored algorithm cannot be read; it is left out of reports. */
  algorithmUnreadable(id: string, error: unknown): void;
}

/** Maximum number of ids in one query. */
const namesMax = 500;

/** Returns the type of each algorithm, and `router` for plans; nothing for other ids. */
export async function readParentKinds(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const kinds = new Map<string, string>();
  for (let start = 0; start < ids.length; start += namesMax) {
    const some = ids.slice(start, start + namesMax);
    const plans = db.selectFrom('routing_plans').select('id').where('id', 'in', some);
    for (const { id } of await plans.execute()) kinds.set(id, 'router');
    const algorithms = db.selectFrom('algorithm_orders').select(['id', 'type']);
    for (const { id, type } of await algorithms.where('id', 'in', some).execute()) {
      kinds.set(id, type);
    }
  }
  return kinds;
}

/** Records of one part: each is some kilobytes of text. */
const partSize = 100;

interface ShortfallQuery extends ReportWindow {
  readonly accountId: AccountId;
  readonly symbol: InstrumentSymbol | undefined;
  /** Types of algorithms with two legs, which have no shortfall. */
  readonly pairTypes: readonly string[];
}

/** Returns ended orders of one leg, oldest first. */
export async function readShortfallOrders(
  db: Db,
  query: ShortfallQuery,
  observe: ParentsObserver,
): Promise<readonly ShortfallOrder[]> {
  const orders: ShortfallOrder[] = [];
  let place: Pick<AlgorithmRow, 'created_at_ms' | 'id'> | undefined;
  for (;;) {
    const rows = await readPart(db, query, place);
    for (const row of rows) orders.push(...readable(row, observe));
    place = rows.at(-1);
    if (rows.length < partSize) return orders;
  }
}

async function readPart(
  db: Db,
  { accountId, symbol, fromMs, toMs, pairTypes }: ShortfallQuery,
  place: Pick<AlgorithmRow, 'created_at_ms' | 'id'> | undefined,
): Promise<readonly AlgorithmRow[]> {
  return db
    .selectFrom('algorithm_orders as one')
    .selectAll('one')
    .where('one.ended_at_ms', 'is not', null)
    .where((is) =>
      is.and([
        // Pairs have a leg on each side and no arrival price.
        is('one.type', 'not in', pairTypes),
        ...(symbol === undefined ? [] : [is('one.symbol', '=', symbol)]),
        ...(fromMs === undefined ? [] : [is('one.created_at_ms', '>=', fromMs)]),
        ...(toMs === undefined ? [] : [is('one.created_at_ms', '<=', toMs)]),
        ...(place === undefined
          ? []
          : [
              is('one.created_at_ms', '>=', place.created_at_ms),
              is.or([
                is('one.created_at_ms', '>', place.created_at_ms),
                is('one.id', '>', place.id),
              ]),
            ]),
        is.exists(
          is
            .selectFrom('algorithm_accounts as its')
            .select('its.account_id')
            .whereRef('its.parent_id', '=', 'one.id')
            .where('its.account_id', '=', accountId),
        ),
      ]),
    )
    .orderBy('one.created_at_ms')
    .orderBy('one.id')
    .limit(partSize)
    .execute();
}

/** One row that somebody edited must not keep the other orders out of a report. */
function readable(row: AlgorithmRow, observe: ParentsObserver): readonly ShortfallOrder[] {
  try {
    const of = `the stored algorithm ${row.id}`;
    return [toShortfallOrder(row, storedFields(JSON.parse(row.record_json), of))];
  } catch (error) {
    observe.algorithmUnreadable(row.id, error);
    return [];
  }
}

function toShortfallOrder(row: AlgorithmRow, read: StoredFields): ShortfallOrder {
  const run = storedFields(read.json('run'), read.of);
  return {
    id: row.id,
    type: row.type,
    symbol: row.symbol as InstrumentSymbol,
    side: read.oneOf('side', sides),
    quantity: Number(read.decimal('quantity')),
    filled: Number(run.decimal('filled')),
    accounts: new Set(read.list('accountIds')).size,
    arrivalPrice: read.number('arrivalPrice'),
    endPrice: run.number('lastMid'),
    createdAtMs: row.created_at_ms,
    endedAtMs: row.ended_at_ms ?? row.updated_at_ms,
  };
}
