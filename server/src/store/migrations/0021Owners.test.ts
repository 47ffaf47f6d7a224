import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import type { Store } from '../types.ts';
import { owners } from './0021Owners.ts';

/** As the version before left the tables: one namespace of names, and nobody owns any. */
async function undo({ db, dialect }: Store): Promise<void> {
  await sql`drop index routing_plans_owned_name`.execute(db);
  await sql`drop index algorithm_orders_owned_name`.execute(db);
  for (const table of ['api_keys', 'routing_plans', 'algorithm_orders']) {
    await sql`alter table ${sql.table(table)} drop column owner`.execute(db);
  }
  if (dialect !== 'postgres') return;
  await sql`alter table routing_plans add unique (client_plan_id)`.execute(db);
  await sql`alter table algorithm_orders add unique (client_id)`.execute(db);
}

async function putKey({ db }: Store, id: string, accounts: string | null): Promise<void> {
  await sql`insert into api_keys (id, name, key_hash, roles, paths, exchange_account_ids,
      created_at_ms)
    values (${id}, ${id}, ${`hash of ${id}`}, '["trader"]', '["/**"]', ${accounts}, 1)`.execute(db);
}

interface Made {
  readonly id: string;
  readonly actor: string;
  readonly name: string | null;
}

async function putPlan({ db }: Store, { id, actor, name }: Made): Promise<void> {
  await sql`insert into routing_plans (id, client_plan_id, request_hash, status, symbol, actor_id,
      created_at_ms, updated_at_ms, plan_json)
    values (${id}, ${name}, 'h', 'pending', 'BTC/USDT', ${actor}, 1, 2, '{}')`.execute(db);
}

async function putAlgorithm({ db }: Store, { id, actor, name }: Made): Promise<void> {
  await sql`insert into algorithm_orders (id, client_id, request_hash, type, symbol, status,
      actor_id, created_at_ms, updated_at_ms, ended_at_ms, record_json)
    values (${id}, ${name}, 'h', 'twap', 'BTC/USDT', 'FAILED', ${actor}, 1, 2, 3, '{}')`.execute(
    db,
  );
}

const made: readonly Made[] = [
  { id: '1', actor: 'whole', name: 'one' },
  { id: '2', actor: 'bound', name: 'two' },
  { id: '3', actor: 'gone', name: 'three' },
  { id: '4', actor: 'bound', name: null },
];
const owned = [
  ['1', 'one', 'main'],
  ['2', 'two', 'bound'],
  ['3', 'three', 'main'],
  ['4', null, 'bound'],
];

eachDatabase('what was made before there were owners', (database) => {
  it('belongs to the owner of the key that made it, and names are free for the others', async () => {
    const store = await database.open();
    await undo(store);
    await putKey(store, 'whole', null);
    await putKey(store, 'bound', '["a"]');
    for (const one of made) {
      await putPlan(store, one);
      await putAlgorithm(store, one);
    }

    await owners(store.dialect).up(store.db);

    const keys = await store.db.selectFrom('api_keys').select(['id', 'owner']).orderBy('id');
    expect(await keys.execute()).toEqual([
      { id: 'bound', owner: 'bound' },
      { id: 'whole', owner: 'main' },
    ]);
    const plans = await store.db.selectFrom('routing_plans').selectAll().orderBy('id').execute();
    expect(plans.map((row) => [row.id, row.client_plan_id, row.owner])).toEqual(owned);
    expect(plans[0]).toMatchObject({
      request_hash: 'h',
      status: 'pending',
      symbol: 'BTC/USDT',
      actor_id: 'whole',
      created_at_ms: 1,
      updated_at_ms: 2,
      plan_json: '{}',
    });
    const orders = store.db.selectFrom('algorithm_orders').selectAll().orderBy('id');
    const algorithms = await orders.execute();
    expect(algorithms.map((row) => [row.id, row.client_id, row.owner])).toEqual(owned);
    expect(algorithms[0]).toMatchObject({
      request_hash: 'h',
      type: 'twap',
      status: 'FAILED',
      symbol: 'BTC/USDT',
      actor_id: 'whole',
      created_at_ms: 1,
      updated_at_ms: 2,
      ended_at_ms: 3,
      record_json: '{}',
    });
    // The same name for another owner, and never twice for one.
    const same = { actor: 'whole', name: 'two' };
    await putPlan(store, { id: '5', ...same });
    await putAlgorithm(store, { id: '5', ...same });
    await expect(putPlan(store, { id: '6', ...same })).rejects.toThrow();
    await expect(putAlgorithm(store, { id: '6', ...same })).rejects.toThrow();
  });

  it.runIf(database.dialect === 'sqlite')('keeps the indexes of the tables', async () => {
    const { db } = await database.open();
    const { rows } = await sql<{ name: string }>`select name from sqlite_master
      where type = 'index' and sql is not null
        and tbl_name in ('routing_plans', 'algorithm_orders') order by name`.execute(db);
    expect(rows.map(({ name }) => name)).toEqual([
      'algorithm_orders_ended',
      'algorithm_orders_owned_name',
      'algorithm_orders_time',
      'algorithm_orders_unfinished',
      'routing_plans_owned_name',
      'routing_plans_unfinished',
    ]);
  });
});
