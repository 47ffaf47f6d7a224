import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/gateio.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const path = 'POST /wallet/transfers';
const toFutures = {
  currency: 'USDT',
  amount: '250.00000001',
  from: 'spot',
  to: 'futures',
  settle: 'USDT',
};
const usdt = async () => {
  const spot = await bench.ok('GET /spot/accounts?currency=USDT');
  const futures = await bench.ok('GET /futures/usdt/accounts');
  const delivery = await bench.ok('GET /delivery/usdt/accounts');
  return [spot[0].available, futures.total, delivery.total];
};

it('moves between spot and the wallets of contracts, and gives a number', async () => {
  const { status, json } = await bench.call(path, { body: toFutures });
  expect([status, json]).toEqual([200, { tx_id: expect.any(Number) }]);
  expect(await usdt()).toEqual(['99749.99999999', '100250.00000001', '100000']);
  const back = { ...toFutures, amount: '250.00000001', from: 'futures', to: 'spot' };
  const again = await bench.ok(path, { body: back });
  expect(again.tx_id).not.toBe(json.tx_id);
  await bench.ok(path, { body: { ...toFutures, amount: '1', to: 'delivery', settle: 'usdt' } });
  expect(await usdt()).toEqual(['99999', '100000', '100001']);
});

it('opens a wallet of contracts that was never used', async () => {
  expect((await bench.no('GET /futures/btc/accounts'))[1]).toBe('USER_NOT_FOUND');
  await bench.ok(path, {
    body: { ...toFutures, currency: 'BTC', amount: '1.5', settle: 'BTC' },
  });
  expect(await bench.ok('GET /futures/btc/accounts')).toMatchObject({ total: '1.5' });
});

it.each([
  [{ amount: '100000.00000001' }, 'BALANCE_NOT_ENOUGH'],
  [{ from: 'futures', to: 'spot', amount: '100001' }, 'FUTURES_BALANCE_NOT_ENOUGH'],
  [{ amount: '0' }, 'INVALID_PARAM_VALUE'],
  [{ amount: 5 }, 'INVALID_PARAM_VALUE'],
  [{ amount: '-5' }, 'INVALID_PARAM_VALUE'],
  [{ settle: '' }, 'MISSING_REQUIRED_PARAM'],
  [{ settle: 'eth', currency: 'ETH' }, 'INVALID_PARAM_VALUE'],
  [{ to: 'delivery', settle: 'btc', currency: 'BTC' }, 'INVALID_PARAM_VALUE'],
  [{ currency: 'BTC' }, 'INVALID_PARAM_VALUE'],
  [{ to: 'spot' }, 'INVALID_PARAM_VALUE'],
  [{ from: 'futures', to: 'delivery' }, 'INVALID_PARAM_VALUE'],
  [{ to: 'savings' }, 'INVALID_PARAM_VALUE'],
  [{ from: '' }, 'MISSING_REQUIRED_PARAM'],
])('refuses %o: %s', async (changes, label) => {
  const refused = await bench.no(path, { body: { ...toFutures, ...changes } });
  expect(refused.slice(0, 2)).toEqual([400, label]);
  expect(await usdt()).toEqual(['100000', '100000', '100000']);
});

it('says of the wallets of margin that it does not know them', async () => {
  const refused = await bench.no(path, { body: { ...toFutures, to: 'margin' } });
  expect(refused.slice(0, 2)).toEqual([501, 'NOT_SIMULATED']);
});
