import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eachDatabase } from '../../../test/support/databases/databases.ts';
import { vaultNames } from './0022VaultNames.ts';

const names = ['vaults_name_folded', 'vaults_owner_name_folded'];

eachDatabase('lists by the folded name', (database) => {
  it('have their indexes, which are added to those of earlier versions', async () => {
    const store = await database.open();
    const { db, dialect } = store;
    const indexes = async () => {
      const { rows } = await (dialect === 'sqlite'
        ? sql<{ name: string }>`select name from sqlite_master
            where type = 'index' and tbl_name = 'vaults' and sql is not null`
        : sql<{ name: string }>`select indexname as name from pg_indexes
            where tablename = 'vaults' and schemaname = current_schema()`
      ).execute(db);
      return rows.map(({ name }) => name);
    };
    for (const name of names) await sql`drop index ${sql.ref(name)}`.execute(db);
    const before = await indexes();
    expect(before).toEqual(expect.arrayContaining(['vaults_name', 'vaults_owner_name']));

    await vaultNames().up(db);

    expect((await indexes()).toSorted()).toEqual([...before, ...names].toSorted());
  });
});
