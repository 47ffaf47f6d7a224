import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../test/support/gateio.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const places = {
  spot: {
    order: { currency_pair: 'BTC_USDT', side: 'buy', amount: '0.1', price: '90' },
    trigger: {
      market: 'BTC_USDT',
      trigger: { price: '95', rule: '<=', expiration: 3_600 },
      put: { side: 'sell', type: 'market', amount: '0.1', price: '95', time_in_force: 'ioc' },
    },
    one: { currency_pair: 'BTC_USDT' },
  },
  'futures/usdt': {
    order: { contract: 'BTC_USDT', size: 10, price: '90' },
    trigger: {
      initial: { contract: 'BTC_USDT', size: -10, price: '0', tif: 'ioc' },
      trigger: { price: '95', rule: 2, price_type: 0 },
    },
    one: { contract: 'BTC_USDT' },
  },
} as const;

describe.each(['spot', 'futures/usdt'] as const)('a countdown of %s', (folder) => {
  const { order, trigger, one } = places[folder];
  const count = (body: object) => bench.ok(`POST /${folder}/countdown_cancel_all`, { body });
  const open = async (list = 'orders') => {
    const market = folder === 'spot' && list === 'price_orders' ? { market: 'BTC_USDT' } : one;
    const query = { ...market, status: 'open' };
    return (await bench.ok(`GET /${folder}/${list}`, { query })).length;
  };

  it.each([[{}], [one]])('ends what is on the book, of %o', async (which) => {
    await bench.ok(`POST /${folder}/orders`, { body: order });
    await bench.ok(`POST /${folder}/price_orders`, { body: trigger });
    expect(await count({ timeout: 10, ...which })).toEqual({ triggerTime: startedAt + 10_000 });
    bench.pass(9_000);
    expect(await open()).toBe(1);
    bench.pass(1_000);
    // Orders that wait for a price stay open.
    expect([await open(), await open('price_orders')]).toEqual([0, 1]);
  });

  it('begins anew when it is set again, and is taken off by zero', async () => {
    await bench.ok(`POST /${folder}/orders`, { body: order });
    await count({ timeout: 10 });
    bench.pass(8_000);
    await count({ timeout: 10 });
    bench.pass(8_000);
    expect(await open()).toBe(1);
    expect(await count({ timeout: 0 })).toEqual({ triggerTime: 0 });
    bench.pass(20_000);
    expect(await open()).toBe(1);
  });

  it.each([
    [{}, 'MISSING_REQUIRED_PARAM'],
    [{ timeout: 4 }, 'INVALID_PARAM_VALUE'],
    [{ timeout: -1 }, 'INVALID_PARAM_VALUE'],
  ])('is refused with %o', async (body, label) => {
    const [status, said] = await bench.no(`POST /${folder}/countdown_cancel_all`, { body });
    expect([status, said]).toEqual([400, label]);
  });
});

it('dated contracts have no countdown', async () => {
  const [status] = await bench.no('POST /delivery/usdt/countdown_cancel_all', { body: {} });
  expect(status).toBe(404);
});
