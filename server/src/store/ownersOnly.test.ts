import { expect, it } from 'vitest';
import { eachDatabase } from '../../test/support/databases/databases.ts';
import { toAppError } from '../kit/errors.ts';
import { toAuditRow, toKeyRow } from './rows.ts';
import { type Ownership, StaleEpochError, type Store } from './types.ts';

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

const key = toKeyRow({
  id: 'key-1',
  name: 'one',
  keyHash: 'a-hash',
  roles: ['reader'],
  paths: [],
  exchangeAccountIds: undefined,
  createdAtMs: 1,
  expiresAtMs: undefined,
  owner: 'test',
});

const portfolio = (id: string) => ({
  id,
  name: id,
  created_at_ms: 1,
  updated_at_ms: 1,
});

eachDatabase('a process whose engine another has taken', (database) => {
  /** The other has begun its epoch, and the one of before has not noticed yet. */
  const deposed = async (): Promise<{ store: Store; ownership: Ownership }> => {
    const store = await database.open();
    const ownership = await store.own();
    await store.db.insertInto('portfolios').values(portfolio('before')).execute();
    const other = await database.open();
    await other.db.updateTable('engine').set({ epoch: 7 }).execute();
    return { store, ownership };
  };
  const names = async ({ db }: Store) =>
    (await db.selectFrom('portfolios').select('id').orderBy('id').execute()).map(({ id }) => id);

  it('changes nothing by a statement, and learns that it was deposed', async () => {
    const { store, ownership } = await deposed();
    const written = store.db.insertInto('portfolios').values(portfolio('after')).execute();
    await expect(written).rejects.toBeInstanceOf(StaleEpochError);
    expect(await names(store)).toEqual(['before']);
    expect(ownership.lost.aborted).toBe(true);
    const changed = store.db.updateTable('portfolios').set({ name: 'other' }).execute();
    await expect(changed).rejects.toBeInstanceOf(StaleEpochError);
    await expect(store.db.deleteFrom('portfolios').execute()).rejects.toThrow(StaleEpochError);
    expect(await names(store)).toEqual(['before']);
  });

  it('changes nothing by a transaction', async () => {
    const { store, ownership } = await deposed();
    const written = store.db.transaction().execute(async (trx) => {
      await trx.insertInto('portfolios').values(portfolio('after')).execute();
      await trx.deleteFrom('portfolios').where('id', '=', 'before').execute();
      return 'done';
    });
    await expect(written).rejects.toMatchObject({ held: 1, current: 7 });
    expect(await names(store)).toEqual(['before']);
    expect(ownership.lost.aborted).toBe(true);
  });

  it('makes no key, revokes none, and writes no line and no setting', async () => {
    const { store } = await deposed();
    const { write } = store;
    const writes = [
      write.createKey(key, entry),
      write.revokeKey('key-0', 1, entry),
      write.appendAudit(entry),
      write.settleSetting('a-setting', 'value'),
    ];
    for (const written of await Promise.allSettled<unknown>(writes)) {
      expect(written).toMatchObject({ reason: expect.any(StaleEpochError) });
    }
    for (const table of ['api_keys', 'audit_log', 'settings'] as const) {
      const rows = await store.db.selectFrom(table).selectAll().execute();
      expect([table, rows]).toEqual([table, []]);
    }
  });

  it('reads on, in a transaction too', async () => {
    const { store, ownership } = await deposed();
    const read = await store.db.transaction().execute((trx) => names({ ...store, db: trx }));
    expect(read).toEqual(['before']);
    expect(ownership.lost.aborted).toBe(false);
  });

  it('tells its caller that nothing was changed, and that this process ends', async () => {
    const { store } = await deposed();
    const error = await store.db.deleteFrom('portfolios').execute().catch(toAppError);
    expect(error).toMatchObject({
      code: 'SHUTTING_DOWN',
      status: 503,
      message: 'Another process has taken the engine over. Nothing was changed: try again.',
    });
  });
});

eachDatabase('a process that owns the engine', (database) => {
  it('undoes a transaction that fails, and goes on', async () => {
    const store = await database.open();
    await store.own();
    const failed = store.db.transaction().execute(async (trx) => {
      await trx.insertInto('portfolios').values(portfolio('one')).execute();
      throw new Error('on purpose');
    });
    await expect(failed).rejects.toThrow('on purpose');
    await store.db.insertInto('portfolios').values(portfolio('two')).execute();
    const again = store.db.insertInto('portfolios').values(portfolio('two')).execute();
    await expect(again).rejects.toThrow(/duplicate key|UNIQUE/);
    await store.write.appendAudit(entry);
    const rows = await store.db.selectFrom('portfolios').select('id').execute();
    expect(rows).toEqual([{ id: 'two' }]);
    expect(await store.write.settleSetting('a-setting', 'value')).toBe('value');
    expect(await store.write.settleSetting('a-setting', 'other')).toBe('value');
  });
});
