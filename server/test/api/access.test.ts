import { accessEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, createTestApp, type TestApp } from '../support/app/testApp.ts';
import { createOrdersApp } from '../support/orders/app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

const keysPath = accessEndpoints.createKey.path;
const stats = '/order-execution/orderbook/stats';
const create = (body: object, key = adminKey) =>
  test.call({ method: 'POST', url: keysPath, body, key });
const viewer = { name: 'desk', roles: ['viewer'], paths: ['/**'] };

describe('keys', () => {
  it('are shown once, work, and are listed without their text', async () => {
    const made = await create({ ...viewer, exchange_account_ids: ['paper-binance'] });
    expect(made.status).toBe(201);
    const { key, ...record } = made.json.data;
    expect(made.json).toMatchObject({
      isError: false,
      statusCode: 201,
      message: 'API key created successfully',
    });
    expect(key).toMatch(/^ak_[\w-]{43}$/);
    expect(record).toMatchObject({
      name: 'desk',
      roles: ['viewer'],
      paths: ['/**'],
      exchange_account_ids: ['paper-binance'],
      expires_at: null,
      revoked_at: null,
    });
    expect((await test.call({ url: stats, key })).status).toBe(200);
    const list = await test.call({ url: accessEndpoints.listKeys.path });
    expect(list.json.data.keys).toContainEqual(record);
    expect(list.text).not.toContain(key);
  });

  it('stop working at once when revoked', async () => {
    const { key, id } = (await create(viewer)).json.data;
    expect((await test.call({ url: stats, key })).status).toBe(200);
    const path = accessEndpoints.revokeKey.path.replace(':id', id);
    const revoked = await test.call({ method: 'DELETE', url: path });
    expect(revoked.json.data).toMatchObject({ id, revoked_at: expect.any(String) });
    expect((await test.call({ url: stats, key })).status).toBe(401);
    expect((await test.call({ method: 'DELETE', url: path })).status).toBe(409);
    const unknown = await test.call({ method: 'DELETE', url: '/admin/keys/nobody' });
    expect(unknown.status).toBe(404);
    expect(unknown.json.data.error).toBe('KEY_NOT_FOUND');
  });

  it('stop working when they expire', async () => {
    const expiresAt = new Date(test.clock.now() + 60_000).toISOString();
    const { key } = (await create({ ...viewer, expires_at: expiresAt })).json.data;
    expect((await test.call({ url: stats, key })).status).toBe(200);
    await test.clock.advance(60_000);
    expect((await test.call({ url: stats, key })).status).toBe(401);
  });

  it('reach the paths they name and no other', async () => {
    const { key } = (await create({ ...viewer, paths: ['/data/**'] })).json.data;
    for (const url of [stats, `/data/../${stats.slice(1)}`, `/data/%2e%2e${stats}`]) {
      expect((await test.call({ url, key })).status).not.toBe(200);
    }
    const refused = await test.call({ url: stats, key });
    expect(refused.status).toBe(403);
    expect(refused.json).toEqual({
      isError: true,
      message: 'Forbidden - Insufficient permissions.',
      statusCode: 403,
      data: { error: 'FORBIDDEN' },
    });
    const vault = await test.call({ url: '/api', key });
    expect([vault.status, vault.json]).toEqual([
      403,
      { success: false, message: 'Forbidden - Insufficient permissions.' },
    ]);
  });

  it.each([
    ['viewer', [200, 200, 403]],
    ['vault_manager', [403, 200, 403]],
    ['trader', [200, 200, 403]],
    ['admin', [200, 200, 200]],
  ])('of role %s may read, subscribe and administrate as they should', async (role, expected) => {
    const { key } = (await create({ ...viewer, roles: [role] })).json.data;
    const subscribe = {
      method: 'POST' as const,
      url: '/order-execution/orderbook/subscribe',
      body: { symbols: ['ETH/USDT'], venues: ['kraken'] },
    };
    const answers = [
      await test.call({ url: stats, key }),
      await test.call({ ...subscribe, key }),
      await test.call({ url: keysPath, key }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(expected);
  });

  it('grant nothing they do not have', async () => {
    const expiresAt = new Date(test.clock.now() + 3_600_000).toISOString();
    const narrow = {
      name: 'narrow',
      roles: ['admin'],
      paths: ['/admin/keys', '/data/**'],
      expires_at: expiresAt,
    };
    const { key } = (await create(narrow)).json.data;
    const own = { ...narrow, exchange_account_ids: ['one'] };
    const beyond = [
      { ...own, paths: ['/**'] },
      { ...own, expires_at: undefined },
    ];
    for (const wanted of beyond) {
      const answer = await create(wanted, key);
      expect(answer.status).toBe(403);
      expect(answer.json.message).toMatch(
        /^Forbidden - a key cannot grant what it does not have: /,
      );
    }
    expect((await create(own, key)).status).toBe(201);
  });

  it('that are configured cannot be revoked, so that the service starts again', async () => {
    // The key that the tests use is the configured one.
    const { keys } = (await test.call({ url: keysPath })).json.data;
    const configured = keys.find(({ name }: { name: string }) => name === 'configured admin');
    expect((await create({ name: 'other', roles: ['admin'], paths: ['/**'] })).status).toBe(201);
    const answer = await test.call({ method: 'DELETE', url: `${keysPath}/${configured.id}` });
    expect([answer.status, answer.json.message]).toEqual([
      409,
      expect.stringMatching(/^This is the key of WINDLASS_ADMIN_KEY, /),
    ]);
    expect((await test.call({ url: keysPath })).status).toBe(200);
  });

  it('leave the last admin key in place', async () => {
    const alone = await createTestApp();
    const [only] = (await alone.call({ url: keysPath })).json.data.keys;
    const answer = await alone.call({ method: 'DELETE', url: `/admin/keys/${only.id}` });
    expect(answer.status).toBe(409);
    expect((await alone.call({ url: keysPath })).status).toBe(200);
    await alone.stop();
  });

  it.each([
    [{}, ['name', 'roles', 'paths']],
    [{ ...viewer, name: '  ' }, ['name']],
    [{ ...viewer, roles: ['king'] }, ['roles.0']],
    [{ ...viewer, roles: [] }, ['roles']],
    [{ ...viewer, paths: ['data'] }, ['paths.0']],
    [{ ...viewer, expires_at: 'tomorrow' }, ['expires_at']],
    [{ ...viewer, expires_at: '2001-01-01T00:00:00Z' }, ['expires_at']],
    [{ ...viewer, exchange_account_ids: 'all' }, ['exchange_account_ids']],
    [{ ...viewer, expiresAt: '2999-01-01T00:00:00Z' }, ['expiresAt']],
  ])('are refused when made of %o', async (body, fields) => {
    const answer = await create(body);
    expect(answer.status).toBe(400);
    const named = answer.json.data.errors.map(({ field }: { field: string }) => field);
    expect(named).toEqual(fields);
  });
});

describe('a body of many unknown fields', () => {
  it('is refused in few words', async () => {
    const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`field${n}`, n]));
    const answer = await create({ ...viewer, ...fields, ['long'.repeat(50_000)]: 1 });
    expect(answer.status).toBe(400);
    expect(answer.json.data.errors.length).toBeLessThanOrEqual(50);
    expect(answer.text.length).toBeLessThan(10_000);
  });
});

