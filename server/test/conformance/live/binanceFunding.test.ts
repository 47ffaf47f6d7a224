import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPerpsTrader, type PerpsTrader } from '../../support/exchanges/binance/perps.ts';

// Funding and profits of a live account, over sockets and through ccxt.

let trader: PerpsTrader;
beforeAll(async () => {
  trader = await openPerpsTrader();
});
afterAll(() => trader.stop());

const btc = { symbol: 'BTC/USDT:USDT' };
const eth = { symbol: 'ETH/USDT:USDT' };
const coin = { symbol: 'BTC/USD:BTC' };
const dayMs = 24 * 3_600_000;

/** Pays the current windows of these at once, this long ago; each time has to be a later one. */
function pay(rate: string, symbols: readonly string[], agoMs = 0): void {
  const { simulator } = trader.live;
  simulator.skewMs('binance', -agoMs);
  for (const symbol of symbols) {
    simulator.publishFunding('binance', symbol, { rate });
    simulator.payFunding('binance', symbol);
  }
  simulator.skewMs('binance', 0);
}

const amounts = (rows: readonly { readonly symbol: string; readonly amount: number }[]) =>
  rows.map(({ symbol, amount }) => [symbol.slice(0, 3), symbol.slice(-3), amount]);

describe('funding at binance', () => {
  beforeAll(async () => {
    trader.mark(btc.symbol, 100);
    trader.mark(eth.symbol, 50);
    trader.mark(coin.symbol, 100);
    await trader.trade('BTCUSDT', 'BUY', 2);
    await trader.trade('ETHUSDT', 'SELL', 4);
    await trader.trade('BTCUSD_PERP', 'BUY', 3);
    pay('0.0004', [btc.symbol], 95 * dayMs);
    pay('0.0003', [btc.symbol], 80 * dayMs);
    pay('0.0003', [btc.symbol, eth.symbol], 40 * dayMs);
    pay('0.0002', [coin.symbol], 20 * dayMs);
    pay('-0.0001', [btc.symbol, eth.symbol, coin.symbol], 2 * dayMs);
  });
  const all = [
    ['BTC', 'SDT', -0.06],
    ['BTC', 'SDT', -0.06],
    ['ETH', 'SDT', 0.06],
    ['BTC', 'BTC', -0.0006],
    // Payments of one moment, in the order of their ids.
    ['BTC', 'SDT', 0.02],
    ['ETH', 'SDT', -0.02],
    ['BTC', 'BTC', 0.0003],
  ];

  it('is told below zero where it was paid, oldest first, of both APIs', async () => {
    const { payments, count, symbol } = await trader.get('funding-history');
    expect([count, symbol]).toEqual([all.length, null]);
    // Two at 100 and four at 50 dollars; three contracts of 100 dollars are three coins.
    expect(amounts(payments)).toEqual(all);
    const times = payments.map(({ timestamp }: { timestamp: number }) => timestamp);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(payments[0]).toMatchObject({
      code: 'USDT',
      datetime: new Date(times[0]).toISOString(),
      info: { symbol: 'BTCUSDT', incomeType: 'FUNDING_FEE', income: '-0.06000000' },
    });
    expect(payments[3]).toMatchObject({ code: 'BTC', info: { income: '-0.00060000' } });
    // Markets that are paid at one moment share the venue's number of the payment.
    const ids = payments.map(({ id }: { id: string }) => id);
    expect(new Set(ids).size).toBe(all.length);
    expect(payments[1].info.tranId).toBe(payments[2].info.tranId);
    // The other API sends numbers as texts with more digits than a number can hold.
    expect(payments[3].id).toContain(`${payments[3].timestamp}000`);
  });

  it('is asked for by market, from a time on, and the newest of it', async () => {
    const own = await trader.get('funding-history', eth);
    expect(own.symbol).toBe(eth.symbol);
    expect(amounts(own.payments)).toEqual([all[2], all[5]]);
    const newest = await trader.get('funding-history', { limit: 2 });
    expect(amounts(newest.payments)).toEqual([all[5], all[6]]);
    const since = trader.service.app.clock.now() - 41 * dayMs;
    const first = await trader.get('funding-history', { since, limit: 3 });
    expect(amounts(first.payments)).toEqual([all[1], all[2], all[3]]);
    const older = await trader.get('funding-history', { since: 0, limit: 1 });
    expect(amounts(older.payments)).toEqual([all[0]]);
    expect((await trader.get('funding-history', { market_type: 'future' })).payments).toEqual([]);
  });

  it('is read over the pages of the exchange, with none lost where one ends', async () => {
    const { clock } = trader.service.app;
    const since = clock.now() + 1;
    const rounds = 700;
    for (let round = 0; round < rounds; round += 1) {
      await clock.advance(1);
      const both = [btc.symbol, eth.symbol];
      pay('0.0001', round === 0 ? [btc.symbol] : both);
    }
    // One, and then always two at a time: the first page ends between two.
    const first = await trader.get('funding-history', { since, limit: 1_000 });
    expect(first.count).toBe(1_000);
    const last = first.payments[999].timestamp;
    expect(last).toBe(since + 500);
    const rest = await trader.get('funding-history', { since: last, limit: 1_000 });
    expect(rest.count).toBe(2 * rounds - 1 - 999);
    const newest = await trader.get('funding-history', { limit: 1_000 });
    expect(newest.count).toBe(1_000);
    expect(newest.payments[0].timestamp).toBe(since + 200);
    const own = await trader.get('funding-history', { ...eth, since, limit: 1_000 });
    expect(own.count).toBe(rounds - 1);
  });
});

