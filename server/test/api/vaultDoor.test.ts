import { systemEndpoints } from '@windlass/contract';
import { describe, expect, it } from 'vitest';
import { createTestApp, type TestRequest } from '../support/app/testApp.ts';
import { account, eachVaultApp, vaultBody } from '../support/vault/app.ts';

const path = '/api/vaults';

eachVaultApp('every answer of the vault API', (vaults) => {
  it.each<[string, TestRequest, number]>([
    ['a list', { url: path }, 200],
    ['a bad query', { url: `${path}?limit=0` }, 400],
    ['no key', { url: path, key: null }, 401],
    ['a wrong key', { url: path, key: 'ak_wrong-key-000000000000000' }, 401],
    ['an unknown vault', { url: `${path}/${'0'.repeat(24)}` }, 404],
    ['a bad body', { method: 'POST', url: path, body: {} }, 400],
    ['no JSON', { method: 'POST', url: path, body: '{' }, 400],
    ['a wrong method', { method: 'PATCH', url: path, body: {} }, 405],
    [
      'a form',
      {
        method: 'POST',
        url: path,
        body: 'a=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      415,
    ],
  ])('carries the headers of the limit: %s', async (_what, request, status) => {
    const answer = await vaults.call(request);
    expect(answer.status).toBe(status);
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '1000000',
      'x-ratelimit-remaining': expect.stringMatching(/^\d+$/),
      'x-ratelimit-reset': expect.stringMatching(/^\d+$/),
    });
    if (status !== 200) expect(answer.json).toMatchObject({ success: false });
  });

  it('tells a browser what it may send', async () => {
    const answer = await vaults.call({
      method: 'OPTIONS',
      url: `${path}/${'0'.repeat(24)}/toggle-trade`,
      key: null,
      headers: { origin: 'http://localhost:3000', 'access-control-request-method': 'PATCH' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'http://localhost:3000',
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': 'Content-Type, Authorization, X-Requested-With',
    });
  });
});

describe('the limit', () => {
  it('is 100 requests in 15 minutes for a key, and answers 429 with Retry-After', async () => {
    const test = await createTestApp({ WINDLASS_SERVICES: 'vault' });
    for (let n = 99; n >= 0; n -= 1) {
      const { headers } = await test.call({ url: path });
      expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual([
        '100',
        String(n),
      ]);
    }
    await test.clock.advance(600_000);
    const answer = await test.call({ method: 'POST', url: path, body: vaultBody() });
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({ 'retry-after': '300', 'x-ratelimit-remaining': '0' });
    const message = 'Rate limit exceeded. Try again in 300 seconds.';
    expect(answer.json).toEqual({ success: false, message });
    await test.clock.advance(300_000);
    expect((await test.call({ url: path })).status).toBe(200);
    await test.stop();
  });
});

eachVaultApp('keys of a role', (vaults) => {
  it.each([
    ['admin', 200, 201],
    ['vault_manager', 200, 201],
    ['viewer', 200, 403],
    ['trader', 200, 403],
    ['pms_user', 200, 403],
    ['analyst', 200, 403],
  ] as const)('%s read with %d and write with %d', async (role, read, write) => {
    const key = await vaults.keyOf(role);
    const { id } = await vaults.make();
    for (const url of [
      path,
      `${path}/stats`,
      `${path}/trade-permission`,
      `${path}/${id}`,
      `${path}/by-owner/${account('OWNER')}`,
      '/api/docs',
    ]) {
      expect([url, (await vaults.call({ url, key })).status]).toEqual([url, read]);
    }
    const off = { tradePermission: false };
    const one = `${path}/${id}`;
    const answers = [
      await vaults.call({ method: 'POST', url: path, body: vaultBody(), key }),
      await vaults.call({ method: 'PUT', url: one, body: {}, key }),
      await vaults.call({ method: 'PATCH', url: `${one}/toggle-trade`, body: off, key }),
      await vaults.call({ method: 'DELETE', url: one, key }),
    ];
    const changed = write === 403 ? 403 : 200;
    expect(answers.map(({ status }) => status)).toEqual([write, changed, changed, changed]);
    if (write === 403) {
      const message = 'Forbidden - Insufficient permissions.';
      expect(answers[0]?.json).toEqual({ success: false, message });
    }
  });
});

eachVaultApp('documentation', (vaults) => {
  it(`${systemEndpoints.getApiDocs.path} tells what is offered, with examples`, async () => {
    const { status, json } = await vaults.get(systemEndpoints.getApiDocs.path);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      success: true,
      title: 'Windlass vault API',
      version: '0.0.0-test',
      description: expect.any(String),
      baseUrl: 'http://127.0.0.1:0',
      endpoints: {
        createVault: 'POST /api/vaults',
        getVaultByAddress: 'GET /api/vaults/by-address/:address',
        getApiDocs: 'GET /api/docs',
        getHealth: 'GET /health',
      },
      examples: { refreshHoldings: { body: { forceUpdate: false } } },
      supportedTokens: {
        mainnet: {
          majorTokens: expect.any(Array),
          defiTokens: expect.any(Array),
          stablecoins: expect.any(Array),
        },
        testnet: { testTokens: expect.any(Array), developmentTokens: expect.any(Array) },
      },
    });
    expect(json.endpoints).not.toHaveProperty('getBook');
    const { method, path: url, body } = json.examples.createVault;
    expect((await vaults.call({ method, url, body })).status).toBe(201);
  });

  it('is for those with a key', async () => {
    expect((await vaults.call({ url: '/api/docs', key: null })).status).toBe(401);
  });
});
