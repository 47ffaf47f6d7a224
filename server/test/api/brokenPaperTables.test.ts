import { orderEndpoints, perpEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreError } from '../../src/kit/errors.ts';
import type { Store } from '../../src/store/types.ts';
import type { TestAnswer } from '../support/app/testApp.ts';
import { openTestService, type TestService } from '../support/app/testService.ts';
import { openMemoryStore } from '../support/databases/memoryStore.ts';

const swap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;
const limit = { order_type: 'limit', side: 'buy', quantity: 1, price: 95 };
const retryMs = 1_000;

let isBroken = false;

/** Opens a store whose tables of paper accounts refuse writes while `isBroken`. */
async function openBreakable(): Promise<Store> {
  const store = await openMemoryStore();
  const write: Store['write'] = {
    ...store.write,
    savePaper: (...save) =>
      isBroken
        ? Promise.reject(new StoreError('the connection broke'))
        : store.write.savePaper(...save),
  };
  return { ...store, write };
}

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ venue: 'binance', markets: [swap], openStore: openBreakable });
});
afterAll(() => service.app.stop());

const told = ({ status, json }: TestAnswer) => [status, json.data.error, json.message];
const untouched = [
  503,
  'STORE_UNAVAILABLE',
  'The database does not answer at the moment. Nothing was changed or sent.',
];

describe('a paper account whose tables fail', () => {
  it('says of each call what may be done, and goes on when they are back', async () => {
    const { app } = service;
    const trader = await service.trader(swap);
    const own = { exchange_account_id: trader.account };
    const market = { ...own, symbol: swap.symbol };
    const get = (path: string, query: Record<string, string> = {}) =>
      app.ask({ url: `${path}?${new URLSearchParams({ ...own, ...query })}` });
    const setLeverage = (leverage: number) => {
      const { method, path: url } = perpEndpoints.setLeverage;
      return app.ask({ method, url, body: { ...market, leverage } });
    };
    const kept = await trader.take(limit);

    isBroken = true;
    const lost = await trader.send(limit);
    expect(told(lost).slice(0, 2)).toEqual([500, 'NETWORK_ERROR']);
    expect(lost.json.data.order_status).toBe('unknown');
    for (const read of [
      await get(orderEndpoints.getBalance.path, { market_type: 'swap' }),
      await get(orderEndpoints.listOpenOrders.path, { market_type: 'swap' }),
      await get(perpEndpoints.listPositions.path, { market_type: 'swap' }),
      await get(perpEndpoints.getLeverage.path, { symbol: swap.symbol }),
      await app.order(kept.order_id, own),
      await setLeverage(5),
    ]) {
      expect(told(read)).toEqual(untouched);
    }
    const cancelled = await app.cancel(kept.order_id, own);
    expect(told(cancelled)).toEqual([
      503,
      'STORE_UNAVAILABLE',
      'The database does not answer at the moment. The cancel may have been carried out: look at ' +
        'the order, or cancel it again.',
    ]);
    expect(cancelled.json.data).toMatchObject({ cancel_status: 'unknown' });

    isBroken = false;
    await app.clock.advance(retryMs);
    // The engine had executed both, and it was stored once that was possible.
    expect(await trader.find(kept.order_id)).toMatchObject({ status: 'canceled' });
    expect(await trader.find(lost.json.data.order_id)).toMatchObject({ status: 'open' });
    expect(
      (await get(perpEndpoints.getLeverage.path, { symbol: swap.symbol })).json.data,
    ).toMatchObject({
      leverage: 20,
    });
  });

  it('says that a setting may be changed where it failed while it was written', async () => {
    const trader = await service.trader(swap);
    await trader.used();
    isBroken = true;
    const { method, path: url } = perpEndpoints.setLeverage;
    const body = { exchange_account_id: trader.account, symbol: swap.symbol, leverage: 5 };
    const answer = await service.app.ask({ method, url, body });
    expect(told(answer)).toEqual([
      503,
      'STORE_UNAVAILABLE',
      'The database does not answer at the moment. The request may have been carried out: look before ' +
        'asking again.',
    ]);
    isBroken = false;
    await service.app.clock.advance(retryMs);
    const query = new URLSearchParams({ exchange_account_id: trader.account, symbol: swap.symbol });
    const read = await service.app.ask({ url: `${perpEndpoints.getLeverage.path}?${query}` });
    expect(read.json.data).toMatchObject({ leverage: 5 });
  });
});
