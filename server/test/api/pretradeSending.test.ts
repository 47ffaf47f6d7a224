import { accountEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPretradeApp, type PretradeApp } from '../support/pretrade/app.ts';

const symbol = 'BTC/USDT';
type Fields = Readonly<Record<string, unknown>>;

let app: PretradeApp;
beforeAll(async () => {
  app = await createPretradeApp();
});
afterAll(() => app.stop());

const checkOf = (validation: { checks: Fields[] }, name: string) =>
  validation.checks.find((each) => each.name === name);

describe('what validation says', () => {
  it('is what sending the order comes to', async () => {
    const account = { exchange_account_id: 'paper-gateio' };
    const ids = { exchange_account_ids: ['paper-gateio'] };
    for (const [fields, price] of [
      [{ quantity: 0.01 }, undefined],
      [{ quantity: 0.00001 }, undefined],
      [{ quantity: 500 }, undefined],
      [{ quantity: 0.01 }, 200_000],
      [{ quantity: 0.01 }, 90_000],
      [{ quantity: 0.01, symbol: 'NONE/USDT' }, undefined],
      [{ quantity: 0.01, side: 'sell' }, undefined],
      [{ quantity: 0.00001, side: 'sell' }, undefined],
      [{ quantity: 500, side: 'sell' }, undefined],
      [{ quantity: 0.01, side: 'sell' }, 50_000],
      [{ quantity: 0.01, side: 'sell' }, 150_000],
      [{ quantity: 0.00005, side: 'sell' }, 250_000],
      [{ quantity: 0.01, symbol: 'BTC/USDT:USDT', side: 'sell' }, undefined],
    ] as const) {
      const type = price === undefined ? 'market' : 'limit';
      const limit = price === undefined ? {} : { limit_price: price };
      const { can_execute } = await app.analyze({ ...ids, ...fields, order_type: type, ...limit });
      const sent = { ...account, side: 'buy', order_type: type, price: price ?? null, symbol };
      const { status } = await app.submit({ ...sent, ...fields });
      expect([fields, price, can_execute]).toEqual([fields, price, status === 200]);
    }
  });

  const marginsUsd = [-0.01, 0, 0.01, 40];
  const priced = [
    ['buy', undefined],
    ['buy', 99_000.123],
    ['buy', 90_000.001],
    ['sell', undefined],
    ['sell', 94_000.123],
    ['sell', 120_000.001],
  ] as const;
  it.each(priced)('of a %s at %s is as strict as sending it', async (side, price) => {
    const type = price === undefined ? 'market' : 'limit';
    const order = { symbol, side, quantity: 0.9, order_type: type };
    const limit = price === undefined ? {} : { limit_price: price };
    for (const [index, marginUsd] of marginsUsd.entries()) {
      const id = `edge-${side}-${price ?? 'market'}-${index}`.replace('.', '-');
      const account = { exchange_account_id: id, exchange: 'bybit', mode: 'paper' };
      expect((await app.account({ ...account, daily_limit_usd: 50 })).status).toBe(201);
      const asked = { exchange_account_ids: [id], ...order, ...limit };
      const { details } = checkOf((await app.analyze(asked)).validation, 'daily_limit') as {
        details: { order_value_usd: number };
      };
      const daily_limit_usd = Math.round((details.order_value_usd + marginUsd) * 1e6) / 1e6;
      const url = accountEndpoints.changeAccount.path.replace(':id', id);
      const changed = await app.ask({ method: 'PATCH', url, body: { daily_limit_usd } });
      expect(changed.status).toBe(200);
      const { can_execute } = await app.analyze(asked);
      expect([marginUsd, can_execute]).toEqual([marginUsd, marginUsd >= 0]);
      const sent = { exchange_account_id: id, ...order, price: price ?? null };
      if (can_execute) expect((await app.submit(sent)).status).toBe(200);
    }
  });

  it('of several accounts is kept by one that sends the whole order', async () => {
    const two = ['paper-okx', 'paper-kraken'];
    const ids = { exchange_account_ids: [...two, 'paper-bybit'] };
    for (const side of ['buy', 'sell'] as const) {
      const order = { symbol, side, quantity: 0.7, order_type: 'market' };
      expect((await app.analyze({ ...ids, ...order })).can_execute).toBe(true);
      const sent = { exchange_account_id: 'paper-okx', ...order, price: null };
      expect((await app.submit(sent)).status).toBe(200);
    }
  });

  it('of a contract is as the exchange reckons an order against its own position', async () => {
    const account = { exchange_account_id: 'closer', exchange: 'bybit', mode: 'paper' };
    const paper_balances = { spot: { USDT: 30_000 } };
    const made = await app.account({ ...account, daily_limit_usd: 1e8, paper_balances });
    expect([made.status, made.json.message]).toEqual([201, made.json.message]);
    const order = { symbol: 'BTC/USDT:USDT', order_type: 'market', quantity: 2.5 };
    const ids = { exchange_account_ids: ['closer'] };
    const sent = { exchange_account_id: 'closer', ...order, price: null };
    expect((await app.analyze({ ...ids, ...order })).can_execute).toBe(true);
    expect((await app.submit({ ...sent, side: 'buy' })).status).toBe(200);
    // The rest would not open as much again, and a sell closes its position.
    expect((await app.analyze({ ...ids, ...order, side: 'buy' })).can_execute).toBe(false);
    expect((await app.submit({ ...sent, side: 'buy' })).status).toBe(400);
    expect((await app.analyze({ ...ids, ...order, side: 'sell' })).can_execute).toBe(true);
    expect((await app.submit({ ...sent, side: 'sell' })).status).toBe(200);
  });
});
