import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startStoreChild } from '../../test/support/databases/childProcess.ts';
import { eachDatabase } from '../../test/support/databases/databases.ts';
import { StoreError } from '../kit/errors.ts';
import { type AuditRow, type KeyRow, type NewKey, toAuditRow, toKeyRow } from './rows.ts';
import { StaleEpochError, type Store } from './types.ts';

function newKey(changes: Partial<NewKey> = {}): KeyRow {
  return toKeyRow({
    id: 'key-1',
    name: 'desk',
    keyHash: 'a'.repeat(64),
    roles: ['viewer'],
    paths: ['/**'],
    exchangeAccountIds: undefined,
    owner: 'main',
    createdAtMs: 1_700_000_000_000,
    expiresAtMs: undefined,
    ...changes,
  });
}

function auditOf(subject: string, action = 'key.created'): AuditRow {
  return toAuditRow({
    atMs: 1_700_000_000_001,
    actorId: 'system',
    actorName: 'system',
    action,
    subject,
    before: null,
    after: { name: 'desk', nested: [1, 'zwei', null] },
    requestId: undefined,
  });
}

const keyIds = async (store: Store) => {
  const rows = await store.db.selectFrom('api_keys').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
};

const auditLines = (store: Store) =>
  store.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

eachDatabase('the store', (database) => {
  it('keeps what it holds when it is opened again', async () => {
    const first = await database.open();
    await first.write.createKey(newKey(), auditOf('key-1'));
    const second = await database.open();
    expect(await keyIds(second)).toEqual(['key-1']);
    expect(await second.db.selectFrom('engine').selectAll().execute()).toEqual([
      { id: 1, epoch: 0 },
    ]);
  });

  it('may be opened by two new processes at the same moment', async () => {
    const start = () => startStoreChild('createKey', database.place());
    const children = await Promise.all([start(), start()]);
    for (const child of children) await child.kill();
    expect(await keyIds(await database.open())).toHaveLength(2);
  });

  it('gives times back as the numbers they were', async () => {
    const store = await database.open();
    const expiresAtMs = Number.MAX_SAFE_INTEGER;
    await store.write.createKey(newKey({ expiresAtMs }), auditOf('key-1'));
    const row = await store.db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
    expect(row).toEqual({
      id: 'key-1',
      name: 'desk',
      key_hash: 'a'.repeat(64),
      roles: '["viewer"]',
      paths: '["/**"]',
      exchange_account_ids: null,
      owner: 'main',
      created_at_ms: 1_700_000_000_000,
      expires_at_ms: expiresAtMs,
      revoked_at_ms: null,
    });
  });

  it('stores a key and its audit line together or not at all', async () => {
    const store = await database.open();
    await store.write.createKey(newKey(), auditOf('key-1'));
    const sameHash = store.write.createKey(newKey({ id: 'key-2' }), auditOf('key-2'));
    await expect(sameHash).rejects.toThrow(/unique/i);
    const sameId = store.write.createKey(newKey({ keyHash: 'b' }), auditOf('key-1'));
    await expect(sameId).rejects.toThrow(/unique/i);
    expect(await auditLines(store)).toMatchObject([
      { subject: 'key-1', after_json: '{"name":"desk","nested":[1,"zwei",null]}' },
    ]);
  });

  it('revokes a key once, and writes one audit line for it', async () => {
    const store = await database.open();
    await store.write.createKey(newKey(), auditOf('key-1'));
    const revoke = (id: string) => store.write.revokeKey(id, 77, auditOf(id, 'key.revoked'));
    const calls = [revoke('key-1'), revoke('key-1'), revoke('key-0')];
    const [first, second, unknown] = await Promise.all(calls);
    // On PostgreSQL they run on connections of their own: either may be the one.
    expect([first, second].sort()).toEqual([false, true]);
    expect(unknown).toBe(false);
    const row = await store.db.selectFrom('api_keys').selectAll().executeTakeFirstOrThrow();
    expect(row.revoked_at_ms).toBe(77);
    const actions = (await auditLines(store)).map(({ action }) => action);
    expect(actions).toEqual(['key.created', 'key.revoked']);
  });

  it('settles a name once, however many ask at the same moment', async () => {
    const stores = [await database.open(), await database.open()];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => stores[i % 2]?.write.settleSetting('seed', `s${i}`)),
    );
    expect(new Set(answers).size).toBe(1);
  });

  it('refuses states from an owner that was replaced', async () => {
    const store = await database.open();
    const first = await store.own();
    await store.write.saveState(first.epoch, 'market', 'old');
    await first.release();
    const second = await store.own();
    expect(second.epoch).toBe(first.epoch + 1);
    const late = store.write.saveState(first.epoch, 'market', 'late');
    await expect(late).rejects.toBeInstanceOf(StaleEpochError);
    await expect(late).rejects.toThrow('epoch 1, but epoch 2 has begun');
    const unborn = store.write.saveState(9, 'market', 'unborn');
    await expect(unborn).rejects.toBeInstanceOf(StaleEpochError);
    const states = store.db.selectFrom('engine_state').selectAll();
    expect(await states.execute()).toEqual([{ name: 'market', value: 'old', epoch: 1 }]);
    await store.write.saveState(second.epoch, 'market', 'new');
    expect(await states.execute()).toEqual([{ name: 'market', value: 'new', epoch: 2 }]);
  });

  it('lets the last of many saves of one state win', async () => {
    const store = await database.open();
    const { epoch } = await store.own();
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => store.write.saveState(epoch, 'market', `v${i}`)),
    );
    const states = await store.db.selectFrom('engine_state').selectAll().execute();
    expect(states).toMatchObject([{ value: 'v49' }]);
  });

  it('refuses to change or remove an audit line', async () => {
    const store = await database.open();
    await store.write.appendAudit(auditOf('key-1'));
    const change = store.db.updateTable('audit_log').set({ actor_name: 'nobody' });
    await expect(change.execute()).rejects.toThrow('audit_log is append-only');
    const remove = store.db.deleteFrom('audit_log');
    await expect(remove.execute()).rejects.toThrow('audit_log is append-only');
    const wholesale =
      database.dialect === 'postgres'
        ? sql`truncate audit_log`
        : sql`insert or replace into audit_log
            (id, at_ms, actor_id, actor_name, action, subject) values (1, 0, '', '', '', '')`;
    await expect(wholesale.execute(store.db)).rejects.toThrow('audit_log is append-only');
    expect(await auditLines(store)).toMatchObject([{ id: 1, actor_name: 'system' }]);
  });

  it('sorts text byte by byte', async () => {
    const store = await database.open();
    for (const name of ['b', 'a-b', 'B', 'ab', 'ä']) await store.write.settleSetting(name, '');
    const rows = await store.db.selectFrom('settings').select('name').orderBy('name').execute();
    expect(rows.map(({ name }) => name)).toEqual(['B', 'a-b', 'ab', 'b', 'ä']);
  });

  it('settles every accepted write before it closes, and refuses later ones', async () => {
    const store = await database.open();
    const writes = Array.from({ length: 1_000 }, (_, i) =>
      store.write.appendAudit(auditOf(`${i}`)),
    );
    const settled = Promise.allSettled(writes);
    await Promise.all([store.close(), store.close()]);
    expect((await settled).filter(({ status }) => status === 'rejected')).toEqual([]);
    await expect(store.write.appendAudit(auditOf('late'))).rejects.toThrow('The store is closed.');
    expect(await auditLines(await database.open())).toHaveLength(1_000);
  });

  it('refuses a read after it has closed as what it is, a database that cannot be asked', async () => {
    const store = await database.open();
    expect(await auditLines(store)).toEqual([]);
    await store.close();
    await expect(auditLines(store)).rejects.toThrow(StoreError);
  });
});
