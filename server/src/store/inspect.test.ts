import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  databasePerTest,
  eachDatabase,
  newDatabase,
  type TestDatabase,
} from '../../test/support/databases/databases.ts';
import { inspectPostgres, inspectSqlite } from './inspect.ts';
import { migrationsOf } from './migrate.ts';

const inspect = async (database: TestDatabase) => {
  const { dataDir, databaseUrl } = database.place();
  return databaseUrl === undefined ? inspectSqlite(dataDir) : await inspectPostgres(databaseUrl);
};
/** Returns the data directory without its database: the prepared one already has the tables. */
const emptyFolder = (database: TestDatabase): string => {
  const { dataDir } = database.place();
  rmSync(join(dataDir, 'windlass.db'));
  return dataDir;
};
const newest = Object.keys(migrationsOf('sqlite')).at(-1);

eachDatabase('a look at the database', (database) => {
  it('finds one that nothing was started on yet in order', async () => {
    const { status, detail } =
      database.dialect === 'sqlite'
        ? inspectSqlite(emptyFolder(database))
        : await inspectPostgres(await newDatabase());
    expect([status, detail]).toEqual(['ok', expect.stringContaining('the first start')]);
  });

  it('names its schema, and tells an older and a newer one', async () => {
    const { db } = await database.open();
    const { status, detail } = await inspect(database);
    expect([status, detail]).toEqual(['ok', expect.stringMatching(`schema ${newest}$`)]);
    await sql`delete from kysely_migration where name = ${newest}`.execute(db);
    const older = await inspect(database);
    expect([older.status, older.detail]).toEqual(['ok', expect.stringContaining(', 1 behind:')]);
    await sql`insert into kysely_migration (name, timestamp) values ('9999New', 'x')`.execute(db);
    const newer = await inspect(database);
    expect([newer.status, newer.detail]).toEqual([
      'fail',
      expect.stringContaining('(step 9999New)'),
    ]);
  });
});

describe('a look at an embedded database', () => {
  const database = databasePerTest('sqlite');
  const file = () => join(database.place().dataDir, 'windlass.db');

  it('makes nothing where there is none', () => {
    const dataDir = emptyFolder(database);
    expect(inspectSqlite(dataDir).status).toBe('ok');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('is the same once nobody has it open', async () => {
    const store = await database.open();
    const before = inspectSqlite(database.place().dataDir);
    await store.close();
    const after = inspectSqlite(database.place().dataDir);
    expect([before.status, after.status]).toEqual(['ok', 'ok']);
    expect(after.detail).toContain(`schema ${newest}`);
  });

  it('fails on a file that is damaged, and says what to do', async () => {
    const store = await database.open();
    await store.close();
    truncateSync(file(), 20_000);
    expect(inspectSqlite(database.place().dataDir)).toMatchObject({
      status: 'fail',
      remedy: expect.stringContaining('backup'),
    });
  });

  it('fails on a file that is something else', () => {
    writeFileSync(file(), 'no database'.repeat(1_000));
    expect(inspectSqlite(database.place().dataDir)).toMatchObject({ status: 'fail' });
  });

  it('warns of one that keeps nothing', () => {
    expect(inspectSqlite(':memory:').status).toBe('warn');
  });
});

it('a server that does not answer fails, without the password', async () => {
  const finding = await inspectPostgres('postgres://desk:secret@127.0.0.1:1/windlass');
  expect(finding).toMatchObject({
    status: 'fail',
    detail: expect.stringMatching(/^PostgreSQL 127\.0\.0\.1:1\/windlass cannot be used: /),
  });
  expect(JSON.stringify(finding)).not.toContain('secret');
});
