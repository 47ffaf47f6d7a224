import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { type StoreChild, startStoreChild } from '../../test/support/databases/childProcess.ts';
import {
  blockedSessions,
  databasePerTest,
  eachDatabase,
  waitUntilBlocked,
} from '../../test/support/databases/databases.ts';
import { silentLogger } from '../../test/support/silentLogger.ts';
import { openStore } from './index.ts';
import { connectionSettings } from './postgres/open.ts';
import { OwnedElsewhereError, StaleEpochError, type Store } from './types.ts';

/** Spells "WIND": versions before the lease locked this number in their session. */
const earlierLockId = 0x57494e44;

eachDatabase('the ownership of the engine', (database) => {
  const children: StoreChild[] = [];
  afterEach(async () => {
    for (const child of children.splice(0)) await child.kill();
  });
  const ownInAnotherProcess = async () => {
    const child = await startStoreChild('own', database.place());
    children.push(child);
    return child;
  };

  it('is refused while another process has it, and free once that is killed', async () => {
    const store = await database.open();
    const other = await ownInAnotherProcess();
    expect(other.said).toBe('owned 1');
    await expect(store.own()).rejects.toBeInstanceOf(OwnedElsewhereError);
    await other.kill();
    const ownership = await store.own();
    expect(ownership.epoch).toBe(2);
    expect((await ownInAnotherProcess()).said).toBe('OwnedElsewhereError');
  });

  it('is refused to a second store of the same process', async () => {
    const [first, second] = [await database.open(), await database.open()];
    await first.own();
    await expect(second.own()).rejects.toThrow('Another Windlass process is running on');
  });

  it('passes on with a later epoch when it is released or its store is closed', async () => {
    const [first, second] = [await database.open(), await database.open()];
    const one = await first.own();
    await one.release();
    await one.release();
    const two = await second.own();
    await second.close();
    const three = await first.own();
    expect([one.epoch, two.epoch, three.epoch]).toEqual([1, 2, 3]);
    expect(one.lost.aborted || two.lost.aborted || three.lost.aborted).toBe(false);
  });
});

/** A renewal comes once a second: the server waits between two looks, for five seconds in all. */
async function renewalBlocked({ db }: Store): Promise<void> {
  for (let looks = 0; looks < 100; looks += 1) {
    if ((await blockedSessions(db)) > 0) return;
    await sql`select pg_sleep(0.05)`.execute(db);
  }
  throw new Error('No renewal came to wait for the row.');
}

describe('the ownership of a PostgreSQL engine', () => {
  const database = databasePerTest('postgres');

  it('outlives its connection, in the same epoch', async () => {
    const store = await database.open();
    const ownership = await store.own();
    const sent = await store.db.transaction().execute(async (trx) => {
      // Holding the row keeps the renewal from coming through until its connection is gone.
      await sql`select 1 from engine_lease where id = 1 for update`.execute(trx);
      await renewalBlocked(store);
      return sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(store.db);
    });
    expect(sent.rows).toHaveLength(1);
    await ownership.whenValid(2_500, new AbortController().signal);
    expect(ownership.lost.aborted).toBe(false);
    await store.write.saveState(ownership.epoch, 'market', 'as before');
  });

  it('is lost to whoever finds it given up, and late states of the loser are refused', async () => {
    const store = await database.open();
    const ownership = await store.own();
    await sql`update engine_lease set is_given_up = 1`.execute(store.db);
    const heir = await (await database.open()).own();
    expect(heir.epoch).toBe(ownership.epoch + 1);
    const late = store.write.saveState(ownership.epoch, 'market', 'late');
    await expect(late).rejects.toBeInstanceOf(StaleEpochError);
    // The refusal tells at once, without waiting for the next renewal.
    expect(ownership.lost.aborted).toBe(true);
    expect(ownership.validForMs()).toBe(0);
  });

  it('is not taken from an earlier version, which holds a lock of its session', async () => {
    const store = await database.open();
    const client = new pg.Client(connectionSettings(database.place().databaseUrl ?? ''));
    await client.connect();
    await client.query('select pg_advisory_lock($1)', [earlierLockId]);
    const waiting = Promise.withResolvers<string>();
    const owning = store.own({ waiting: waiting.resolve });
    expect(await waiting.promise).toBe('an earlier version');
    await client.end();
    expect((await owning).epoch).toBe(1);
  });

  it('cannot pass on between the check of an epoch and the write that it allows', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    // 1. A takeover has raised the epoch but is not committed.
    const gate = Promise.withResolvers<void>();
    const raised = Promise.withResolvers<void>();
    const other = await database.open();
    const takeover = other.db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('engine')
        .set({ epoch: epoch + 1 })
        .execute();
      raised.resolve();
      await gate.promise;
    });
    await raised.promise;
    // 2. The old owner's save waits for it instead of slipping in before.
    const save = store.write.saveState(epoch, 'market', 'late');
    save.catch(() => undefined);
    await waitUntilBlocked(store.db);
    gate.resolve();
    await takeover;
    await expect(save).rejects.toBeInstanceOf(StaleEpochError);
  });
});

describe('the ownership of a store in memory', () => {
  it('is always given', async () => {
    const open = () => openStore({ dataDir: ':memory:', logger: silentLogger });
    const stores = [await open(), await open()];
    const epochs = await Promise.all(stores.map(async (store) => (await store.own()).epoch));
    expect(epochs).toEqual([1, 1]);
    await Promise.all(stores.map((store) => store.close()));
  });
});