describe('profits at binance', () => {
  it('are told as they were taken, and losses below zero', async () => {
    trader.mark(btc.symbol, 110);
    trader.mark(eth.symbol, 60);
    await trader.trade('BTCUSDT', 'SELL', 2);
    await trader.service.app.clock.advance(5);
    await trader.trade('ETHUSDT', 'BUY', 1);
    await trader.trade('ETHUSDT', 'BUY', 3);
    await trader.trade('BTCUSD_PERP', 'SELL', 3);
    const { entries, count, symbol } = await trader.get('realized-pnl');
    expect([count, symbol]).toEqual([4, null]);
    const told = Object.fromEntries(
      entries.map((each: { symbol: string; code: string; amount: number }) => [
        `${each.symbol} ${each.amount}`,
        each.code,
      ]),
    );
    // Bought at 100.5 and sold at 109.5; sold at 49.5 and bought at 60.5; coins at 99.5.
    const coins = Number((300 / 100.5 - 300 / 99.5).toFixed(8));
    expect(told).toEqual({
      'BTC/USDT:USDT 18': 'USDT',
      'ETH/USDT:USDT -11': 'USDT',
      'ETH/USDT:USDT -33': 'USDT',
      [`BTC/USD:BTC ${coins}`]: 'BTC',
    });
    const own = await trader.get('realized-pnl', btc);
    expect(own.entries).toMatchObject([
      { amount: 18, info: { incomeType: 'REALIZED_PNL', income: '18.00000000' } },
    ]);
    const since = own.entries[0].timestamp + 1;
    const later = await trader.get('realized-pnl', { since, limit: 2 });
    expect(later.entries.map(({ symbol: name }: typeof btc) => name)).not.toContain(btc.symbol);
    expect(later.count).toBe(2);
  });
});

describe('a funding rate at binance', () => {
  it('is of the running window, for as long as that is, and asked for once', async () => {
    const terms = { rate: '0.00025', nextRate: '0.0004', intervalHours: 4 };
    trader.live.simulator.publishFunding('binance', btc.symbol, terms);
    await trader.service.app.clock.advance(31_000);
    const [rates, intervals] = ['/fapi/v1/premiumIndex', '/fapi/v1/fundingInfo'];
    const before = [trader.count(rates), trader.count(intervals)];
    const all = await Promise.all(
      Array.from({ length: 100 }, () => trader.get('funding-rate', btc)),
    );
    expect([trader.count(rates), trader.count(intervals)]).toEqual(
      before.map((count) => count + 1),
    );
    const now = trader.service.app.clock.now();
    const fourHoursMs = 4 * 3_600_000;
    for (const { cached: _, ...rate } of all) {
      expect(rate).toEqual({
        exchange: 'binance',
        exchange_account_id: trader.account,
        ...btc,
        funding_rate: 0.00025,
        predicted_rate: 0.00025,
        predicted_rate_source: 'current',
        windows_per_year: 2_190,
        interval_hours: 4,
        mark_price: 110,
        index_price: 110,
        funding_apr_pct: expect.closeTo(0.00025 * 2_190 * 100, 9),
        predicted_apr_pct: expect.closeTo(54.75, 9),
        next_funding_time: Math.ceil(now / fourHoursMs) * fourHoursMs,
        timestamp: expect.any(Number),
      });
    }
    expect(await trader.get('funding-rate', btc)).toMatchObject({ cached: true });
    await trader.service.app.clock.advance(31_000);
    expect(await trader.get('funding-rate', btc)).toMatchObject({ cached: false });
  });

  it('may be negative, of coins, and of the usual eight hours', async () => {
    trader.live.simulator.publishFunding('binance', coin.symbol, { rate: '-0.0002' });
    const rate = await trader.get('funding-rate', coin);
    expect(rate).toMatchObject({ funding_rate: -0.0002, windows_per_year: 1_095 });
    expect(rate.predicted_apr_pct).toBeCloseTo(-21.9, 9);
  });

  it('is none of a dated contract, which is said in words', async () => {
    for (const symbol of ['BTC/USDT:USDT-261225', 'BTC/USD:BTC-261225']) {
      const query = { symbol, market_type: 'future' };
      const { status, json } = await trader.asked('GET', 'funding-rate', query);
      expect([status, json.data.errors]).toMatchObject([
        400,
        [{ field: 'symbol', message: `${symbol} is a dated future: it pays no funding` }],
      ]);
    }
  });
});
