import { systemEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, createTestApp, type TestApp, type TestRequest } from '../support/app/testApp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

describe('health and information', () => {
  it.each([systemEndpoints.getHealth.path, systemEndpoints.getApiHealth.path])(
    '%s answers without a key',
    async (url) => {
      await test.clock.advance(1500);
      const answer = await test.call({ url, key: null });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        success: true,
        message: 'Service is healthy',
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        uptime: expect.any(Number),
        environment: 'test',
        role: 'owner',
        reasons: [],
      });
      expect(answer.json.uptime).toBeGreaterThanOrEqual(1.5);
    },
  );

  it('never lets health checks use up a limit', async () => {
    for (let i = 0; i < 150; i += 1) {
      expect((await test.call({ url: '/health', key: null })).status).toBe(200);
    }
  });

  it(`${systemEndpoints.getApiInfo.path} describes the API to a key`, async () => {
    const answer = await test.call({ url: '/api' });
    expect(answer.json).toMatchObject({
      success: true,
      version: '0.0.0-test',
      endpoints: { getHealth: 'GET /health', getBook: 'GET /order-execution/orderbook/book' },
    });
    expect((await test.call({ url: '/api', key: null })).status).toBe(401);
  });
});

describe('documents', () => {
  it('serves OpenAPI 3.1 with every endpoint', async () => {
    const { json } = await test.call({ url: '/openapi.json', key: null });
    expect(json.openapi).toBe('3.1.0');
    expect(Object.keys(json.paths)).toEqual(
      expect.arrayContaining(['/health', '/api', '/admin/keys', '/order-execution/orderbook/book']),
    );
    const book = json.paths['/order-execution/orderbook/book'].get;
    const names = book.parameters.map(({ name }: { name: string }) => name);
    expect(names).toEqual(['symbol', 'venue', 'venues', 'depth']);
    const depth = book.parameters.at(-1);
    expect(depth.schema).toMatchObject({ type: 'integer', minimum: 1, maximum: 100 });
    expect(depth.schema).not.toHaveProperty('anyOf');
    expect(book.security).toEqual([{ tradingKey: [] }]);
    expect(book.operationId).toBe('getBook');
    expect(Object.keys(book.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '403', '404', '429', '500', '503']),
    );
    const revoke = json.paths['/admin/keys/{id}'].delete;
    expect(revoke.responses['409'].description).toBe('CONFLICT');
    expect(JSON.stringify(json)).not.toContain('"$schema"');
  });

  it('renders a page that loads nothing from outside', async () => {
    const page = await test.call({ url: '/docs', key: null });
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).not.toMatch(/https?:\/\//);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const sources = [...page.text.matchAll(/src="([^"]+)"/g)].map(([, source]) => source ?? '');
    expect(sources).toHaveLength(2);
    for (const url of sources) {
      const script = await test.call({ url, key: null });
      expect(script.status).toBe(200);
      expect(script.headers['content-type']).toContain('text/javascript');
    }
  });

  it('gives metrics to an admin or analyst and to nobody else', async () => {
    const metrics = await test.call({ url: '/metrics' });
    expect(metrics.text).toContain('windlass_http_request_duration_seconds_count');
    expect(metrics.text).toContain('nodejs_eventloop_lag_seconds');
    expect((await test.call({ url: '/metrics', key: null })).status).toBe(401);
    const byToken = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await test.call({ url: '/metrics', key: null, headers })).status;
    };
    expect([await byToken(adminKey), await byToken('ak_none')]).toEqual([200, 401]);
    const roles = async (names: string[]) => {
      const body = { name: names.join(), roles: names, paths: ['/**'] };
      const made = await test.call({ method: 'POST', url: '/admin/keys', body });
      return (await test.call({ url: '/metrics', key: made.json.data.key })).status;
    };
    expect([await roles(['analyst']), await roles(['trader', 'viewer'])]).toEqual([200, 403]);
  });
});