describe('audit log', () => {
  it('tells who did what, newest first, without secrets', async () => {
    const made = await test.call({
      method: 'POST',
      url: keysPath,
      body: { ...viewer, name: 'audited' },
      headers: { 'x-request-id': 'audit-test' },
    });
    const { id, key } = made.json.data;
    await test.call({ method: 'DELETE', url: `/admin/keys/${id}` });
    const log = await test.call({ url: `${accessEndpoints.listAudit.path}?size=2` });
    expect(log.json.data).toMatchObject({ page: 0, size: 2 });
    expect(log.json.data.entries).toMatchObject([
      { action: 'key.revoked', subject: id, actor_id: expect.any(String) },
      { action: 'key.created', subject: id, request_id: 'audit-test', before: null },
    ]);
    expect(log.text).not.toContain(key);
    const all = await test.call({ url: '/admin/audit?action=key.revoked&page=0&size=500' });
    const actions = all.json.data.entries.map(({ action }: { action: string }) => action);
    expect(new Set(actions)).toEqual(new Set(['key.revoked']));
    expect(all.json.data.total).toBe(actions.length);
  });

  it.each(['page=-1', 'page=1e1', 'size=0', 'size=501', 'size=0x10', 'page=x'])(
    'refuses %s',
    async (query) => {
      const answer = await test.call({ url: `/admin/audit?${query}` });
      expect(answer.status).toBe(400);
    },
  );
});

it('a path is what the router makes of it: a semicolon ends none', async () => {
  const app = await createOrdersApp();
  const post = (url: string, body: object, key = adminKey) =>
    app.ask({ method: 'POST', url, key, body });
  const base = '/order-execution/algorithms';
  const started = await post(`${base}/start`, {
    algorithm_type: 'twap',
    symbol: 'BTC/USDT',
    side: 'buy',
    quantity: 1,
    exchange_account_ids: ['paper-binance'],
    client_algorithm_id: 'one;',
    params: { duration_seconds: 600, interval_seconds: 60 },
  });
  expect(started.status).toBe(200);
  const body = { name: 'reads one', roles: ['trader'], paths: [`${base}/*`] };
  const { key } = (await post(keysPath, body)).json.data;
  expect((await app.ask({ url: `${base}/one;`, key })).status).toBe(200);
  for (const url of [`${base}/one;/cancel`, `${base}/one%3B/cancel`]) {
    expect((await post(url, {}, key)).status).toBe(403);
  }
  await app.stop();
});
