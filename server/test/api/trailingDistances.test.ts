import { executionEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../support/app/expectRefusal.ts';
import { openTestService, type TestService } from '../support/app/testService.ts';

const swap = { symbol: 'BTC/USDT:USDT', marketType: 'swap' } as const;
const trailing = { order_type: 'trailing_stop', side: 'sell', quantity: 1 };
/** The distances that each exchange requires, and distances that it refuses. */
const venues = [
  {
    venue: 'binance',
    demand: 'from 0.1 to 10 percent in steps of 0.1',
    bounds: { min: 0.1, max: 10, step: 0.1 },
    refused: [0.001, 0.09, 0.123, 10.1, 60],
    taken: [0.1, 0.3, 1, 9.9, 10],
  },
  {
    venue: 'okx',
    demand: 'from 0.1 to 99.99 percent in steps of 0.01',
    bounds: { min: 0.1, max: 99.99, step: 0.01 },
    refused: [0.001, 0.123, 99.995],
    taken: [0.1, 0.12, 60],
  },
  {
    venue: 'bybit',
    demand: 'of at least one tick of the price: 0.01, which is 0.00995 percent of 100.5',
    bounds: { min: 0.00995, tick: 0.01, price: 100.5 },
    refused: [0.001, 0.0099],
    taken: [0.01, 0.123, 60],
  },
];

describe.each(venues)('$venue', ({ venue, demand, bounds, refused, taken }) => {
  let service: TestService;
  beforeAll(async () => {
    service = await openTestService({ venue, markets: [swap] });
  });
  afterAll(() => service.app.stop());

  const preview = (account: string, trailing_delta: number) =>
    service.app.ask({
      method: executionEndpoints.validateOrder.method,
      url: `${executionEndpoints.validateOrder.path}?preview=true`,
      body: { exchange_account_id: account, symbol: swap.symbol, ...trailing, trailing_delta },
    });

  it.each(refused)('takes no stop that trails by %d percent, and says the bounds', async (at) => {
    const trader = await service.trader(swap);
    const message =
      `Error - ${venue} trailing_stop orders on swap markets need a trailing_delta ` +
      `${demand}, not ${at}.`;
    expectRefusal(await trader.send({ ...trailing, trailing_delta: at }), {
      status: 400,
      error: 'INVALID_ORDER',
      message,
      data: { field: 'trailing_delta', exchange: venue, value: at, ...bounds },
    });
    expect(await trader.open()).toEqual([]);
    const { status, json } = await preview(trader.account, at);
    expect([status, json.data.valid, json.message]).toEqual([400, false, message]);
  });

  it.each(taken)('takes one by %d percent', async (at) => {
    const trader = await service.trader(swap);
    await trader.take({ order_type: 'market', side: 'buy', quantity: 1 });
    expect((await preview(trader.account, at)).json.data.valid).toBe(true);
    await trader.take({ ...trailing, trailing_delta: at, reduce_only: true });
    expect(await trader.open()).toHaveLength(1);
  });
});