describe('what is wrong in any service', () => {
  const vault401 = { success: false, message: 'Unauthorized - Invalid or missing API key.' };
  const trading401 = {
    isError: true,
    message: 'Unauthorized - Invalid or missing API key.',
    statusCode: 401,
    data: { error: 'UNAUTHORIZED' },
  };
  const subscriptions = '/order-execution/orderbook/subscriptions';

  it.each<[string, TestRequest, object]>([
    ['no key on the vault API', { url: '/api', key: null }, vault401],
    ['a wrong key on the vault API', { url: '/api', key: 'ak_wrong' }, vault401],
    ['no key on the trading API', { url: subscriptions, key: null }, trading401],
    ['a wrong key on the trading API', { url: subscriptions, key: 'ak_wrong' }, trading401],
    ['a huge key', { url: subscriptions, key: 'k'.repeat(8000) }, trading401],
    [
      "the other service's header",
      {
        url: subscriptions,
        key: null,
        headers: { authorization: 'Bearer ak_test-admin-key-0123456789' },
      },
      trading401,
    ],
  ])('answers 401 to %s', async (_name, request, body) => {
    const answer = await test.call(request);
    expect(answer.status).toBe(401);
    expect(answer.json).toEqual(body);
  });

  it.each<[string, TestRequest, number, string, 'vault' | 'trading']>([
    [
      'an unknown vault path',
      { url: '/api/nothing' },
      404,
      'No such endpoint: GET /api/nothing',
      'vault',
    ],
    ['an unknown path below health', { url: '/health/x' }, 404, 'No such endpoint', 'vault'],
    ['an unknown trading path', { url: '/order-execution/x' }, 404, 'No such endpoint', 'trading'],
    ['an unknown admin path', { url: '/admin/x' }, 404, 'No such endpoint', 'trading'],
    ['a path of no service', { url: '/wp-login.php' }, 404, 'No such endpoint', 'trading'],
    [
      'a name that only begins like a service',
      { url: '/apixyz' },
      404,
      'No such endpoint',
      'trading',
    ],
    [
      'a wrong method',
      { method: 'DELETE', url: '/admin/keys' },
      405,
      'answers POST, GET, not DELETE',
      'trading',
    ],
    [
      'a wrong method on the vault API',
      { method: 'POST', url: '/api', body: {} },
      405,
      'answers GET',
      'vault',
    ],
    ['a broken escape', { url: '/api/%zz' }, 400, 'cannot be understood', 'vault'],
    ['a broken escape in trading', { url: '/admin/%zz' }, 400, 'cannot be understood', 'trading'],
    [
      'a body that is no JSON',
      { method: 'POST', url: '/admin/keys', body: '{"name":' },
      400,
      'not valid JSON',
      'trading',
    ],
    [
      'a poisoned body',
      { method: 'POST', url: '/admin/keys', body: '{"__proto__":{"x":1}}' },
      400,
      'not valid JSON',
      'trading',
    ],
    [
      'a body nested thousands deep',
      {
        method: 'POST',
        url: '/admin/keys',
        body: `{"name":${'['.repeat(8000)}${']'.repeat(8000)}}`,
      },
      400,
      'name is required',
      'trading',
    ],
    [
      'a body of 10 MB',
      { method: 'POST', url: '/admin/keys', body: `"${'x'.repeat(10_000_000)}"` },
      413,
      'too large',
      'trading',
    ],
    [
      'a form',
      {
        method: 'POST',
        url: '/admin/keys',
        body: 'a=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      415,
      'application/json',
      'trading',
    ],
  ])(
    'answers %s clearly, in the right envelope',
    async (_name, request, status, message, service) => {
      const answer = await test.call(request);
      expect(answer.status).toBe(status);
      expect(answer.json.message).toContain(message);
      const shape =
        service === 'vault' ? { success: false } : { isError: true, statusCode: status };
      expect(answer.json).toMatchObject(shape);
      expect(answer.text).not.toMatch(/\bat .*\.ts:\d+/);
    },
  );

  it('lists the methods of a path in Allow', async () => {
    const answer = await test.call({ method: 'PUT', url: '/admin/keys', body: {} });
    expect(answer.headers.allow).toBe('POST, GET');
  });
});

describe('headers', () => {
  it('carry security headers, a request id and the limit', async () => {
    const { headers } = await test.call({ url: '/api' });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it.each([
    ['an unknown path', { url: '/api/nothing' }, 404],
    ['a wrong method', { method: 'POST', url: '/api', body: {} }, 405],
    ['a missing key', { url: '/api', key: null }, 401],
    ['a missing key and an odd spelling', { url: '/%61pi', key: null }, 401],
    ['a health check', { url: '/health', key: null }, 200],
    ['a broken escape', { url: '/api/%zz' }, 400],
  ] as const)('carry the limit on the vault API also for %s', async (_name, request, status) => {
    const answer = await test.call(request);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': expect.any(String),
      'x-ratelimit-reset': expect.any(String),
    });
  });

  it("keep a caller's own request id when it is harmless", async () => {
    const own = await test.call({ url: '/health', headers: { 'x-request-id': 'desk-7.42' } });
    expect(own.headers['x-request-id']).toBe('desk-7.42');
    const evil = await test.call({ url: '/health', headers: { 'x-request-id': 'a b"{' } });
    expect(evil.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['/api', 'Content-Type, Authorization, X-Requested-With'],
    ['/order-execution/orderbook/stats', 'Content-Type, X-API-Key, X-Requested-With'],
  ])('answer a preflight of %s', async (url, allowed) => {
    const answer = await test.call({
      method: 'OPTIONS',
      url,
      key: null,
      headers: { origin: 'http://localhost:3001', 'access-control-request-method': 'GET' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:3001',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': allowed,
    });
  });

  it('answer an OPTIONS that is no preflight like one, without a body', async () => {
    const answer = await test.call({ method: 'OPTIONS', url: '/api/vaults', key: null });
    expect([answer.status, answer.text]).toEqual([204, '']);
  });

  it('do not allow another origin', async () => {
    const answer = await test.call({ url: '/health', headers: { origin: 'https://evil.example' } });
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('limits', () => {
  it('answer 429 with Retry-After in both envelopes, per key', async () => {
    const limited = await createTestApp({
      VAULT_RATE_LIMIT_MAX: '2',
      VAULT_RATE_LIMIT_WINDOW_MS: '60000',
      TRADING_RATE_LIMIT_MAX: '3',
      TRADING_RATE_LIMIT_WINDOW_MS: '10000',
    });
    const body = { name: 'other', roles: ['viewer'], paths: ['/**'] };
    const other = (await limited.call({ method: 'POST', url: '/admin/keys', body })).json.data.key;
    const remaining = [];
    for (let i = 0; i < 2; i += 1) {
      remaining.push((await limited.call({ url: '/api' })).headers['x-ratelimit-remaining']);
    }
    expect(remaining).toEqual(['1', '0']);
    const vault = await limited.call({ url: '/api' });
    expect(vault.status).toBe(429);
    expect(vault.headers['retry-after']).toBe('60');
    expect(vault.json).toEqual({
      success: false,
      message: 'Rate limit exceeded. Try again in 60 seconds.',
    });
    expect((await limited.call({ url: '/api', key: other })).status).toBe(200);

    const stats = { url: '/order-execution/orderbook/stats' };
    await limited.call(stats);
    await limited.call(stats);
    const trading = await limited.call(stats);
    expect(trading.headers['retry-after']).toBe('10');
    expect(trading.json).toMatchObject({
      isError: true,
      statusCode: 429,
      message: 'Rate limit exceeded. Try again in 10 seconds.',
    });
    await limited.clock.advance(10_000);
    expect((await limited.call(stats)).status).toBe(200);
    await limited.stop();
  });

  it("count unknown paths against the caller's own window", async () => {
    const limited = await createTestApp({ VAULT_RATE_LIMIT_MAX: '3' });
    const remaining = [];
    for (const url of ['/api', '/api/x', '/api']) {
      remaining.push((await limited.call({ url })).headers['x-ratelimit-remaining']);
    }
    expect(remaining).toEqual(['2', '1', '0']);
    expect((await limited.call({ url: '/api/x' })).status).toBe(429);
    await limited.stop();
  });

  it('bound requests without a valid key by address', async () => {
    const limited = await createTestApp({ TRADING_RATE_LIMIT_MAX: '3' });
    const guess = (n: number) =>
      limited.call({ url: '/order-execution/orderbook/stats', key: `ak_guess-number-${n}-000000` });
    const statuses = [];
    for (let n = 0; n < 4; n += 1) statuses.push((await guess(n)).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await limited.call({ url: '/order-execution/orderbook/stats' })).status).toBe(200);
    await limited.stop();
  });
});

describe('services', () => {
  it('serves the vault API alone when told to', async () => {
    const vault = await createTestApp({ WINDLASS_SERVICES: 'vault' });
    expect((await vault.call({ url: '/health' })).status).toBe(200);
    expect((await vault.call({ url: '/order-execution/orderbook/stats' })).status).toBe(404);
    const { endpoints } = (await vault.call({ url: '/api' })).json;
    expect(Object.keys(endpoints)).toContain('getHealth');
    expect(Object.keys(endpoints)).not.toContain('getBook');
    await vault.stop();
  });
});

describe('stopping', () => {
  it('refuses new requests and leaves no timer behind', async () => {
    const stopping = await createTestApp();
    await stopping.call({
      method: 'POST',
      url: '/order-execution/orderbook/subscribe',
      body: { symbols: ['BTC/USDT'], venues: ['kraken'] },
    });
    await stopping.clock.advance(500);
    const stopped = stopping.stop();
    const [service, health, ready] = await Promise.all(
      ['/service', '/health', '/ready'].map((url) => stopping.call({ url })),
    );
    expect(service?.status).toBe(503);
    // The process lives as long as it answers; clients that send orders learn that it is stopping.
    expect(health?.status).toBe(200);
    const message = 'Service is up, but accepts no orders: The service is stopping.';
    expect(health?.json.message).toBe(message);
    expect(ready).toMatchObject({ status: 503, json: { reasons: [{ code: 'STOPPING' }] } });
    await stopped;
    expect(stopping.clock.pending()).toBe(0);
  });
});
