import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench } from '../../../test/support/binance.ts';

const btc = { symbol: 'BTCUSDT' };
const buy = { ...btc, side: 'BUY', type: 'MARKET', quantity: '2' };
const limit = { ...buy, type: 'LIMIT', timeInForce: 'GTC', price: '95' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

it('tells what is held, what it is worth and what is free', async () => {
  await bench.ok('POST /fapi/v1/order', buy);
  await bench.ok('POST /fapi/v1/order', limit);
  // Two at 101 and two at 95, at leverage 20; fees of the taken orders and of the resting ones.
  const sums = {
    totalWalletBalance: '99999.89900000',
    totalUnrealizedProfit: '-1.00000000',
    totalMarginBalance: '99998.89900000',
    totalPositionInitialMargin: '10.10000000',
    totalOpenOrderInitialMargin: '9.59500000',
    totalMaintMargin: '1.00500000',
    availableBalance: '99980.20400000',
  };
  for (const version of ['v2', 'v3']) {
    const account = await bench.ok(`GET /fapi/${version}/account`);
    expect(account).toMatchObject(sums);
    expect(account.assets).toMatchObject([
      { asset: 'USDT', walletBalance: '99999.89900000', availableBalance: '99980.20400000' },
    ]);
    expect(account.positions[0]).toMatchObject({ ...btc, positionAmt: '2.000' });
    expect(account.positions).toHaveLength(version === 'v2' ? 2 : 1);
    const [balance] = await bench.ok(`GET /fapi/${version}/balance`);
    expect(balance).toMatchObject({ asset: 'USDT', balance: '99999.89900000' });
  }
  const [risk] = await bench.ok('GET /fapi/v2/positionRisk', btc);
  expect(risk).toMatchObject({ leverage: '20', marginType: 'cross', notional: '201.00000000' });
});

it('takes the leverage that a market allows', async () => {
  const set = await bench.ok('POST /fapi/v1/leverage', { ...btc, leverage: 5 });
  expect(set).toEqual({ ...btc, leverage: 5, maxNotionalValue: expect.any(String) });
  const [config] = await bench.ok('GET /fapi/v1/symbolConfig', btc);
  expect(config).toMatchObject({ ...btc, leverage: 5, marginType: 'CROSSED' });
  const wrong = await bench.no('POST /fapi/v1/leverage', { ...btc, leverage: 200 });
  expect(wrong).toEqual([400, -4028, 'Leverage 200 is not valid']);
  await bench.ok('POST /fapi/v1/order', { ...buy, quantity: '4' });
  const [risk] = await bench.ok('GET /fapi/v3/positionRisk');
  expect(risk.initialMargin).toBe('80.80000000');
});

it('takes a margin type only while the market is empty', async () => {
  const isolated = { ...btc, marginType: 'ISOLATED' };
  const crossed = { ...btc, marginType: 'CROSSED' };
  const same = await bench.no('POST /fapi/v1/marginType', crossed);
  expect(same).toEqual([400, -4046, 'No need to change margin type.']);
  const done = await bench.ok('POST /fapi/v1/marginType', isolated);
  expect(done).toEqual({ code: 200, msg: 'success' });
  const [config] = await bench.ok('GET /fapi/v1/symbolConfig', btc);
  expect(config.marginType).toBe('ISOLATED');
  const { orderId } = await bench.ok('POST /fapi/v1/order', limit);
  expect((await bench.no('POST /fapi/v1/marginType', crossed))[1]).toBe(-4047);
  await bench.ok('DELETE /fapi/v1/order', { ...btc, orderId });
  await bench.ok('POST /fapi/v1/order', buy);
  expect((await bench.no('POST /fapi/v1/marginType', crossed))[1]).toBe(-4048);
  const [risk] = await bench.ok('GET /fapi/v3/positionRisk');
  // Two at 101, at leverage 20. At 100.5 they have lost one.
  expect(risk).toMatchObject({ isolatedWallet: '10.10000000', isolatedMargin: '9.10000000' });
});

it('tells fees and brackets', async () => {
  expect(await bench.ok('GET /fapi/v1/commissionRate', btc)).toEqual({
    ...btc,
    makerCommissionRate: '0.000200',
    takerCommissionRate: '0.000500',
  });
  const [bracket] = await bench.ok('GET /fapi/v1/leverageBracket', btc);
  expect(bracket).toMatchObject({ ...btc, brackets: [{ initialLeverage: 125 }] });
});
