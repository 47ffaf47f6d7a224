import type { Role } from '@windlass/contract';
import { expect, it } from 'vitest';
import { startStoreChild } from '../../test/support/databases/childProcess.ts';
import { eachDatabase } from '../../test/support/databases/databases.ts';
import { createManualClock } from '../../test/support/manualClock.ts';
import { silentLogger } from '../../test/support/silentLogger.ts';
import { createIds } from '../kit/ids.ts';
import { createSeededRandom } from '../kit/random.ts';
import type { Store } from '../store/types.ts';
import { createKeys } from './keys.ts';

const actor = { id: 'k0', name: 'boss', requestId: 'r1' };

function requestOf(changes: { name?: string; roles?: Role[]; expiresAtMs?: number } = {}) {
  const defaults = { name: 'desk', roles: ['trader'] satisfies Role[], paths: ['/data/**'] };
  return { ...defaults, ...changes };
}

const admin = { name: 'admin', roles: ['admin'] satisfies Role[], paths: ['/**'] };

/** Returns the store, with its queries counted: each begins by calling one of these builders. */
function counted(store: Store): { store: Store; queries: () => number } {
  let queries = 0;
  const db = new Proxy(store.db, {
    get(target, name) {
      if (name === 'selectFrom') queries += 1;
      const member: unknown = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
  return { store: { ...store, db }, queries: () => queries };
}

function keysOn(store: Store, seed = 'keys') {
  const clock = createManualClock();
  const ids = createIds(createSeededRandom(seed));
  return { clock, keys: createKeys({ store, clock, ids, logger: silentLogger }) };
}

eachDatabase('keys', (database) => {
  const open = async () => {
    const { store, queries } = counted(await database.open());
    return { store, queries, ...keysOn(store) };
  };

  const auditOf = async (store: Store) => {
    const lines = store.db.selectFrom('audit_log').selectAll().orderBy('id');
    return lines.execute();
  };

  it('are known by their text, which is stored nowhere', async () => {
    const { keys, store } = await open();
    const request = { ...requestOf(), exchangeAccountIds: ['paper-okx'] };
    const { record, key } = await keys.create(request, actor);
    expect(key).toMatch(/^ak_[\w-]{43}$/);
    expect(await keys.authenticate(key)).toEqual({
      id: record.id,
      name: 'desk',
      roles: ['trader'],
      paths: ['/data/**'],
      exchangeAccountIds: ['paper-okx'],
      owner: record.id,
    });
    const rows = await store.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(3));
    const audit = JSON.stringify(await auditOf(store));
    expect(audit).not.toContain(key.slice(3));
    expect(audit).not.toContain(rows[0]?.key_hash);
  });

  it('are audited when they are made and revoked', async () => {
    const { keys, store, clock } = await open();
    const { record } = await keys.create(requestOf(), actor);
    await clock.advance(10);
    const revoked = await keys.revoke(record.id, actor);
    expect(revoked).toEqual({ ...record, revokedAtMs: record.createdAtMs + 10 });
    const by = { actor_id: 'k0', actor_name: 'boss', request_id: 'r1', subject: record.id };
    const [made, gone] = await auditOf(store);
    expect(made).toMatchObject({ ...by, action: 'key.created', before_json: null });
    expect(JSON.parse(made?.after_json ?? '')).toMatchObject({ name: 'desk', roles: ['trader'] });
    expect(gone).toMatchObject({ ...by, action: 'key.revoked', at_ms: record.createdAtMs + 10 });
    expect(JSON.parse(gone?.before_json ?? '')).not.toHaveProperty('revokedAtMs');
    expect(JSON.parse(gone?.after_json ?? '')).toHaveProperty('revokedAtMs');
  });

  it('are listed newest first, ties by id', async () => {
    const { keys, clock } = await open();
    const make = async (name: string) => (await keys.create(requestOf({ name }), actor)).record;
    const tied = [await make('a'), await make('b'), await make('c')];
    await clock.advance(1);
    const newest = await make('d');
    const tiedIds = tied.map(({ id }) => id).sort();
    expect((await keys.list()).map(({ id }) => id)).toEqual([newest.id, ...tiedIds]);
  });

  it.each([
    '',
    'ak_',
    'ak_short',
    'bearer',
    `xk_${'a'.repeat(43)}`,
    `ak_${'a'.repeat(400)}`,
    `ak_${'a'.repeat(30)}\n`,
    `ak_${'ä'.repeat(43)}`,
  ])('of the impossible text %j are refused without a question', async (text) => {
    const { keys, queries } = await open();
    expect(await keys.authenticate(text)).toBeUndefined();
    expect(queries()).toBe(0);
  });

  it('are asked for once, whoever asks, until five seconds have passed', async () => {
    const { keys, clock, queries } = await open();
    const { key } = await keys.create(requestOf(), actor);
    const guess = `ak_${'x'.repeat(43)}`;
    for (const text of [key, guess]) {
      const before = queries();
      const answers = await Promise.all(Array.from({ length: 50 }, () => keys.authenticate(text)));
      expect(new Set(answers.map((answer) => answer?.name))).toEqual(
        new Set([text === key ? 'desk' : undefined]),
      );
      await clock.advance(2_000);
      await keys.authenticate(text);
      expect(queries() - before).toBe(1);
    }
    const before = queries();
    await clock.advance(5_000);
    await keys.authenticate(key);
    expect(queries() - before).toBe(1);
  });

  it('stop working at the moment they expire', async () => {
    const { keys, clock } = await open();
    const expiresAtMs = clock.now() + 1_000;
    const { key } = await keys.create(requestOf({ expiresAtMs }), actor);
    await clock.advance(999);
    expect(await keys.authenticate(key)).toBeDefined();
    await clock.advance(1);
    expect(await keys.authenticate(key)).toBeUndefined();
  });

  it('stop working at once when revoked here, even while a lookup is under way', async () => {
    const { keys } = await open();
    const { key, record } = await keys.create(requestOf(), actor);
    await keys.authenticate(key);
    const revocation = keys.revoke(record.id, actor);
    const meanwhile = keys.authenticate(key);
    await revocation;
    expect(await keys.authenticate(key)).toBeUndefined();
    await meanwhile;
    expect(await keys.authenticate(key)).toBeUndefined();
  });

  it('stop working within five seconds when another process revokes them', async () => {
    const { keys, clock } = await open();
    const { key, record } = await keys.create(requestOf(), actor);
    await keys.authenticate(key);
    await keysOn(await database.open(), 'other').keys.revoke(record.id, actor);
    await clock.advance(5_000);
    expect(await keys.authenticate(key)).toBeUndefined();
  });

  it('cannot be revoked twice, nor when they do not exist', async () => {
    const { keys } = await open();
    const { record } = await keys.create(requestOf(), actor);
    await keys.revoke(record.id, actor);
    await expect(keys.revoke(record.id, actor)).rejects.toMatchObject({ code: 'CONFLICT' });
    for (const id of ['nobody', '', 'nul\0', "'"]) {
      await expect(keys.revoke(id, actor)).rejects.toMatchObject({ code: 'KEY_NOT_FOUND' });
    }
  });

  it('leave one that can make others, even when two revoke each other', async () => {
    const { keys, clock } = await open();
    const one = (await keys.create(admin, actor)).record;
    const two = (await keys.create(admin, actor)).record;
    // None of these can create a key, so none counts.
    await keys.create({ ...admin, paths: ['/data/**'] }, actor);
    await keys.create({ ...admin, expiresAtMs: clock.now() + 1 }, actor);
    await keys.create(requestOf(), actor);
    await clock.advance(1);
    const settled = await Promise.allSettled([
      keys.revoke(one.id, actor),
      keys.revoke(two.id, actor),
    ]);
    expect(settled).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'CONFLICT', message: /last usable admin key/ } },
    ]);
    await keys.create(admin, actor);
    await keys.revoke(two.id, actor);
  });

  it.each([
    ['name', { ...requestOf(), name: 'nul\0' }],
    ['paths', { ...requestOf(), paths: ['/data/**', '/(a+)+'] }],
    ['expires_at', { ...requestOf(), expiresAtMs: 1 }],
  ])('are refused with a nonsensical %s', async (field, request) => {
    const { keys } = await open();
    const refused = keys.create(request, actor);
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(refused).rejects.toThrow(field);
    expect(await keys.list()).toEqual([]);
  });

  it('include one admin key after the first start, and the start says it once', async () => {
    const { keys } = await open();
    const { created } = await keys.ensureAdminKey();
    expect(await keys.authenticate(created ?? '')).toMatchObject({
      roles: ['admin'],
      paths: ['/**'],
    });
    expect(await keys.ensureAdminKey()).toEqual({});
    expect(await keys.list()).toHaveLength(1);
  });

  it('keep the first admin key before it exists, so that a crash cannot lose it', async () => {
    const { keys } = await open();
    const keep = async (text: string) => {
      expect(text).toMatch(/^ak_/);
      expect(await keys.list()).toEqual([]);
      throw new Error('disk full');
    };
    await expect(keys.ensureAdminKey({ keep })).rejects.toThrow('disk full');
    expect(await keys.list()).toEqual([]);
  });

  it('include a new admin key when the only one has expired', async () => {
    const { keys, clock } = await open();
    await keys.create({ ...admin, expiresAtMs: clock.now() + 1 }, actor);
    expect(await keys.ensureAdminKey()).toEqual({});
    await clock.advance(1);
    expect(await keys.ensureAdminKey()).toEqual({ created: expect.stringMatching(/^ak_/) });
  });

  it('include the configured one, made once', async () => {
    const { keys, store } = await open();
    const configured = 'ak_configured.by/hand+0123456789';
    expect(await keys.ensureAdminKey({ configured })).toEqual({});
    expect(await keys.ensureAdminKey({ configured })).toEqual({});
    expect(await keys.authenticate(configured)).toMatchObject({ roles: ['admin'], paths: ['/**'] });
    expect(await keys.list()).toHaveLength(1);
    expect(await auditOf(store)).toMatchObject([{ actor_id: 'system', action: 'key.created' }]);
  });

  it('stop the start when the configured one cannot be an admin key', async () => {
    const { keys, clock } = await open();
    const trader = await keys.create(requestOf(), actor);
    const shortLived = await keys.create({ ...admin, expiresAtMs: clock.now() + 1 }, actor);
    const revoked = await keys.create(requestOf(), actor);
    await keys.revoke(revoked.record.id, actor);
    await clock.advance(1);
    const ensure = (configured: string) => expect(keys.ensureAdminKey({ configured })).rejects;
    await ensure(trader.key).toThrow(/WINDLASS_ADMIN_KEY is key .* not an admin key on/);
    await ensure(shortLived.key).toThrow('The key of WINDLASS_ADMIN_KEY has expired.');
    await ensure(revoked.key).toThrow('The key of WINDLASS_ADMIN_KEY was revoked.');
    await ensure('ak_with a space 0123456789').toThrow('printable');
  });

  it('survive the process that made them being killed at once', async () => {
    const child = await startStoreChild('createKey', database.place());
    await child.kill();
    const { keys, store } = await open();
    expect(await keys.authenticate(child.said)).toMatchObject({ name: 'survivor' });
    const [key] = await keys.list();
    expect(await auditOf(store)).toMatchObject([{ action: 'key.created', subject: key?.id }]);
  });
});
