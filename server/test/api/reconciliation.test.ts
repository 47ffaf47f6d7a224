import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderEndpoints, reconciliationEndpoints } from '@windlass/contract';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAnswer, TestRequest } from '../support/app/testApp.ts';
import { createOrdersApp, type OrdersApp } from '../support/orders/app.ts';

const { path } = reconciliationEndpoints.getReconciliation;
const one = 'paper-binance';

const get = (test: OrdersApp, query: Readonly<Record<string, string>> = {}, key?: string) =>
  test.ask({ url: `${path}?${new URLSearchParams(query)}`, ...(key !== undefined && { key }) });
const compare = (test: OrdersApp, body: object = { exchange_account_id: one }, key?: string) =>
  test.ask({
    method: reconciliationEndpoints.compareAccounts.method,
    url: path,
    body,
    ...(key !== undefined && { key }),
  });
const newKey = async (test: OrdersApp, body: object): Promise<string> => {
  const grant = { name: 'k', paths: ['/**'], ...body };
  return (await test.ask({ method: 'POST', url: '/admin/keys', body: grant })).json.data.key;
};

describe('the reconciliation of accounts', () => {
  let test: OrdersApp;
  beforeAll(async () => {
    test = await createOrdersApp();
  });
  afterAll(() => test.stop());

  it('getReconciliation lists every account, and when it is next', async () => {
    const { status, json } = await get(test);
    expect([status, json.message]).toEqual([200, 'Reconciliation retrieved successfully']);
    const { accounts, ...page } = json.data;
    expect(page).toEqual({ differences: [], total: 0, page: 0, size: 100 });
    expect(accounts).toHaveLength(6);
    expect(accounts[0]).toMatchObject({ exchange_account_id: one, exchange: 'binance' });
  });

  it('compareAccounts finds nothing where orders fill, rest and end', async () => {
    await compare(test);
    await test.submit({ order_type: 'market', price: null });
    await test.submit({ symbol: 'BTC/USDT:USDT', order_type: 'market', price: null });
    const resting = await test.submit();
    await test.submit({
      symbol: 'BTC/USDT:USDT',
      side: 'sell',
      order_type: 'market',
      price: null,
    });
    const { status, json } = await compare(test);
    expect([status, json.message]).toEqual([200, 'Accounts compared']);
    expect(json.data.differences).toEqual([]);
    expect(json.data.accounts).toEqual([
      {
        exchange_account_id: one,
        exchange: 'binance',
        status: 'ok',
        last_compared_at: expect.stringMatching(/^\d{4}-.*Z$/),
        next_at: expect.stringMatching(/^\d{4}-.*Z$/),
        unavailable_since: null,
        unavailable_reason: null,
        orders_compared: 2,
        fills_compared: expect.any(Number),
        balances_compared: 10,
        unsettled_orders: 0,
        open_differences: 0,
        orders_followed: 0,
        order_streams: [],
      },
    ]);
    expect(json.data.accounts[0].fills_compared).toBeGreaterThanOrEqual(3);
    await test.cancel(resting.json.data.order_id);
    expect((await compare(test, {})).json.data).toMatchObject({ total: 0, differences: [] });
  });

  it('shows a key its own accounts alone', async () => {
    const key = await newKey(test, { roles: ['admin'], exchange_account_ids: ['paper-okx'] });
    const idsOf = ({ json }: Awaited<ReturnType<typeof get>>) =>
      json.data.accounts.map((account: { exchange_account_id: string }) => {
        return account.exchange_account_id;
      });
    expect(idsOf(await get(test, {}, key))).toEqual(['paper-okx']);
    expect(idsOf(await compare(test, {}, key))).toEqual(['paper-okx']);
    expect((await get(test, { exchange_account_id: one }, key)).status).toBe(403);
    expect((await compare(test, { exchange_account_id: one }, key)).status).toBe(403);
  });

  it('refuses other roles, other accounts and other words', async () => {
    const key = await newKey(test, { roles: ['trader'] });
    expect((await get(test, {}, key)).status).toBe(403);
    expect((await compare(test, {}, key)).status).toBe(403);
    const nobody = await compare(test, { exchange_account_id: 'nobody' });
    expect([nobody.status, nobody.json.data.error]).toEqual([404, 'ACCOUNT_NOT_FOUND']);
    expect((await get(test, { exchange_account_id: 'nobody' })).status).toBe(404);
    expect((await get(test, { kind: 'other' })).json.message).toContain('kind must be one of');
    expect((await get(test, { resolved: 'maybe' })).status).toBe(400);
    expect((await get(test, { size: '501' })).status).toBe(400);
    expect((await compare(test, { account: one })).status).toBe(400);
  });

  it('has figures', async () => {
    const { text } = await test.ask({ url: '/metrics' });
    expect(text).toContain(`windlass_reconciliation_age_seconds{account="${one}"}`);
    expect(text).toContain('windlass_reconciliation_differences_total{kind="order_missing"} 0');
  });
});

