import { accessEndpoints, routingEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlgorithmsApp, createAlgorithmsApp } from '../support/algorithms/app.ts';
import { startBody } from '../support/algorithms/bodies.ts';

let test: AlgorithmsApp;
beforeAll(async () => {
  test = await createAlgorithmsApp();
});
afterAll(() => test.stop());

const accounts = ['paper-binance'];
const paths = ['/**'];
const slow = (changes: object = {}) =>
  startBody('twap', { duration_seconds: 86_400, interval_seconds: 3_600 }, changes);
const route = {
  symbol: 'BTC/USDT',
  side: 'buy',
  quantity: 0.01,
  exchange_account_ids: accounts,
  client_plan_id: 'mine',
};

async function keyOf(fields: object) {
  const { method, path: url } = accessEndpoints.createKey;
  const body = { name: 'desk', roles: ['trader'], paths, ...fields };
  return await test.ask({ method, url, body });
}

async function boundKey(): Promise<{ id: string; owner: string; key: string }> {
  return (await keyOf({ exchange_account_ids: accounts })).json.data;
}

async function execute(key: string, changes: object = {}) {
  const { method, path: url } = routingEndpoints.executeRoute;
  return await test.ask({ method, url, key, body: { ...route, ...changes } });
}

async function planOf(key: string, name: string) {
  const { method, path } = routingEndpoints.getRoutePlan;
  return await test.ask({ method, key, url: path.replace(':plan_id', name) });
}

describe('keys', () => {
  it('are owned by main, by themselves when bound to accounts, or as the key they replace', async () => {
    const bound = await boundKey();
    expect(bound.owner).toBe(bound.id);
    expect((await keyOf({})).json.data.owner).toBe('main');
    const next = (await keyOf({ exchange_account_ids: accounts, replaces: bound.id })).json.data;
    expect(next.owner).toBe(bound.id);
    const third = (await keyOf({ exchange_account_ids: accounts, replaces: next.id })).json.data;
    expect(third.owner).toBe(bound.id);
  });

  it('cannot replace what is no key', async () => {
    const { status, json } = await keyOf({ replaces: 'nobody' });
    expect([status, json.data.error]).toEqual([400, 'VALIDATION_FAILED']);
    expect(json.data.errors).toMatchObject([{ field: 'replaces', value: 'nobody' }]);
    expect((await keyOf({ replaces: '' })).status).toBe(400);
    expect((await keyOf({ replaces: 7 })).status).toBe(400);
  });
});

describe('one client_plan_id', () => {
  it('names a plan of each owner, and repeats answer with the own one', async () => {
    const one = await boundKey();
    const two = await boundKey();
    const [first, second] = await Promise.all([execute(one.key), execute(two.key)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    const { plan_id } = first.json.data;
    expect(second.json.data.plan_id).not.toBe(plan_id);
    expect((await execute(one.key)).json.data.plan_id).toBe(plan_id);
    expect((await planOf(one.key, 'mine')).json.data.plan_id).toBe(plan_id);
    expect((await planOf(two.key, 'mine')).json.data).toEqual(second.json.data);
    const other = await execute(one.key, { quantity: 0.02 });
    expect([other.status, other.json.data.error]).toEqual([409, 'DUPLICATE_CLIENT_PLAN_ID']);
  });

  it('goes on to name it for a key that replaces the first, also once that is revoked', async () => {
    const one = await boundKey();
    const { plan_id } = (await execute(one.key)).json.data;
    const { method, path } = accessEndpoints.revokeKey;
    await test.ask({ method, url: path.replace(':id', one.id) });
    const { key } = (await keyOf({ exchange_account_ids: accounts, replaces: one.id })).json.data;
    expect((await execute(key)).json.data.plan_id).toBe(plan_id);
    expect((await planOf(key, 'mine')).json.data.plan_id).toBe(plan_id);
  });
});

describe('one client_algorithm_id', () => {
  it('names an algorithm of each owner, for every verb', async () => {
    const body = slow({ client_algorithm_id: 'mine' });
    const main = await test.keyOf(['trader']);
    const keys = [main, (await boundKey()).key, (await boundKey()).key];
    const ids: string[] = [];
    for (const key of keys) ids.push((await test.data('startAlgorithm', body, key)).order_id);
    expect(new Set(ids).size).toBe(3);
    for (const [index, key] of keys.entries()) {
      const again = await test.data('startAlgorithm', body, key);
      const shown = await test.data('getAlgorithm', { order_id: 'mine' }, key);
      expect([again.order_id, shown.order_id]).toEqual([ids[index], ids[index]]);
    }
    const [, second = ''] = keys;
    const cancelled = await test.data('cancelAlgorithm', { order_id: 'mine' }, second);
    expect(cancelled.order_id).toBe(ids[1]);
    expect((await test.data('getAlgorithm', { order_id: ids[0] })).status).toBe('RUNNING');
    const other = await test.send('startAlgorithm', { ...body, quantity: 3 }, second);
    expect([other.status, other.json.data.error]).toEqual([409, 'DUPLICATE_CLIENT_ALGORITHM_ID']);
  });
});
