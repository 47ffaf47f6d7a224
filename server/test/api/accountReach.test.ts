import {
  accessEndpoints,
  accountEndpoints,
  orderEndpoints,
  webhookEndpoints,
} from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { venueIds } from '../../src/trading/model/venue.ts';
import { createTestApp, type TestApp, type TestRequest } from '../support/app/testApp.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ WINDLASS_DEMO: 'off' });
});
afterAll(() => test.stop());

const accountsPath = accountEndpoints.createAccount.path;
const portfoliosPath = accountEndpoints.createPortfolio.path;
const pathOf = (id: string) => accountEndpoints.getAccount.path.replace(':id', id);
const post = (url: string, body: object) => test.call({ method: 'POST', url, body });
const get = (url: string) => test.call({ url });

let made = 0;
const paper = () => {
  made += 1;
  return { exchange_account_id: `account-${made}`, exchange: 'okx', mode: 'paper' };
};

/** No cancel was requested. */
const noCancels = { canceled_orders: 0, not_canceled: [] };

describe('haltTrading and resumeTrading', () => {
  it('halt and resume one account, or all', async () => {
    const alone = await createTestApp();
    const send = async (url: string, body: object) => {
      const answer = await alone.call({ method: 'POST', url, body });
      return [answer.status, answer.json.message, answer.json.data];
    };
    const ids = venueIds.map((venue) => `paper-${venue}`).sort();
    const [one = ''] = ids;
    expect(await send('/admin/halt', { exchange_account_id: one })).toEqual([
      200,
      'Trading halted',
      { exchange_account_ids: [one], changed: [one], ...noCancels },
    ]);
    expect(await send('/admin/halt', {})).toEqual([
      200,
      'Trading halted',
      { exchange_account_ids: ids, changed: ids.slice(1), ...noCancels },
    ]);
    const { accounts } = (await alone.call({ url: accountsPath })).json.data;
    expect(accounts.every(({ halted }: { halted: boolean }) => halted)).toBe(true);
    expect(await send('/admin/resume', {})).toEqual([
      200,
      'Trading resumed',
      { exchange_account_ids: ids, changed: ids },
    ]);
    expect((await send('/admin/halt', { exchange_account_id: 'nobody' }))[0]).toBe(404);
    expect((await send('/admin/resume', { cancel_open: true }))[0]).toBe(400);
    const log = await alone.call({ url: '/admin/audit?action=account.halted' });
    expect(log.json.data.total).toBe(6);
    await alone.stop();
  });
});

describe('the demo accounts', () => {
  it('are there on an empty database, in the portfolio paper', async () => {
    const demo = await createTestApp();
    const { accounts } = (await demo.call({ url: accountsPath })).json.data;
    expect(accounts).toHaveLength(6);
    for (const account of accounts) {
      expect(account).toMatchObject({ mode: 'paper', daily_limit_usd: 10_000_000 });
      expect(account.exchange_account_id).toBe(`paper-${account.exchange}`);
    }
    const { portfolios } = (await demo.call({ url: portfoliosPath })).json.data;
    expect(portfolios).toMatchObject([{ portfolio_id: 'paper' }]);
    expect(portfolios[0].exchange_account_ids).toHaveLength(6);
    await demo.stop();
  });

  it('are not made with WINDLASS_DEMO=off', async () => {
    const empty = await createTestApp({ WINDLASS_DEMO: 'off' });
    expect((await empty.call({ url: accountsPath })).json.data.accounts).toEqual([]);
    await empty.stop();
  });
});

