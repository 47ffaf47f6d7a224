import { closeSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../test/support/silentLogger.ts';
import { openStore } from '../store/index.ts';
import { migrationNames } from '../store/migrate.ts';
import { copySqlite } from './sqliteCopy.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'windlass-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const to = () => join(folder, 'copy.db');
const from = () => join(folder, 'windlass.db');
const signal = new AbortController().signal;

async function makeDatabase(): Promise<void> {
  const store = await openStore({ dataDir: folder, logger: silentLogger });
  await store.own();
  await store.close();
}

/** Returns the number of settings in a database. */
function countIn(path: string): number | undefined {
  const database = new SqliteDatabase(path);
  const count = database.prepare<[], number>('select count(*) from settings').pluck().get();
  database.close();
  return count;
}

describe('a copy of a database', () => {
  it('is the state of one moment, while others go on writing', async () => {
    await makeDatabase();
    const writer = new SqliteDatabase(from());
    const insert = writer.prepare('insert into settings (name, value) values (?, ?)');
    const value = 'x'.repeat(4_000);
    const add = (name: string) => insert.run(name, value);
    writer.transaction(() => {
      for (let at = 0; at < 5_000; at += 1) add(`before ${at}`);
    })();
    let steps = 0;
    const progress = () => {
      steps += 1;
      add(`meanwhile ${steps}`);
    };
    const found = await copySqlite({ from: from(), to: to(), progress, signal });
    writer.close();
    expect(steps).toBeGreaterThan(2);
    expect(countIn(to())).toBe(5_000);
    expect(countIn(from())).toBe(5_000 + steps);
    expect(found).toMatchObject({ migrations: migrationNames, epoch: 1 });
  });

  it('takes what is still in the log of a process that was killed', async () => {
    await makeDatabase();
    const writer = new SqliteDatabase(from());
    writer.pragma('wal_autocheckpoint = 0');
    writer.prepare("insert into settings (name, value) values ('late', '1')").run();
    await copySqlite({ from: from(), to: to(), progress: () => undefined, signal });
    writer.close();
    expect(countIn(to())).toBe(1);
  });

  it('of a damaged, a foreign, a newer or no database is refused', async () => {
    const copying = () => copySqlite({ from: from(), to: to(), progress: () => undefined, signal });
    await expect(copying()).rejects.toThrow(`No database at ${from()}`);
    new SqliteDatabase(from()).exec('create table orders (id text)').close();
    await expect(copying()).rejects.toThrow('The database is damaged: no such table');
    rmSync(from());
    await makeDatabase();
    const later = "insert into kysely_migration (name, timestamp) values ('9999Later', '')";
    new SqliteDatabase(from()).exec(later).close();
    await expect(copying()).rejects.toThrow(
      'The database is of a newer version of Windlass (it has seen 9999Later): use that one.',
    );
    rmSync(from());
    await makeDatabase();
    const file = openSync(from(), 'r+');
    writeSync(file, Buffer.alloc(4_096, 0xab), 0, 4_096, 40_960);
    closeSync(file);
    await expect(copying()).rejects.toThrow('The database is damaged: ');
    truncateSync(from(), 40_960);
    await expect(copying()).rejects.toThrow(`${from()} cannot be copied: `);
  });

  it('ends when it is asked to', async () => {
    await makeDatabase();
    const progress = () => undefined;
    const aborted = AbortSignal.abort(new Error('enough'));
    const copying = copySqlite({ from: from(), to: to(), progress, signal: aborted });
    await expect(copying).rejects.toThrow('enough');
  });
});
