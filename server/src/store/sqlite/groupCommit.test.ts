import SqliteDatabase from 'better-sqlite3';
import { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { afterThisTurn } from '../../kit/turn.ts';
import { waitingWritesMax } from '../limits.ts';
import type { Schema } from '../schema.ts';
import { createSqliteBatch } from './batch.ts';
import type { SqliteHost } from './calls.ts';
import { createSqliteDialect } from './dialect.ts';
import { createGroupCommit, type GroupCommit } from './groupCommit.ts';
import { createSqliteTurns, type SqliteTurns } from './turns.ts';

/** Any work on the connection stands for an operation. */
type Work = () => unknown;

describe('the group commit', () => {
  let connection: InstanceType<typeof SqliteDatabase>;
  let db: Kysely<Schema>;
  let turns: SqliteTurns;
  let runTogether: ReturnType<typeof createSqliteBatch>;
  let commit: GroupCommit<Work>;
  let statements: string[];

  beforeEach(() => {
    statements = [];
    connection = new SqliteDatabase(':memory:', {
      verbose: (statement) => statements.push(String(statement)),
    });
    connection.exec(`
      create table settings (name text primary key, value text not null);
      create table child (parent text references settings (name) deferrable initially deferred)`);
    turns = createSqliteTurns();
    db = new Kysely<Schema>({ dialect: createSqliteDialect(onlyQueries(onConnection), turns) });
    runTogether = createSqliteBatch(connection);
    commit = createGroupCommit({ commit: together, defer: afterThisTurn });
  });

  afterEach(async () => {
    await commit.close();
    connection.close();
  });

  const onConnection = async (sql: string, parameters: readonly unknown[]) => {
    const { changes, lastInsertRowid } = connection.prepare(sql).run(...parameters);
    return { rows: [], changed: { rowCount: changes, lastId: lastInsertRowid } };
  };

  const together = (works: readonly Work[]) =>
    turns.request(commit, async () => runTogether(works));

  const put = (name: string, value = '', into: GroupCommit<Work> = commit) =>
    into.run(() => {
      connection.prepare('insert into settings (name, value) values (?, ?)').run(name, value);
      return name;
    });

  const names = () => connection.prepare('select name from settings order by name').pluck().all();

  const transactions = () => statements.filter((statement) => statement === 'commit').length;

  /** Three turns: far more than a flush that may run needs. */
  const someTurns = async () => {
    for (let i = 0; i < 3; i += 1) await new Promise<void>((resolve) => afterThisTurn(resolve));
  };

  it('commits the writes of one turn together', async () => {
    const writes = Array.from({ length: 300 }, (_, i) => put(`n${i}`));
    expect(await Promise.all(writes)).toHaveLength(300);
    expect(transactions()).toBe(1);
    expect(names()).toHaveLength(300);
  });

  it('spreads a long queue over turns', async () => {
    const writes = Array.from({ length: 1_000 }, (_, i) => put(`n${i}`));
    await Promise.all(writes);
    expect(transactions()).toBe(3);
    expect(names()).toHaveLength(1_000);
  });

  it('tells nobody of success before the commit', async () => {
    const write = put('a').then(() => transactions());
    expect(await write).toBe(1);
  });

  it('has two batches under way, and gathers what is asked for meanwhile for the next one', async () => {
    const disk = Promise.withResolvers<void>();
    const batches: number[] = [];
    const slow = createGroupCommit<Work>({
      async commit(works) {
        batches.push(works.length);
        const outcomes = runTogether(works);
        await disk.promise;
        return outcomes;
      },
      defer: afterThisTurn,
    });
    const writes = [put('a', '', slow)];
    await someTurns();
    for (const name of ['b', 'c', 'd', 'e']) {
      writes.push(put(name, '', slow));
      await someTurns();
    }
    expect(batches).toEqual([1, 1]);
    disk.resolve();
    expect(await Promise.all(writes)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(batches).toEqual([1, 1, 3]);
  });

  it('lets one that fails fail alone, with all it did', async () => {
    const settled = await Promise.allSettled([
      put('a'),
      commit.run(() => {
        connection.prepare("insert into settings values ('half', '')").run();
        throw new Error('changed my mind');
      }),
      put('a'),
      put('b'),
    ]);
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(names()).toEqual(['a', 'b']);
    expect(transactions()).toBe(1);
  });

  it('fails all when the commit fails, and goes on afterwards', async () => {
    const orphan = commit.run(() => {
      connection.prepare("insert into child values ('nobody')").run();
    });
    const settled = await Promise.allSettled([put('a'), orphan]);
    expect(settled).toMatchObject([
      { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
      { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_FOREIGNKEY' } },
    ]);
    expect(names()).toEqual([]);
    expect(await put('b')).toBe('b');
  });

  it('fails all when the database itself undoes the transaction', async () => {
    const ruin = () => {
      connection.prepare("insert or rollback into settings values ('a', '')").run();
    };
    const settled = await Promise.allSettled([put('a'), commit.run(ruin), put('b')]);
    const why = { status: 'rejected', reason: { code: 'SQLITE_CONSTRAINT_PRIMARYKEY' } };
    expect(settled).toMatchObject([why, why, why]);
    expect(names()).toEqual([]);
    expect(await put('c')).toBe('c');
  });

  it('waits for a transaction of others, and neither sees nor shares its end', async () => {
    // 1. Somebody opens a transaction and writes.
    const gate = Promise.withResolvers<void>();
    const others = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('settings').values({ name: 'theirs', value: '' }).execute();
      await gate.promise;
      throw new Error('they give up');
    });
    others.catch(() => undefined);
    await someTurns();
    // 2. A write is asked for meanwhile, and waits.
    let settled = false;
    const write = put('ours').finally(() => {
      settled = true;
    });
    await someTurns();
    expect(settled).toBe(false);
    // 3. Their transaction is rolled back; the write is not.
    gate.resolve();
    await expect(others).rejects.toThrow('they give up');
    await write;
    expect(names()).toEqual(['ours']);
  });

  it('refuses more than may wait, and still does the rest', async () => {
    const writes = Array.from({ length: waitingWritesMax }, () => commit.run(() => 1));
    await expect(commit.run(() => 1)).rejects.toThrow('10000 writes are waiting');
    expect((await Promise.all(writes)).length).toBe(waitingWritesMax);
    expect(await commit.run(() => 2)).toBe(2);
  });

  it('closes only when every batch under way is settled', async () => {
    const disks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let begun = 0;
    const slow = createGroupCommit<Work>({
      async commit(works) {
        const disk = disks[begun];
        begun += 1;
        const outcomes = runTogether(works);
        await disk?.promise;
        return outcomes;
      },
      defer: afterThisTurn,
    });
    const first = put('a', '', slow);
    await someTurns();
    const second = put('b', '', slow);
    await someTurns();
    let hasClosed = false;
    const closed = slow.close().then(() => {
      hasClosed = true;
    });
    disks[0]?.resolve();
    await first;
    await someTurns();
    expect(hasClosed).toBe(false);
    disks[1]?.resolve();
    await Promise.all([second, closed]);
  });

  it('does what it accepted when it is closed', async () => {
    const idle = createGroupCommit({ commit: together, defer: () => undefined });
    const writes = [put('a', '', idle), put('b', '', idle)];
    await idle.close();
    expect(await Promise.all(writes)).toEqual(['a', 'b']);
    await expect(put('c', '', idle)).rejects.toThrow('The store is closed.');
    expect(names()).toEqual(['a', 'b']);
  });

  it('fails the waiting writes when the database cannot be reached', async () => {
    const broken = createGroupCommit<Work>({ commit: refuse, defer: afterThisTurn });
    await expect(put('a', '', broken)).rejects.toThrow('no connection');
  });
});

/** A host whose batches are committed by the test itself. */
function onlyQueries(query: SqliteHost['query']): SqliteHost {
  const lost = new AbortController().signal;
  return { query, commit: refuse, close: async () => undefined, lost };
}

async function refuse(): Promise<never> {
  throw new Error('no connection');
}
