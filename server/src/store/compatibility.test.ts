import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachDatabase } from '../../test/support/databases/databases.ts';
import { migrate, migrationNames, oldestStep } from './migrate.ts';
import type { Store } from './types.ts';

/** As if a newer version had been here, which took a step that this one does not know. */
async function upgrade({ db }: Store, oldest: string): Promise<void> {
  await sql`insert into kysely_migration (name, timestamp)
    values ('9999Later', '2030-01-01T00:00:00.000Z')`.execute(db);
  await db
    .insertInto('schema_compatibility')
    .values({ id: 1, oldest_step: oldest })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ oldest_step: oldest }))
    .execute();
}

eachDatabase('tables of this version or a newer one', (database) => {
  it('are used by a version that they allow', async () => {
    const store = await database.open();
    const first = await store.own();
    await upgrade(store, oldestStep);
    await first.release();
    const { epoch } = await (await database.open()).own();
    expect(epoch).toBe(2);
  });

  it('are refused by a version that is too old for them, and stay free for others', async () => {
    const store = await database.open();
    const first = await store.own();
    await upgrade(store, '9999Later');
    await first.release();
    const older = await database.open();
    await expect(older.own()).rejects.toThrow(
      'newer Windlass (step 9999Later), which needs a version with step 9999Later',
    );
    // The store that owned the engine before writes nothing any more.
    const newer = await database.open();
    await sql`delete from kysely_migration where name = '9999Later'`.execute(newer.db);
    expect((await (await database.open()).own()).epoch).toBeGreaterThan(1);
  });

  it('say which step they need', async () => {
    const store = await database.open();
    await store.own();
    const said = await store.db.selectFrom('schema_compatibility').selectAll().execute();
    expect(said).toEqual([{ id: 1, oldest_step: oldestStep }]);
    expect(migrationNames).toContain(oldestStep);
  });

  it('are only looked at when nothing is to be done', async () => {
    const { db, dialect, own } = await database.open();
    await own();
    const kinds: string[] = [];
    const watching = db.withPlugin({
      transformQuery({ node }) {
        kinds.push(node.kind);
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await migrate(watching, dialect);
    expect(kinds.length).toBeGreaterThan(0);
    expect(kinds.filter((kind) => /^(Insert|Update|Delete)/.test(kind))).toEqual([]);
  });

  it('say anew which step they need after an older version said another', async () => {
    const store = await database.open();
    const first = await store.own();
    const { db } = store;
    await db.updateTable('schema_compatibility').set({ oldest_step: '0001Foundation' }).execute();
    await first.release();
    await (await database.open()).own();
    const said = await db.selectFrom('schema_compatibility').select('oldest_step').execute();
    expect(said).toEqual([{ oldest_step: oldestStep }]);
  });
});
