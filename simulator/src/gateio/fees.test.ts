import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/gateio.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await openBench();
  const ether = { base: 'ETH', quote: 'USDT', tick: '0.1', lot: '1', minQuantity: '1' } as const;
  const fees = { minNotional: '0', makerFeePpm: -50, takerFeePpm: 300 } as const;
  bench.simulator.defineMarket('gateio', { kind: 'swap', ...ether, ...fees });
  bench.simulator.defineMarket('gateio', { kind: 'spot', ...ether, ...fees });
});
afterAll(() => bench.simulator.close());

const bitcoin = { taker_fee: '0.0005', maker_fee: '0.0002' };
const ether = { taker_fee: '0.0003', maker_fee: '-0.00005' };

it('tells what an account pays in a contract, or in all', async () => {
  const path = 'GET /futures/usdt/fee';
  const one = await bench.ok(path, { query: { contract: 'ETH_USDT' } });
  expect(one).toEqual({ ETH_USDT: ether });
  expect(await bench.ok(path)).toEqual({ BTC_USDT: bitcoin, ETH_USDT: ether });
  const btc = await bench.ok('GET /futures/btc/fee');
  expect(btc).toEqual({ BTC_USD: bitcoin });
  const none = await bench.no(path, { query: { contract: 'XRP_USDT' } });
  expect(none).toEqual([400, 'CONTRACT_NOT_FOUND', 'XRP_USDT']);
});

it('tells those of a pair, and of contracts in general, in one record', async () => {
  const path = 'GET /wallet/fee';
  expect(await bench.ok(path)).toMatchObject({
    taker_fee: '0.002',
    maker_fee: '0.001',
    gt_discount: false,
    futures_taker_fee: '0.0005',
    futures_maker_fee: '0.0002',
    delivery_taker_fee: '0.0005',
    delivery_maker_fee: '0.0002',
  });
  const query = { currency_pair: 'ETH_USDT', settle: 'USD' };
  const none = { delivery_taker_fee: '0', delivery_maker_fee: '0' };
  expect(await bench.ok(path, { query })).toMatchObject({ ...ether, ...none });
  const wrong = await bench.no(path, { query: { currency_pair: 'XRP_USDT' } });
  expect(wrong.slice(0, 2)).toEqual([400, 'INVALID_CURRENCY_PAIR']);
});

it('tells nothing to who did not sign', async () => {
  expect((await bench.raw('GET /wallet/fee')).status).not.toBe(200);
  expect((await bench.raw('GET /futures/usdt/fee')).status).not.toBe(200);
});
