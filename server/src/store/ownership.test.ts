import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { type StoreChild, startStoreChild } from '../../test/support/childProcess.ts';
import { databasePerTest, eachDatabase, waitUntilBlocked } from '../../test/support/databases.ts';
import { silentLogger } from '../kit/logger.ts';
import { openStore } from './index.ts';
import { OwnedElsewhereError, StaleEpochError } from './types.ts';

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

describe('the ownership of a PostgreSQL engine', () => {
  const database = databasePerTest('postgres');

  it('is lost with its connection, and late states of the loser are refused', async () => {
    const store = await database.open();
    const ownership = await store.own();
    const lost = new Promise<void>((resolve) =>
      ownership.lost.addEventListener('abort', () => resolve()),
    );
    // Of this database alone: others of the server migrate meanwhile, under locks of their own.
    await sql`
      select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`.execute(
      store.db,
    );
    await lost;
    const heir = await (await database.open()).own();
    expect(heir.epoch).toBe(ownership.epoch + 1);
    const late = store.write.saveState(ownership.epoch, 'market', 'late');
    await expect(late).rejects.toBeInstanceOf(StaleEpochError);
    await ownership.release();
  });

  it('cannot pass on between the check of an epoch and the write that it allows', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    // 1. A takeover has raised the epoch but is not committed.
    const gate = Promise.withResolvers<void>();
    const raised = Promise.withResolvers<void>();
    const takeover = store.db.transaction().execute(async (transaction) => {
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
