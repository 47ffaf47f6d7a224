import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiKey, type Bench, openBench } from '../../../test/support/binance.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('the coins of binance', () => {
  it('are those of every API, with what the account has of them on spot', async () => {
    const buy = { symbol: 'BTCUSDT', side: 'BUY', type: 'LIMIT', timeInForce: 'GTC' };
    await bench.ok('POST /api/v3/order', { ...buy, quantity: '1', price: '90' });
    const coins = await bench.ok('GET /sapi/v1/capital/config/getall');
    expect(coins).toMatchObject([
      { coin: 'BTC', name: 'BTC', free: '1000.00000000', locked: '0.00000000', trading: true },
      { coin: 'USDT', free: '99910.00000000', locked: '90.00000000' },
      { coin: 'USD', free: '0.00000000', networkList: [], withdrawAllEnable: false },
    ]);
    const unsigned = { target: '/sapi/v1/capital/config/getall' };
    expect((await bench.raw('api', 'GET', unsigned)).status).toBe(401);
  });

  it('are lent to nobody', async () => {
    const headers = { 'X-MBX-APIKEY': apiKey };
    const pairs = { target: '/sapi/v1/margin/allPairs', headers };
    expect((await bench.raw('api', 'GET', pairs)).json).toEqual([]);
    expect(await bench.ok('GET /sapi/v1/margin/isolated/allPairs')).toEqual([]);
  });
});
