import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import SqliteDatabase from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import { createSystemClock } from '../../kit/clock.ts';
import { afterThisTurn } from '../../kit/turn.ts';
import { StoreLostError } from '../limits.ts';
import { type AuditEntry, toAuditRow } from '../rows.ts';
import { StaleEpochError, type Store } from '../types.ts';

/** Counts to two million in the database: some hundred milliseconds of its thread's time. */
const longQuery = sql<{ sum: number }>`
  with recursive n (i) as (select 1 union all select i + 1 from n where i < 2000000)
  select sum(i) as sum from n`;

const longQuerySum = 2_000_001_000_000;

/** Far fewer turns than fit into a long query, far more than if it ran on this thread. */
const turnsMin = 20;

const someTurns = async () => {
  for (let i = 0; i < 20; i += 1) await new Promise<void>((resolve) => afterThisTurn(resolve));
};

const settingNames = async (store: Store) => {
  const rows = await store.db.selectFrom('settings').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
};

describe('the database thread', () => {
  const database = databasePerTest('sqlite');
  const clock = createSystemClock();
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  const openWithThread = async () => {
    const started = once(process, 'worker');
    const store = await database.open();
    const [thread]: Worker[] = await started;
    if (!thread) throw new Error('no thread was started');
    return { store, thread };
  };

  /** It cannot make sense of this, and dies of the fault as of any it does not catch. */
  const killThread = (thread: Worker) => thread.postMessage(null);

  it('leaves the event loop free while the database is busy', async () => {
    const store = await database.open();
    let turns = 0;
    let busy = true;
    const answer = longQuery.execute(store.db).finally(() => {
      busy = false;
    });
    const writes: Promise<string>[] = [];
    while (busy) {
      await clock.yield();
      if (turns < 100) writes.push(store.write.settleSetting(`n${turns}`, ''));
      turns += 1;
    }
    expect((await answer).rows).toEqual([{ sum: longQuerySum }]);
    expect(turns).toBeGreaterThan(turnsMin);
    await Promise.all(writes);
    expect(await settingNames(store)).toHaveLength(writes.length);
  });

  it('keeps the class, code and message of errors', async () => {
    const store = await database.open();
    const insert = store.db.insertInto('settings').values({ name: 'a', value: '' });
    await insert.execute();
    const again = insert.execute();
    await expect(again).rejects.toBeInstanceOf(SqliteDatabase.SqliteError);
    await expect(again).rejects.toMatchObject({
      code: 'SQLITE_CONSTRAINT_PRIMARYKEY',
      message: 'UNIQUE constraint failed: settings.name',
    });
    const unbindable = sql`select ${true}`.execute(store.db);
    await expect(unbindable).rejects.toBeInstanceOf(TypeError);
    const stale = store.write.saveState(7, 'market', '');
    await expect(stale).rejects.toBeInstanceOf(StaleEpochError);
    await expect(stale).rejects.toMatchObject({ held: 7, current: 0 });
  });

  it('goes on after a value that cannot be handed to it', async () => {
    const store = await database.open();
    const unclonable = sql`select ${{ later: () => 1 }}`.execute(store.db);
    await expect(unclonable).rejects.toThrow('could not be cloned');
    const circle: unknown[] = [];
    circle.push(circle);
    const append = async (entry: AuditEntry) => store.write.appendAudit(toAuditRow(entry));
    const entry = { atMs: 1, actorId: '', actorName: '', action: '', subject: '', after: null };
    const [refused, kept] = await Promise.allSettled([
      append({ ...entry, before: circle, requestId: undefined }),
      store.write.settleSetting('a', 'kept'),
    ]);
    expect(refused.status).toBe('rejected');
    expect(kept).toEqual({ status: 'fulfilled', value: 'kept' });
  });

  it('keeps transactions of the query builder and group commits apart', async () => {
    const store = await database.open();
    // 1. Somebody opens a transaction and writes.
    const gate = Promise.withResolvers<void>();
    const others = store.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('settings').values({ name: 'theirs', value: '' }).execute();
      await gate.promise;
      throw new Error('they give up');
    });
    others.catch(() => undefined);
    // 2. A write is asked for meanwhile, and waits.
    let settled = false;
    const write = store.write.settleSetting('ours', '').finally(() => {
      settled = true;
    });
    await someTurns();
    expect(settled).toBe(false);
    // 3. Their transaction is rolled back; the write is not.
    gate.resolve();
    await expect(others).rejects.toThrow('they give up');
    await write;
    expect(await settingNames(store)).toEqual(['ours']);
  });

  it('lets transactions and group commits take turns', async () => {
    const store = await database.open();
    const transact = (i: number) =>
      store.db.transaction().execute(async (transaction) => {
        for (const part of ['a', 'b']) {
          const values = { name: `t${i}${part}`, value: '' };
          await transaction.insertInto('settings').values(values).execute();
        }
        if (i % 2 === 1) throw new Error('odd');
      });
    const settled = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => [
        store.write.settleSetting(`w${i}`, ''),
        transact(i),
        clock.yield(),
      ]).flat(),
    );
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(10);
    const names = await settingNames(store);
    expect(names.filter((name) => name.startsWith('w'))).toHaveLength(20);
    expect(names.filter((name) => name.startsWith('t'))).toHaveLength(20);
  });

  it('fails all that waits and gives up the ownership when it dies', async () => {
    const { store, thread } = await openWithThread();
    const ownership = await store.own();
    killThread(thread);
    const read = store.db.selectFrom('settings').selectAll().execute();
    const write = store.write.settleSetting('a', '');
    await expect(read).rejects.toBeInstanceOf(StoreLostError);
    await expect(write).rejects.toThrow(/^The database thread ended \(.*null/);
    expect(ownership.lost.aborted).toBe(true);
    expect(ownership.lost.reason).toBeInstanceOf(StoreLostError);
    await expect(store.write.settleSetting('b', '')).rejects.toBeInstanceOf(StoreLostError);
    await expect(longQuery.execute(store.db)).rejects.toBeInstanceOf(StoreLostError);
    await store.close();
    expect((await (await database.open()).own()).epoch).toBe(2);
  });

  it('is noticed when it dies while nothing waits', async () => {
    const { store, thread } = await openWithThread();
    const { lost } = await store.own();
    const noticed = once(lost, 'abort');
    await thread.terminate();
    await noticed;
    await expect(store.write.settleSetting('a', '')).rejects.toThrow('(exit code 1)');
  });

  it('answers what was asked, then ends with the store', async () => {
    const { store, thread } = await openWithThread();
    const ownership = await store.own();
    const exits: number[] = [];
    thread.once('exit', (code) => exits.push(code));
    const read = longQuery.execute(store.db);
    const write = store.write.settleSetting('a', 'kept');
    await store.close();
    expect(exits).toEqual([0]);
    expect((await read).rows).toEqual([{ sum: longQuerySum }]);
    expect(await write).toBe('kept');
    expect(ownership.lost.aborted).toBe(false);
    expect(await settingNames(await database.open())).toEqual(['a']);
  });

  it('does not keep a process alive that has nothing else to do', async () => {
    const { dataDir } = database.place();
    const script = join(dataDir, 'brief.mjs');
    await writeFile(
      script,
      `const { openSqlite } = await import('${new URL('./open.ts', import.meta.url)}');
      const store = await openSqlite({ dataDir: '${dataDir}' });
      await store.write.settleSetting('a', 'kept');`,
    );
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'ignore', 'inherit'] });
    children.push(child);
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(await settingNames(await database.open())).toEqual(['a']);
  });

  it('says why the database cannot be opened', async () => {
    const { dataDir } = database.place();
    await writeFile(
      join(dataDir, 'windlass.db'),
      'this is a letter to grandmother, not a database',
    );
    await expect(database.open()).rejects.toMatchObject({ cause: { code: 'SQLITE_NOTADB' } });
  });

  it('says that the embedded database does not stream', async () => {
    const store = await database.open();
    const stream = store.db.selectFrom('settings').selectAll().stream();
    await expect(stream.next()).rejects.toThrow('The embedded database does not stream');
  });
});