describe('a key', () => {
  const keyFor = async (roles: string[], ids?: string[]): Promise<string> => {
    const scope = ids && { exchange_account_ids: ids };
    const body = { name: 'k', roles, paths: ['/**'], ...scope };
    return (await post('/admin/keys', body)).json.data.key;
  };
  const requests: readonly TestRequest[] = [
    { method: 'POST', url: accountsPath, body: paper() },
    { url: accountsPath },
    { url: pathOf('other') },
    { method: 'PATCH', url: pathOf('other'), body: {} },
    { method: 'DELETE', url: pathOf('other') },
    { method: 'POST', url: portfoliosPath, body: { portfolio_id: 'none' } },
    { url: portfoliosPath },
    { method: 'DELETE', url: `${portfoliosPath}/none` },
    { method: 'POST', url: '/admin/halt', body: {} },
    { method: 'POST', url: '/admin/resume', body: {} },
  ];

  it.each(['trader', 'viewer', 'vault_manager'])('of role %s gets nothing of it', async (role) => {
    const key = await keyFor([role]);
    for (const request of requests) {
      expect((await test.call({ ...request, key })).status).toBe(403);
      expect((await test.call({ ...request, key: null })).status).toBe(401);
    }
  });

  it.each(['trader', 'viewer', 'pms_user', 'analyst'])(
    'of role %s lists the accounts it reaches, and their modes',
    async (role) => {
      const [own, other] = [paper(), paper()];
      for (const account of [own, other]) await post(accountsPath, account);
      const { path: url } = orderEndpoints.listTradedAccounts;
      const list = async (ids?: string[]) =>
        (await test.call({ url, key: await keyFor([role], ids) })).json.data.accounts;
      const { exchange_account_id } = own;
      expect(await list([exchange_account_id, 'nobody'])).toEqual([
        {
          exchange_account_id,
          exchange: 'okx',
          mode: 'paper',
          environment: 'production',
          region: 'global',
          portfolio_id: null,
          halted: false,
        },
      ]);
      const ids = (await list()).map((account: typeof own) => account.exchange_account_id);
      expect(ids).toEqual(expect.arrayContaining([exchange_account_id, other.exchange_account_id]));
      expect((await test.call({ url, key: null })).status).toBe(401);
      expect((await test.call({ url, key: await keyFor(['vault_manager']) })).status).toBe(403);
    },
  );

  it('with accounts of its own reaches no other', async () => {
    const own = paper();
    const other = paper();
    await post(portfoliosPath, { portfolio_id: 'mixed' });
    for (const account of [own, other]) {
      await post(accountsPath, { ...account, portfolio_id: 'mixed' });
    }
    const ownId = own.exchange_account_id;
    const otherId = other.exchange_account_id;
    const key = await keyFor(['admin'], [ownId]);
    const call = (request: TestRequest) => test.call({ ...request, key });
    const { accounts } = (await call({ url: accountsPath })).json.data;
    expect(accounts).toMatchObject([{ exchange_account_id: ownId }]);
    const mixed = await call({ url: `${portfoliosPath}/mixed` });
    expect(mixed.json.data.exchange_account_ids).toEqual([ownId]);
    expect((await call({ method: 'PATCH', url: pathOf(ownId), body: {} })).status).toBe(200);
    const halt = await call({ method: 'POST', url: '/admin/halt', body: {} });
    expect(halt.json.data.exchange_account_ids).toEqual([ownId]);
    expect((await get(pathOf(otherId))).json.data.halted).toBe(false);
    for (const id of [otherId, 'nobody']) {
      for (const request of [
        { url: pathOf(id) },
        { method: 'PATCH' as const, url: pathOf(id), body: { daily_limit_usd: 1 } },
        { method: 'DELETE' as const, url: pathOf(id) },
        { method: 'POST' as const, url: '/admin/halt', body: { exchange_account_id: id } },
        { method: 'POST' as const, url: '/admin/resume', body: { exchange_account_id: id } },
        { method: 'POST' as const, url: accountsPath, body: paper() },
      ]) {
        const answer = await call(request);
        expect([answer.status, answer.json.message]).toEqual([
          403,
          'Forbidden - Insufficient permissions.',
        ]);
      }
    }
    await post(portfoliosPath, { portfolio_id: 'foreign' });
    const { portfolios } = (await call({ url: portfoliosPath })).json.data;
    expect(portfolios).toMatchObject([{ portfolio_id: 'mixed' }]);
    expect((await call({ url: `${portfoliosPath}/foreign` })).status).toBe(404);
    const nothing = await keyFor(['admin'], []);
    const none = await test.call({ method: 'POST', url: '/admin/halt', body: {}, key: nothing });
    expect(none.json.data).toEqual({ exchange_account_ids: [], changed: [], ...noCancels });
  });

  it.each([
    ...Object.values(accessEndpoints),
    ...Object.values(webhookEndpoints),
    accountEndpoints.createPortfolio,
    accountEndpoints.changePortfolio,
    accountEndpoints.removePortfolio,
  ])('with accounts of its own is refused $method $path', async ({ method, path }) => {
    const key = await keyFor(['admin'], ['one']);
    const answer = await test.call({ method, url: path.replace(':id', 'any'), key });
    expect([answer.status, answer.json.message]).toEqual([
      403,
      'Forbidden - this needs a key that reaches every exchange account.',
    ]);
  });
});
