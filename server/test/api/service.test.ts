import { systemEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.stop());

describe(systemEndpoints.getServiceInfo.path, () => {
  it('says what runs here, on what market, and what the key may do', async () => {
    const answer = await test.call({ url: '/service' });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toEqual({
      version: '0.0.0-test',
      environment: 'test',
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      services: ['vault', 'trading'],
      feed: 'simulated',
      exchanges: 'real',
      ledger: 'simulated',
      key: {
        id: expect.any(String),
        name: expect.any(String),
        roles: ['admin'],
        exchange_account_ids: null,
        expires_at: null,
      },
    });
  });

  it('is for keys alone', async () => {
    expect((await test.call({ url: '/service', key: null })).status).toBe(401);
  });
});
