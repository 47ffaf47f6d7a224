import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/binance.ts';

const btc = { symbol: 'BTCUSDT' };
const buy = { ...btc, side: 'BUY', type: 'MARKET', quantity: '2' };
const coin = { symbol: 'BTCUSD_PERP' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

it('lists what is held with its margins, and no leverage, in the third version', async () => {
  await bench.ok('POST /fapi/v1/order', buy);
  bench.pass(1_000);
  expect(await bench.ok('GET /fapi/v3/positionRisk')).toEqual([
    {
      ...btc,
      positionSide: 'BOTH',
      positionAmt: '2.000',
      entryPrice: '101.00000',
      breakEvenPrice: '101.00000',
      markPrice: '100.50000000',
      marginAsset: 'USDT',
      unRealizedProfit: '-1.00000000',
      notional: '201.00000000',
      liquidationPrice: '0',
      isolatedMargin: '0.00000000',
      isolatedWallet: '0.00000000',
      updateTime: startedAt,
      initialMargin: '10.10000000',
      maintMargin: '1.00500000',
      positionInitialMargin: '10.10000000',
      openOrderInitialMargin: '0.00000000',
      adl: 0,
      bidNotional: '0',
      askNotional: '0',
    },
  ]);
});

it('tells at which price an isolated position is liquidated', async () => {
  await bench.ok('POST /fapi/v1/marginType', { ...btc, marginType: 'ISOLATED' });
  await bench.ok('POST /fapi/v1/order', buy);
  const [risk] = await bench.ok('GET /fapi/v3/positionRisk');
  // 202 dollars less 10.1 of margin are owed; half a percent of the value is kept.
  expect(Number(risk.liquidationPrice)).toBeCloseTo((202 - 10.1) / 2 / 0.995, 1);
  const [setting] = await bench.ok('GET /fapi/v1/symbolConfig', btc);
  expect(setting).toMatchObject({ marginType: 'ISOLATED', leverage: 20 });
  const { assets, positions } = await bench.ok('GET /fapi/v3/account');
  expect(assets[0].crossWalletBalance).toBe('99989.79900000');
  expect(positions[0]).toMatchObject({ isolatedWallet: '10.10000000', updateTime: startedAt });
});

it('refuses less leverage where the margin is a position of its own', async () => {
  await bench.ok('POST /fapi/v1/marginType', { ...btc, marginType: 'ISOLATED' });
  await bench.ok('POST /fapi/v1/order', buy);
  const set = (leverage: number) => bench.no('POST /fapi/v1/leverage', { ...btc, leverage });
  const text = 'Leverage reduction is not supported in Isolated Margin Mode with open positions';
  expect(await set(10)).toEqual([400, -4161, text]);
  expect(await set(0)).toEqual([400, -4028, 'Leverage 0 is not valid']);
  expect(await set(126)).toEqual([400, -4028, 'Leverage 126 is not valid']);
  const part = await bench.no('POST /fapi/v1/leverage', { ...btc, leverage: '2.5' });
  expect(part.slice(0, 2)).toEqual([400, -1100]);
});

it('refuses less leverage than the wallet has margin for', async () => {
  bench.show(100, 101, 50_000);
  await bench.ok('POST /fapi/v1/order', { ...buy, quantity: '3000' });
  const low = await bench.no('POST /fapi/v1/leverage', { ...btc, leverage: 1 });
  const text = 'Leverage is smaller than permitted: insufficient margin balance.';
  expect(low).toEqual([400, -2028, text]);
});

it('asks the API of coins by pair or asset, and lists flat markets too', async () => {
  await bench.ok('POST /dapi/v1/order', { ...coin, side: 'SELL', type: 'MARKET', quantity: '3' });
  const [own, ...others] = await bench.ok('GET /dapi/v1/positionRisk', { pair: 'BTCUSD' });
  expect(others).toEqual([]);
  expect(own).toMatchObject({ ...coin, positionAmt: '-3', leverage: '20', marginType: 'cross' });
  expect(await bench.ok('GET /dapi/v1/positionRisk', { pair: 'ETHUSD' })).toEqual([]);
  expect(await bench.ok('GET /dapi/v1/positionRisk', { marginAsset: 'BTC' })).toHaveLength(1);
  const { positions } = await bench.ok('GET /dapi/v1/account');
  expect(positions[0]).toMatchObject({ positionInitialMargin: '0.15000000', isolated: false });
  expect(Number(positions[0].maintMargin)).toBeCloseTo((300 * 0.005) / 100.5, 7);
});