describe('an account that was changed behind the service', () => {
  it('is found out after the next start, and listed by kind and by what is resolved', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'windlass-recon-'));
    try {
      const before = await createOrdersApp({ WINDLASS_DATA_DIR: dataDir });
      await restOnDisk(before);
      await compareOnDisk(before);
      await before.stop();
      changeByHand(join(dataDir, 'windlass.db'));
      const after = await createOrdersApp({ WINDLASS_DATA_DIR: dataDir });
      const { differences } = (await compareOnDisk(after)).json.data;
      const all = differences.map(({ kind, asset }: { kind: string; asset: string }) => [
        kind,
        asset,
      ]);
      expect(all.sort()).toEqual([
        ['balance_changed', 'ETH'],
        ['balance_changed', 'ETH'],
        ['order_still_open', null],
      ]);
      const [found] = (await get(after, { kind: 'order_still_open' })).json.data.differences;
      expect(found).toEqual({
        id: expect.any(String),
        exchange_account_id: one,
        kind: 'order_still_open',
        first_seen_at: expect.any(String),
        last_seen_at: expect.any(String),
        resolved_at: null,
        market_type: 'spot',
        symbol: 'BTC/USDT',
        order_id: expect.any(String),
        asset: null,
        expected: 'canceled, 0 of 0.01 filled at 50000',
        found: 'open, 0 of 0.01 filled at 50000',
        reason: expect.stringContaining('Cancel it.'),
      });
      const open = (await get(after, { resolved: 'false', exchange_account_id: one })).json.data;
      expect(open.accounts).toMatchObject([{ status: 'differences', open_differences: 3 }]);
      await compareOnDisk(after);
      const kinds = async (resolved: string) =>
        (await get(after, { resolved })).json.data.differences.map(
          ({ kind, asset }: { kind: string; asset: string }) => [kind, asset],
        );
      expect(await kinds('false')).toEqual([['order_still_open', null]]);
      const taken = ['balance_changed', 'ETH'];
      expect(await kinds('true')).toEqual([taken, taken]);
      const second = (await get(after, { page: '1', size: '1' })).json.data;
      expect(second).toMatchObject({ total: 3, page: 1, size: 1, differences: [{}] });
      await after.stop();
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  });
});

/** Ends the stored order, and reduces the ETH that both wallets had at the last comparison. */
function changeByHand(file: string): void {
  const database = new Database(file);
  database.exec(`
    update meta_orders set order_status = 'canceled';
    update reconciliation_states
    set state_json = replace(state_json, '"ETH":"100"', '"ETH":"90"')
    where account_id = '${one}'`);
  database.close();
}

/** Longer than a comparison takes, in steps shorter than any deadline. */
const [stepsMax, stepMs] = [3_000, 20];

/** A database in a file answers in real time: in each step another request waits for it. */
async function askOnDisk(test: OrdersApp, request: TestRequest): Promise<TestAnswer> {
  let answer: TestAnswer | undefined;
  const asked = test.call(request).then((answered) => {
    answer = answered;
  });
  for (let step = 0; step < stepsMax && !answer; step += 1) {
    await test.call({ url: path });
    await test.clock.advance(stepMs);
  }
  await asked;
  if (!answer) throw new Error('not answered');
  return answer;
}

const compareOnDisk = (test: OrdersApp): Promise<TestAnswer> =>
  askOnDisk(test, {
    method: reconciliationEndpoints.compareAccounts.method,
    url: path,
    body: { exchange_account_id: one },
  });

/**
 * Places an order that its exchange accepts: the deadline of sending must not pass before the disk
 * is done.
 */
async function restOnDisk(test: OrdersApp): Promise<void> {
  const { method, path: url } = orderEndpoints.submitOrder;
  const body = {
    exchange_account_id: one,
    symbol: 'BTC/USDT',
    client_order_id: 'resting',
    side: 'buy',
    order_type: 'limit',
    quantity: 0.01,
    price: 50_000,
  };
  expect((await askOnDisk(test, { method, url, body })).status).toBe(200);
}
