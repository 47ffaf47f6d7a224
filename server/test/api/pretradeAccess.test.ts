import { pretradeEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPretradeApp, type PretradeApp } from '../support/pretrade/app.ts';

const names = ['analyzeOrder', 'validatePretrade'] as const;
type Fields = Readonly<Record<string, unknown>>;

let app: PretradeApp;
beforeAll(async () => {
  app = await createPretradeApp();
});
afterAll(() => app.stop());

describe('what is wrong', () => {
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `account-${index}`);
  const shared: readonly (readonly [Fields, string])[] = [
    [{ symbol: undefined }, 'symbol'],
    [{ symbol: 'bitcoin' }, 'symbol'],
    [{ symbol: 5 }, 'symbol'],
    [{ side: undefined }, 'side'],
    [{ side: 'long' }, 'side'],
    [{ quantity: undefined }, 'quantity'],
    [{ quantity: 0 }, 'quantity'],
    [{ quantity: -1 }, 'quantity'],
    [{ quantity: Number.NaN }, 'quantity'],
    [{ quantity: '1' }, 'quantity'],
    [{ quantity: 1.1e15 }, 'quantity'],
    [{ exchange_account_ids: undefined }, 'exchange_account_ids'],
    [{ exchange_account_ids: 'paper-binance' }, 'exchange_account_ids'],
    [{ exchange_account_ids: [] }, 'exchange_account_ids'],
    [{ exchange_account_ids: ['paper-okx', 'paper-okx'] }, 'exchange_account_ids'],
    [{ exchange_account_ids: ids(33) }, 'exchange_account_ids'],
    [{ exchange_account_ids: ['paper-okx', 'nobody'] }, 'exchange_account_ids'],
    [{ exchange_account_ids: [5] }, 'exchange_account_ids.0'],
    [{ price: 5 }, 'price'],
  ];
  const analysed: readonly (readonly [Fields, string])[] = [
    [{ order_type: 'limit' }, 'limit_price'],
    [{ order_type: 'market', limit_price: 5 }, 'limit_price'],
    [{ order_type: 'algo', limit_price: 5 }, 'limit_price'],
    [{ limit_price: 5 }, 'limit_price'],
    [{ order_type: 'limit', limit_price: 0 }, 'limit_price'],
    [{ order_type: 'limit', limit_price: Number.NaN }, 'limit_price'],
    [{ order_type: 'limit', limit_price: 1.1e15 }, 'limit_price'],
    [{ order_type: 'stop_loss' }, 'order_type'],
    [{ urgency: 'now' }, 'urgency'],
    [{ include_scenarios: 'yes' }, 'include_scenarios'],
  ];

  /** Fields that only analyze has. */
  const foreign: readonly (readonly [Fields, string])[] = [
    [{ order_type: 'market' }, 'order_type'],
    [{ urgency: 'low' }, 'urgency'],
    [{ include_scenarios: true }, 'include_scenarios'],
  ];

  const refused = async (name: (typeof names)[number], fields: Fields, field: string) => {
    const { status, json } = await app.post(name, fields);
    expect([status, json.isError, json.data.error]).toEqual([400, true, 'VALIDATION_FAILED']);
    expect(json.data.errors.map((issue: Fields) => issue.field)).toContain(field);
  };

  it.each([...shared, ...analysed])('analyze refuses %j, naming %s', async (fields, field) => {
    await refused('analyzeOrder', fields, field);
  });

  it.each([...shared, ...foreign])('validate refuses %j, naming %s', async (fields, field) => {
    await refused('validatePretrade', fields, field);
  });

  it('liquidity refuses what is no symbol, or none at all', async () => {
    expect((await app.liquidity('bitcoin')).status).toBe(400);
    const { status, json } = await app.ask({ url: pretradeEndpoints.getLiquidity.path });
    expect([status, json.data.errors[0].field]).toEqual([400, 'symbol']);
  });
});

describe('a key', () => {
  it('is needed', async () => {
    for (const name of names) expect((await app.post(name, {}, null)).status).toBe(401);
    expect((await app.liquidity('BTC/USDT', null)).status).toBe(401);
  });

  it('of a reader may ask, of a vault manager not', async () => {
    for (const role of ['viewer', 'trader', 'pms_user', 'analyst']) {
      const key = await app.keyFor([role]);
      for (const name of names) expect((await app.post(name, {}, key)).status).toBe(200);
      expect((await app.liquidity('BTC/USDT', key)).status).toBe(200);
    }
    const key = await app.keyFor(['vault_manager']);
    for (const name of names) expect((await app.post(name, {}, key)).status).toBe(403);
    expect((await app.liquidity('BTC/USDT', key)).status).toBe(403);
  });

  it('must reach every account that is named, whether or not there is one', async () => {
    const key = await app.keyFor(['trader'], ['paper-binance']);
    for (const name of names) {
      expect((await app.post(name, {}, key)).status).toBe(200);
      for (const other of ['paper-okx', 'nobody']) {
        const fields = { exchange_account_ids: ['paper-binance', other] };
        expect((await app.post(name, fields, key)).status).toBe(403);
      }
    }
  });
});
