import { accountEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOf, createPretradeApp, type PretradeApp } from '../support/pretrade/app.ts';

type Fields = Readonly<Record<string, unknown>>;

let app: PretradeApp;
beforeAll(async () => {
  app = await createPretradeApp();
});
afterAll(() => app.stop());

describe('accounts in the validation of an order', () => {
  const make = async (id: string, fields: Fields = {}) => {
    const own = { exchange_account_id: id, exchange: 'binance', mode: 'paper' };
    const made = await app.account({ ...own, daily_limit_usd: 1_000, ...fields });
    expect(made.status).toBe(201);
    return { exchange_account_ids: [id] };
  };

  it('with a limit of their own pass up to it, from the moment it is changed', async () => {
    const own = await make('limited', { daily_limit_usd: 100 });
    expect((await app.validate({ ...own, quantity: 0.001 })).can_execute).toBe(true);
    const { validation } = await app.validate({ ...own, quantity: 0.002 });
    expect(checkOf(validation, 'daily_limit')).toMatchObject({
      message: 'Order would exceed daily limit. Remaining: $100.00.',
      details: { remaining_usd: 100, limit_usd: 100 },
    });
    const url = accountEndpoints.changeAccount.path.replace(':id', 'limited');
    const body = { daily_limit_usd: 50 };
    expect((await app.ask({ method: 'PATCH', url, body })).status).toBe(200);
    const { validation: now } = await app.validate({ ...own, quantity: 0.001 });
    expect(checkOf(now, 'daily_limit')).toMatchObject({ details: { remaining_usd: 50 } });
  });

  it('that are halted count for nothing', async () => {
    const own = await make('halted');
    const body = { exchange_account_id: 'halted' };
    await app.ask({ method: 'POST', url: accountEndpoints.haltTrading.path, body });
    const { can_execute, validation } = await app.validate({ ...own, quantity: 0.001 });
    expect(can_execute).toBe(false);
    expect(checkOf(validation, 'balance')?.message).toContain('halted is halted');
  });

  it('that have as many open orders as they may have take no other', async () => {
    const own = await make('full', { limits: { max_open_orders: 1 } });
    const quantity = 0.001;
    expect((await app.validate({ ...own, quantity })).can_execute).toBe(true);
    const order = { exchange_account_id: 'full', quantity, price: 90_000 };
    expect((await app.submit(order)).status).toBe(200);
    const { can_execute, validation } = await app.validate({ ...own, quantity });
    expect([can_execute, checkOf(validation, 'daily_limit')?.message]).toEqual([
      false,
      expect.stringContaining('full has 1 open orders and may have 1 (max_open_orders)'),
    ]);
    expect((await app.submit(order)).json.message).toContain('max_open_orders');
  });

  it('whose balance cannot be read fail the check, and not the request', async () => {
    const credentials = { api_key: 'k', api_secret: 's' };
    const own = await make('faraway', { mode: 'live', credentials });
    const data = await app.analyze({ ...own, quantity: 0.0004 });
    expect(data.can_execute).toBe(false);
    expect(checkOf(data.validation, 'balance')).toMatchObject({
      message: expect.stringContaining('live trading needs the live books'),
      details: { available: null, shortfall: null, currency: 'USDT' },
    });
  });

  it('have a development cap each, which is part of the daily limit', async () => {
    const capped = await createPretradeApp({ WINDLASS_DEV_MODE: 'all' });
    const { can_execute, validation } = await capped.validate({ quantity: 0.001 });
    expect(can_execute).toBe(false);
    expect(checkOf(validation, 'daily_limit')).toMatchObject({
      details: { remaining_usd: 50, limit_usd: 50 },
    });
    const two = { exchange_account_ids: ['paper-binance', 'paper-okx'], quantity: 0.001 };
    expect((await capped.validate(two)).can_execute).toBe(true);
    await capped.stop();
  });
});
