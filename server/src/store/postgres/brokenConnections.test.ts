import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databasePerTest } from '../../../test/support/databases/databases.ts';
import {
  type EmbeddedServer,
  startEmbeddedPostgres,
} from '../../../test/support/databases/embeddedPostgres.ts';
import { silentLogger } from '../../../test/support/silentLogger.ts';
import { StoreError } from '../../kit/errors.ts';
import { isTaken } from '../../kit/keyViolations.ts';
import { toAuditRow } from '../rows.ts';
import type { Store } from '../types.ts';
import { openPostgres } from './open.ts';

const entry = toAuditRow({
  atMs: 1,
  actorId: 'system',
  actorName: 'test',
  action: 'test.done',
  subject: 'it',
  before: null,
  after: null,
  requestId: undefined,
});

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

const answers = async ({ db }: Store) => {
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db);
  return rows[0]?.one === 1;
};

describe('a connection that breaks', () => {
  const database = databasePerTest('postgres');

  /** Ends the server's side of a connection, and waits until it is gone. */
  const terminate = async (pid: number) => {
    const client = new pg.Client(database.place().databaseUrl);
    await client.connect();
    await client.query('select pg_terminate_backend($1, 5000)', [pid]);
    await client.end();
  };
  const pidOf = async (db: Store['db']) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db);
    return rows[0]?.pid ?? 0;
  };

  it('fails its transaction and nothing else', async () => {
    const store = await database.open();
    const broken = store.db.transaction().execute(async (trx) => {
      await terminate(await pidOf(trx));
      await answers({ ...store, db: trx });
    });
    expect(await failureOf(broken)).toBeInstanceOf(StoreError);
    expect(await answers(store)).toBe(true);
  });

  it('fails the statement that it was running', async () => {
    const store = await database.open();
    const running = store.db.connection().execute(async (connection) => {
      const pid = await pidOf(connection);
      const sleeping = failureOf(sql`select pg_sleep(30)`.execute(connection));
      await terminate(pid);
      return sleeping;
    });
    expect(await running).toBeInstanceOf(StoreError);
    expect(await answers(store)).toBe(true);
  });

  it('does not change what a taken key says', async () => {
    const { db } = await database.open();
    await db.insertInto('settings').values({ name: 'one', value: '1' }).execute();
    const again = db.insertInto('settings').values({ name: 'one', value: '2' }).execute();
    const error = await failureOf(again);
    expect([isTaken(error), error instanceof StoreError]).toEqual([true, false]);
  });
});

describe('a server that restarts', () => {
  let server: EmbeddedServer;
  let store: Store;
  beforeEach(async () => {
    server = await startEmbeddedPostgres();
    store = await openPostgres({ databaseUrl: server.url, logger: silentLogger });
    await store.migrate();
  });
  afterEach(async () => {
    await store.close();
    await server.stop();
  });

  it('fails what is asked while it is away, and answers what is asked after', async () => {
    await store.write.appendAudit(entry);
    const goOn = await server.interrupt();
    expect(await failureOf(store.write.appendAudit(entry))).toBeInstanceOf(StoreError);
    expect(await failureOf(answers(store))).toBeInstanceOf(StoreError);
    await goOn();
    await store.write.appendAudit(entry);
    const { rows } = await sql<{ action: string }>`select action from audit_log`.execute(store.db);
    expect(rows.map(({ action }) => action)).toEqual(['test.done', 'test.done']);
  });
});
