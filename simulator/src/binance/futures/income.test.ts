import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Bench, openBench, startedAt } from '../../../test/support/binance.ts';

const btc = { symbol: 'BTCUSDT' };
const order = { ...btc, side: 'BUY', type: 'MARKET', quantity: '2' };
const dayMs = 24 * 3_600_000;
const funding = { incomeType: 'FUNDING_FEE' };

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const pay = (name = 'BTC/USDT:USDT') => bench.simulator.payFunding('binance', name);
const income = (fields: object) => bench.ok('GET /fapi/v1/income', { ...fields });
const times = async (fields: object) =>
  (await income(fields)).map(({ time }: { time: number }) => time - startedAt);

it('tells what was booked, with one number for a profit and its fee', async () => {
  await bench.ok('POST /fapi/v1/order', order);
  bench.pass(1);
  pay();
  bench.show(110, 111);
  await bench.ok('POST /fapi/v1/order', { ...order, side: 'SELL' });
  const rows = await income({});
  expect(rows).toEqual([
    expect.objectContaining({ incomeType: 'COMMISSION', income: '-0.10100000' }),
    {
      ...btc,
      incomeType: 'FUNDING_FEE',
      income: '-0.02010000',
      asset: 'USDT',
      time: startedAt + 1,
      info: 'FUNDING_FEE',
      tradeId: '',
      tranId: (startedAt + 1) * 1_000,
    },
    expect.objectContaining({ incomeType: 'REALIZED_PNL', income: '18.00000000' }),
    expect.objectContaining({ incomeType: 'COMMISSION', income: '-0.11000000' }),
  ]);
  const [, , profit, fee] = rows;
  expect([profit.tranId, profit.tradeId]).toEqual([fee.tranId, fee.tradeId]);
  expect(profit.info).toBe(profit.tradeId);
  expect(await income({ incomeType: 'REALIZED_PNL' })).toEqual([profit]);
  expect(await income({ ...funding, symbol: 'BTCUSDT_270326' })).toEqual([]);
});

it('gives a week unasked, the oldest from a time on, and pages of a bounded length', async () => {
  await bench.ok('POST /fapi/v1/order', order);
  for (const days of [1, 5, 3, 2]) {
    bench.pass(days * dayMs);
    pay();
  }
  // Paid on the first, sixth, ninth and eleventh day, which is today.
  const day = (days: number) => days * dayMs;
  expect(await times(funding)).toEqual([6, 9, 11].map(day));
  expect(await times({ ...funding, limit: 1 })).toEqual([day(11)]);
  const since = { ...funding, startTime: startedAt };
  expect(await times({ ...since, limit: 2 })).toEqual([1, 6].map(day));
  expect(await times({ ...since, limit: 2, page: 2 })).toEqual([9, 11].map(day));
  expect(await times({ ...since, endTime: startedAt + day(6) })).toEqual([1, 6].map(day));
  expect(await times({ ...since, startTime: startedAt + day(6) + 1, limit: 1 })).toEqual([day(9)]);
});

it('refuses a search before what it keeps, and a kind it does not know', async () => {
  const ask = (fields: object) => bench.no('GET /fapi/v1/income', { ...fields });
  expect(await ask({ startTime: startedAt - 91 * dayMs })).toEqual([
    400,
    -4166,
    'Search window is restricted to recent 90 days only.',
  ]);
  expect((await ask({ incomeType: 'x' }))[1]).toBe(-1130);
  const long = await bench.no('GET /dapi/v1/income', { startTime: startedAt - 201 * dayMs });
  expect(long[1]).toBe(-4165);
});

it('numbers in texts in the API of coins, and pays the shorts there', async () => {
  const coin = { symbol: 'BTCUSD_PERP', side: 'SELL', type: 'MARKET', quantity: '3' };
  await bench.ok('POST /dapi/v1/order', coin);
  pay('BTC/USD:BTC');
  const [row] = await bench.ok('GET /dapi/v1/income', funding);
  // A hundredth of a percent of 300 dollars, in coins.
  expect(row).toMatchObject({ symbol: 'BTCUSD_PERP', asset: 'BTC', income: '0.00029851' });
  expect(row.tranId).toBe(`${startedAt * 1_000}0000001`);
});

it('tells the rate of the running window, and which windows are not the usual', async () => {
  const first = await bench.ok('GET /fapi/v1/premiumIndex', btc);
  expect(first).toMatchObject({
    ...btc,
    markPrice: '100.50000000',
    lastFundingRate: '0.00010000',
    time: startedAt,
  });
  expect(first.nextFundingTime - startedAt).toBeLessThanOrEqual(8 * 3_600_000);
  expect(await bench.ok('GET /fapi/v1/fundingInfo')).toEqual([]);
  const terms = { rate: '-0.0003', intervalHours: 4 };
  bench.simulator.publishFunding('binance', 'BTC/USDT:USDT', terms);
  expect(await bench.ok('GET /fapi/v1/premiumIndex', btc)).toMatchObject({
    lastFundingRate: '-0.00030000',
  });
  expect(await bench.ok('GET /fapi/v1/fundingInfo')).toMatchObject([
    { ...btc, fundingIntervalHours: 4 },
  ]);
  const [coin] = await bench.ok('GET /dapi/v1/premiumIndex', { symbol: 'BTCUSD_PERP' });
  expect(coin).toMatchObject({ pair: 'BTCUSD', lastFundingRate: '0.00010000' });
  const dated = await bench.ok('GET /fapi/v1/premiumIndex', { symbol: 'BTCUSDT_270326' });
  expect(dated).toMatchObject({ lastFundingRate: '0.00000000', nextFundingTime: 0 });
});
