import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/gateio.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench(undefined, { unifiedMode: 'single_currency' });
});
afterEach(() => bench.simulator.close());

const order = {
  currency_pair: 'BTC_USDT',
  side: 'buy',
  type: 'limit',
  time_in_force: 'gtc',
  amount: '1',
  price: '90',
};

describe('a unified account', () => {
  it('tells its mode, and is told so by the wallet of contracts', async () => {
    expect(await bench.ok('GET /unified/unified_mode')).toMatchObject({ mode: 'single_currency' });
    const wallet = await bench.ok('GET /futures/usdt/accounts');
    expect(wallet).toMatchObject({ margin_mode: 3, enable_credit: true });
  });

  it('has one wallet for spot and contracts', async () => {
    const { balances } = await bench.ok('GET /unified/accounts');
    expect(balances.USDT).toMatchObject({ available: '300000', equity: '300000', freeze: '0' });
    await bench.ok('POST /spot/orders', { body: order });
    const { balances: after } = await bench.ok('GET /unified/accounts');
    expect(after.USDT).toMatchObject({ equity: '300000', cross_balance: '300000' });
    expect(Number(after.USDT.freeze)).toBeGreaterThanOrEqual(90);
    const contracts = await bench.ok('GET /futures/usdt/accounts');
    expect(contracts).toMatchObject({ available: after.USDT.available });
    // The locked part is not shown there.
    const spot = await bench.ok('GET /spot/accounts', { query: { currency: 'USDT' } });
    expect(spot).toMatchObject([{ available: after.USDT.available, locked: '0' }]);
  });

  it('takes orders that name it or no account, and none of a spot account', async () => {
    const taken = await bench.ok('POST /spot/orders', { body: { ...order, account: 'unified' } });
    expect(taken).toMatchObject({ account: 'unified', status: 'open' });
    const refused = await bench.no('POST /spot/orders', { body: { ...order, account: 'spot' } });
    expect(refused.slice(0, 2)).toEqual([400, 'INVALID_PARAM_VALUE']);
    const query = { currency_pair: 'BTC_USDT', status: 'open', account: 'spot' };
    expect((await bench.no('GET /spot/orders', { query }))[1]).toBe('INVALID_PARAM_VALUE');
  });

  it('moves nothing between its wallets, which are one', async () => {
    const body = { currency: 'USDT', from: 'spot', to: 'futures', amount: '1', settle: 'usdt' };
    const refused = await bench.no('POST /wallet/transfers', { body });
    expect(refused.slice(0, 2)).toEqual([400, 'INVALID_PARAM_VALUE']);
  });
});

it('a classic account tells its mode alone', async () => {
  const classic = await openBench();
  expect(await classic.ok('GET /unified/unified_mode')).toMatchObject({ mode: 'classic' });
  expect((await classic.no('GET /unified/accounts'))[1]).toBe('USER_NOT_FOUND');
  await classic.simulator.close();
});
