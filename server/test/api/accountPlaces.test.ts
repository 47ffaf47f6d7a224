import { accountEndpoints, executionEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/app/testApp.ts';

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
  expect(demo.json.message).toContain(
    'environment must be one that kraken has: production (no test environment since 2026-07-14)',
  );
  const eea = await create('nowhere', 'kraken', { region: 'eea' });
  expect(eea.json.message).toContain('region must be one that kraken has in production: global');
  const margin = await create('nowhere', 'binance', {
    environment: 'testnet',
    portfolio_margin: true,
  });
  expect(margin.json.message).toContain(
    'portfolio_margin must be false: binance has none in testnet',
  );
});

it('an account never moves, and naming where it is does no harm', async () => {
  const made = await create('fixed', 'bybit', {});
  expect(made.json.data).toMatchObject({ environment: 'production', region: 'global' });
  const moved = await patch('fixed', { environment: 'demo', region: 'eu' });
  expect(moved.status).toBe(400);
  expect(moved.json.message).toContain(
    'environment of an account never changes (it is production): add another',
  );
  expect(moved.json.message).toContain('region of an account never changes (it is global)');
  const same = await patch('fixed', { environment: 'production', region: 'global' });
  expect(same.json.data).toMatchObject({ environment: 'production', region: 'global' });
});

it('a portfolio has one environment, whichever way an account comes into it', async () => {
  const portfolio = accountEndpoints.createPortfolio.path;
  await test.call({ method: 'POST', url: portfolio, body: { portfolio_id: 'book' } });
  const real = await create('real', 'bybit', { portfolio_id: 'book' });
  expect(real.status).toBe(201);
  const mixed =
    'portfolio_id names a portfolio in production, and the account is in demo: a portfolio has ' +
    'one environment';
  const refused = await create('tried', 'bybit', { environment: 'demo', portfolio_id: 'book' });
  expect([refused.status, refused.json.message]).toEqual([400, expect.stringContaining(mixed)]);
  expect((await create('tried', 'bybit', { environment: 'demo' })).status).toBe(201);
  const joining = await patch('tried', { portfolio_id: 'book' });
  expect([joining.status, joining.json.message]).toEqual([400, expect.stringContaining(mixed)]);
  // Another region of production trades real money too.
  const european = await create('european', 'bybit', { region: 'eu', portfolio_id: 'book' });
  expect(european.status).toBe(201);
});

it('the capabilities of an exchange name its environments and their regions', async () => {
  const { path } = executionEndpoints.getCapabilities;
  const { json } = await test.call({ url: `${path}?exchange=okx` });
  expect(json.data.environments).toEqual([
    { environment: 'production', regions: ['global', 'eea', 'us'] },
    { environment: 'demo', regions: ['global', 'eea', 'us'] },
  ]);
});
