import { accountEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/testApp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ WINDLASS_DEMO: 'off' });
});
afterAll(() => test.stop());

const accountsPath = accountEndpoints.createAccount.path;
const pathOf = (id: string) => accountEndpoints.getAccount.path.replace(':id', id);
const pair = { api_key: 'a key', api_secret: 'a text' };
const create = (id: string, exchange: string, place: object) =>
  test.call({
    method: 'POST',
    url: accountsPath,
    body: { exchange_account_id: id, exchange, mode: 'live', credentials: pair, ...place },
  });
const patch = (id: string, body: object) => test.call({ method: 'PATCH', url: pathOf(id), body });

it('an account is nowhere that its exchange does not have', async () => {
  const demo = await create('nowhere', 'kraken', { environment: 'demo' });
  expect([demo.status, demo.json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
  expect(demo.json.data.issues).toMatchObject([
    {
      field: 'environment',
      message:
        'environment must be one that kraken has: production (no test environment since 2026-07-14)',
    },
  ]);
  const eea = await create('nowhere', 'kraken', { region: 'eea' });
  expect(eea.json.data.issues).toMatchObject([
    { field: 'region', message: 'region must be one that kraken has in production: global' },
  ]);
});

it('an account never moves, and naming where it is does no harm', async () => {
  const made = await create('fixed', 'bybit', {});
  expect(made.json.data).toMatchObject({ environment: 'production', region: 'global' });
  const moved = await patch('fixed', { environment: 'demo', region: 'eu' });
  expect(moved.status).toBe(400);
  expect(moved.json.data.issues).toMatchObject([
    { message: 'environment of an account never changes (it is production): add another' },
    { message: 'region of an account never changes (it is global): add another' },
  ]);
  const same = await patch('fixed', { environment: 'production', region: 'global' });
  expect(same.json.data).toMatchObject({ environment: 'production', region: 'global' });
});
