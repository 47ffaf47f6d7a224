import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench } from '../../test/support/bybit.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

const dayMs = 86_400_000;
const log = 'GET /v5/account/transaction-log';
const settled = { accountType: 'UNIFIED', type: 'SETTLEMENT' };
const linear = { category: 'linear', symbol: 'BTCUSDT' };
const inverse = { category: 'inverse', symbol: 'BTCUSD' };

async function trade(market: object, side: string, qty: string) {
  await bench.ok('POST /v5/order/create', { ...market, orderType: 'Market', side, qty });
}

function pay(name: string, rate: string) {
  bench.simulator.publishFunding('bybit', name, { rate });
  bench.simulator.payFunding('bybit', name);
}

async function rows(fields: object = {}) {
  return (await bench.ok(log, { ...settled, ...fields })).list;
}

describe('the log of transactions at bybit', () => {
  it('has funding as the wallet sees it, newest first', async () => {
    await trade(linear, 'Buy', '2');
    await trade(inverse, 'Sell', '30');
    pay('BTC/USDT:USDT', '0.0001');
    bench.pass(1);
    pay('BTC/USD:BTC', '0.0002');
    const [coin, usdt, ...others] = await rows();
    expect(others).toEqual([]);
    // At a mark of 100.5 the long position pays a ten-thousandth of 201.
    expect(usdt).toMatchObject({
      symbol: 'BTCUSDT',
      category: 'linear',
      side: 'Buy',
      type: 'SETTLEMENT',
      qty: '2',
      funding: '-0.0201',
      change: '-0.0201',
      cashFlow: '0',
      currency: 'USDT',
      feeRate: '0.0001',
      transactionTime: String(bench.now() - 1),
      tradePrice: '100.5',
    });
    expect(coin).toMatchObject({ symbol: 'BTCUSD', category: 'inverse', currency: 'BTC' });
    // 30 dollars are 0.298507... coins.
    expect(coin.funding).toBe('0.0000597');
    expect(coin.id).not.toBe(usdt.id);
    expect(await rows({ category: 'inverse' })).toEqual([coin]);
    expect(await rows({ baseCoin: 'BTC', currency: 'USDT' })).toEqual([usdt]);
    expect(await rows({ baseCoin: 'ETH' })).toEqual([]);
  });

  it('shows a day unasked, a week at most, and fifty rows of a page', async () => {
    await trade(linear, 'Sell', '1');
    for (let count = 0; count < 60; count += 1) {
      bench.pass(1);
      pay('BTC/USDT:USDT', '0.0001');
    }
    expect(await rows()).toHaveLength(20);
    const first = await bench.ok(log, { ...settled, limit: '50' });
    expect(first.list).toHaveLength(50);
    const cursor = decodeURIComponent(first.nextPageCursor);
    expect(await rows({ limit: '50', cursor })).toHaveLength(10);
    expect((await bench.no(log, { ...settled, limit: '51' }))[1]).toBe(10001);
    const at = bench.now();
    bench.pass(dayMs);
    expect(await rows({ startTime: String(at) })).toHaveLength(1);
    bench.pass(1);
    expect(await rows()).toEqual([]);
    expect(await rows({ startTime: String(at - dayMs - 1), limit: '50' })).toHaveLength(50);
    const week = { startTime: String(at), endTime: String(at + 7 * dayMs) };
    expect(await rows(week)).toHaveLength(1);
    const more = { ...week, endTime: String(at + 7 * dayMs + 1) };
    expect((await bench.no(log, { ...settled, ...more }))[1]).toBe(10001);
  });

  it('knows settlements alone', async () => {
    expect(await bench.no(log, { accountType: 'UNIFIED' })).toEqual([
      501,
      -1,
      expect.stringContaining('settlements'),
    ]);
    expect((await bench.no(log, { ...settled, accountType: 'CONTRACT' }))[1]).toBe(10001);
  });
});

describe('what bybit publishes of funding', () => {
  const ticker = async (fields: Readonly<Record<string, string>>) =>
    (await bench.ok('GET /v5/market/tickers', fields)).list[0];
  it('stands in the ticker, and its window in the list of contracts', async () => {
    const terms = { rate: '-0.000125', intervalHours: 4 };
    bench.simulator.publishFunding('bybit', 'BTC/USDT:USDT', terms);
    const fourHours = 4 * 3_600_000;
    expect(await ticker(linear)).toMatchObject({
      fundingRate: '-0.000125',
      fundingIntervalHour: '4',
      markPrice: '100.5',
      nextFundingTime: String((Math.floor(bench.now() / fourHours) + 1) * fourHours),
    });
    const contracts = await bench.ok('GET /v5/market/instruments-info', linear);
    expect(contracts.list).toMatchObject([{ fundingInterval: 240 }]);
    const dated = { category: 'linear', symbol: 'BTCUSDT-26MAR27' };
    expect(await ticker(dated)).toMatchObject({ fundingRate: '' });
  });
});
