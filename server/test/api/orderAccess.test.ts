import { accessEndpoints, orderEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/app/expectRefusal.ts';
import { openTestService, type TestService } from '../support/app/testService.ts';

const spot = { symbol: 'BTC/USDT', marketType: 'spot' } as const;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95 };

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ venue: 'binance', markets: [spot] });
});
afterAll(() => service.app.stop());

describe('who asks', () => {
  const path = orderEndpoints.submitOrder.path;
  const keyOf = async (roles: string[], ids?: string[]): Promise<string> => {
    const { path: url } = accessEndpoints.createKey;
    const scope = ids && { exchange_account_ids: ids };
    const body = { name: 'k', roles, paths: ['/**'], ...scope };
    return (await service.app.ask({ method: 'POST', url, body })).json.data.key;
  };
  const forbidden = {
    status: 403,
    error: 'FORBIDDEN',
    message: 'Forbidden - Insufficient permissions.',
  };

  it('UNAUTHORIZED without a key, or with one that is none', async () => {
    for (const key of [null, 'ak_nobody-0123456789']) {
      const answer = await service.app.ask({ method: 'POST', url: path, body: limit, key });
      expectRefusal(answer, {
        status: 401,
        error: 'UNAUTHORIZED',
        message: 'Unauthorized - Invalid or missing API key.',
      });
    }
  });

  it('FORBIDDEN for a role that may not trade', async () => {
    const trader = await service.trader(spot);
    const own = { exchange_account_id: trader.account };
    const { order_id } = await trader.take(limit);
    for (const role of ['viewer', 'pms_user', 'analyst']) {
      const key = await keyOf([role]);
      expectRefusal(await service.app.submit({ ...own, ...limit }, key), forbidden);
      const url = `${path}/${order_id}?${new URLSearchParams(own)}`;
      expectRefusal(await service.app.ask({ method: 'DELETE', url, key }), forbidden);
      // They may read.
      expect((await service.app.ask({ url, key })).status).toBe(200);
    }
    expect(await trader.find(order_id)).toMatchObject({ status: 'open' });
  });

  it('FORBIDDEN for a key that does not reach the account, whether there is one or not', async () => {
    const [trader, other] = [await service.trader(spot), await service.trader(spot)];
    const { order_id } = await other.take(limit);
    const key = await keyOf(['trader'], [trader.account]);
    const own = await service.app.submit({ exchange_account_id: trader.account, ...limit }, key);
    expect(own.status).toBe(200);
    for (const account of [other.account, 'nobody']) {
      const theirs = { exchange_account_id: account };
      const query = new URLSearchParams(theirs);
      expectRefusal(await service.app.submit({ ...theirs, ...limit }, key), forbidden);
      for (const url of [
        `${path}/${order_id}?${query}`,
        `${orderEndpoints.getBalance.path}?${query}`,
        `${orderEndpoints.listOpenOrders.path}?${query}`,
        `${orderEndpoints.getDailyLimit.path}?${query}`,
      ]) {
        expectRefusal(await service.app.ask({ url, key }), forbidden);
      }
      const url = `${path}/${order_id}?${query}`;
      expectRefusal(await service.app.ask({ method: 'DELETE', url, key }), forbidden);
    }
  });

  it('ACCOUNT_NOT_FOUND at every door', async () => {
    const nobody = { exchange_account_id: 'nobody' };
    const query = new URLSearchParams(nobody);
    const refusal = {
      status: 404,
      error: 'ACCOUNT_NOT_FOUND',
      message: 'Exchange account not found.',
    };
    expectRefusal(await service.app.submit({ ...nobody, ...limit }), refusal);
    for (const url of [
      `${path}/any?${query}`,
      `${orderEndpoints.getBalance.path}?${query}`,
      `${orderEndpoints.listOpenOrders.path}?${query}`,
      `${orderEndpoints.getDailyLimit.path}?${query}`,
    ]) {
      expectRefusal(await service.app.ask({ url }), refusal);
    }
    const url = `${path}/any?${query}`;
    expectRefusal(await service.app.ask({ method: 'DELETE', url }), refusal);
  });

  it('ORDER_NOT_FOUND, for a read and for a cancel', async () => {
    const trader = await service.trader(spot);
    const own = { exchange_account_id: trader.account };
    const refusal = {
      status: 404,
      error: 'ORDER_NOT_FOUND',
      data: { order_id: 'no such' },
      message: `Order no such was not found at binance (account ${trader.account}).`,
    };
    for (const named of [own, { ...own, symbol: 'BTC/USDT' }]) {
      expectRefusal(await service.app.order('no such', named), refusal);
      expectRefusal(await service.app.cancel('no such', named), refusal);
    }
  });

  it('NOT_SUPPORTED for a wallet or list of a class the exchange has not', async () => {
    const trader = await service.trader(spot, { exchange: 'hyperliquid' });
    const query = new URLSearchParams({ exchange_account_id: trader.account, market_type: 'spot' });
    for (const { path: url } of [orderEndpoints.getBalance, orderEndpoints.listOpenOrders]) {
      expectRefusal(await service.app.ask({ url: `${url}?${query}` }), {
        status: 400,
        error: 'NOT_SUPPORTED',
        message: 'Error - hyperliquid does not support spot trading.',
        data: { exchange: 'hyperliquid', market_type: 'spot' },
      });
    }
  });
});
