import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/support/binance.ts';

const path = 'POST /sapi/v1/asset/transfer';
const usual = { asset: 'USDT', amount: '1.00000001', type: 'MAIN_UMFUTURE' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

it('moves money between wallets', async () => {
  const { tranId } = await bench.ok(path, usual);
  expect(tranId).toEqual(expect.any(Number));
  const { balances } = await bench.ok('GET /api/v3/account');
  expect(balances[0]).toMatchObject({ asset: 'USDT', free: '99998.99999999' });
  const [balance] = await bench.ok('GET /fapi/v3/balance');
  expect(balance).toMatchObject({ asset: 'USDT', balance: '100001.00000001' });
  const [row] = await bench.ok('GET /fapi/v1/income', { incomeType: 'TRANSFER' });
  expect(row).toMatchObject({ symbol: '', income: '1.00000001', info: 'TRANSFER' });
  await bench.ok(path, { ...usual, type: 'MAIN_FUNDING' });
  await bench.ok(path, { ...usual, type: 'MAIN_MARGIN' });
  const own = { asset: 'USDT', free: '1.00000001', locked: '0.00000000' };
  expect(await bench.ok('POST /sapi/v1/asset/get-funding-asset')).toMatchObject([own]);
  const { userAssets } = await bench.ok('GET /sapi/v1/margin/account');
  expect(userAssets).toMatchObject([own]);
});

it.each([
  ['more than there is', { amount: '100000.00000001' }, -5013],
  ['nothing', { amount: '0' }, -5007],
  ['what the wallet has nothing of', { asset: 'DOGE' }, -5013],
  ['between the APIs of contracts', { type: 'UMFUTURE_CMFUTURE' }, -1102],
  ['from a wallet to itself', { type: 'MAIN_MAIN' }, -1102],
  ['no number', { amount: '1e3' }, -1100],
])('refuses to move %s', async (_, changes, code) => {
  expect((await bench.no(path, { ...usual, ...changes })).slice(0, 2)).toEqual([400, code]);
});

it('says in words that there is not enough', async () => {
  const short = await bench.no(path, { ...usual, amount: '200000' });
  expect(short).toEqual([400, -5013, 'Asset transfer failed: insufficient balance']);
});
