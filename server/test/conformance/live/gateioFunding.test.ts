import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  btc,
  eth,
  inverse,
  openPerpsTrader,
  type PerpsTrader,
  paths,
} from '../../support/exchanges/gateio/perps.ts';

let trader: PerpsTrader;
beforeEach(async () => {
  trader = await openPerpsTrader();
});
afterEach(() => trader.live.stop());

const hourMs = 3_600_000;
const publish = (symbol: string, terms: object) =>
  trader.live.simulator.publishFunding('gateio', symbol, terms);

/** Pays this long before now; the exchange's clock advances from payment to payment. */
function payAgo(symbol: string, agoMs: number): void {
  const { simulator } = trader.live;
  simulator.skewMs('gateio', -agoMs);
  simulator.payFunding('gateio', symbol);
  simulator.skewMs('gateio', 0);
}

interface Payment {
  readonly id: string;
  readonly symbol: string;
  readonly amount: number;
  readonly code: string;
  readonly timestamp: number;
  readonly datetime: string;
  readonly info: Readonly<Record<string, unknown>>;
}

const payments = async (fields: object = {}): Promise<readonly Payment[]> => {
  const data = await trader.get(paths.funding, fields);
  expect(data.count).toBe(data.payments.length);
  return data.payments;
};

const accountBooks = () =>
  trader.live.simulator.requests('gateio').filter(({ path }) => path.endsWith('/account_book'));

describe('funding at gateio', () => {
  it('is paid by longs and to shorts, and the other way when the rate is negative', async () => {
    await trader.trade(btc, 'buy', 1);
    await trader.trade(eth, 'sell', 2);
    publish(btc, { rate: '0.0001' });
    publish(eth, { rate: '0.0001' });
    payAgo(btc, 16 * hourMs);
    payAgo(eth, 16 * hourMs);
    publish(btc, { rate: '-0.0003' });
    publish(eth, { rate: '-0.0003' });
    payAgo(btc, 8 * hourMs);
    payAgo(eth, 8 * hourMs);
    const found = await payments();
    const amounts = (name: string) =>
      found.filter(({ symbol }) => symbol === name).map(({ amount }) => amount);
    // The mark is 100: one BTC is worth a hundred dollars, two ETH two hundred.
    expect(amounts(btc)).toEqual([-0.01, 0.03]);
    expect(amounts(eth)).toEqual([0.02, -0.06]);
    const now = trader.live.service.app.clock.now();
    const [first] = found;
    expect(first).toMatchObject({
      symbol: btc,
      code: 'USDT',
      info: { type: 'fund', change: '-0.01' },
    });
    const timestamp = first?.timestamp ?? 0;
    expect(Math.abs(timestamp - (now - 16 * hourMs))).toBeLessThan(60_000);
    expect(first?.datetime).toBe(new Date(timestamp).toISOString());
    const one = await trader.get(paths.funding, { symbol: eth });
    expect(one).toMatchObject({ symbol: eth, count: 2 });
    expect(accountBooks().at(-1)?.query).toContain('contract=ETH_USDT');
  });

  it('of months is found in pages, from the first on and from the last back', async () => {
    await trader.trade(btc, 'buy', 1);
    await trader.trade(eth, 'sell', 2);
    const count = 180;
    const start = 90 * 24 * hourMs;
    for (let index = 0; index < count; index += 1) {
      // Each has its own rate, so that none passes for another.
      publish(btc, { rate: `0.${String(index + 1).padStart(6, '0')}` });
      payAgo(btc, start - index * 8 * hourMs);
      // Both within the same second.
      payAgo(eth, start - index * 8 * hourMs - 500);
    }
    const amount = (index: number) => -(index + 1) / 10_000;
    const bitcoin = Array.from({ length: count }, (_, index) => amount(index));
    const amountsOf = (found: readonly Payment[]) =>
      found.filter(({ symbol }) => symbol === btc).map((each) => each.amount);
    const since = trader.live.service.app.clock.now() - 100 * 24 * hourMs;
    const all = await payments({ since, limit: 1_000 });
    expect(all).toHaveLength(2 * count);
    expect(amountsOf(all)).toEqual(bitcoin);
    expect(new Set(all.map(({ id }) => id)).size).toBe(2 * count);
    expect(all.every(({ timestamp }, at) => timestamp >= (all[at - 1]?.timestamp ?? 0))).toBe(true);
    const first = await payments({ since, limit: 150, symbol: btc });
    expect(amountsOf(first)).toEqual(bitcoin.slice(0, 150));
    const newest = await payments({ limit: 130, symbol: btc });
    expect(amountsOf(newest)).toEqual(bitcoin.slice(-130));
    expect(await payments()).toEqual(all.slice(-100));
    // From one of them on, to the millisecond.
    const from = all[200]?.timestamp ?? 0;
    expect(await payments({ since: from, limit: 20 })).toEqual(all.slice(200, 220));
    expect(await payments({ since: from + 1, limit: 20 })).toEqual(all.slice(201, 221));
    const asked = accountBooks().length;
    expect(asked).toBeLessThan(60);
  });

  it('of an inverse contract is in its base, beside the others', async () => {
    const order = { contract: 'BTC_USD', size: -200, price: '0', tif: 'ioc' };
    await trader.there('POST /futures/btc/orders', order);
    await trader.trade(btc, 'buy', 1);
    publish(inverse, { rate: '0.0001' });
    payAgo(inverse, 2 * hourMs);
    payAgo(btc, hourMs);
    expect(await payments()).toMatchObject([
      // Two hundred dollars at the mark of 100 are two BTC.
      { symbol: inverse, code: 'BTC', amount: 0.0002 },
      { symbol: btc, code: 'USDT', amount: -0.01 },
    ]);
  });

  it('of dated contracts is none', async () => {
    expect(await payments({ market_type: 'future' })).toEqual([]);
  });
});

describe('realised profit at gateio', () => {
  it('is told of what was closed, with profit and with loss, without fees', async () => {
    await trader.trade(btc, 'buy', 1);
    trader.mark(btc, 111);
    await trader.trade(btc, 'sell', 1);
    await trader.trade(btc, 'buy', 1);
    trader.mark(btc, 100);
    await trader.live.pass(1_000);
    await trader.trade(btc, 'sell', 1);
    await trader.trade(eth, 'sell', 2);
    trader.mark(eth, 90);
    await trader.live.pass(1_000);
    await trader.trade(eth, 'buy', 1);
    // Entries of the current second are listed once it is over.
    await trader.live.pass(1_000);
    const data = await trader.get(paths.pnl);
    expect(data).toMatchObject({ symbol: null, count: 3 });
    // Bought at 101 and sold at 110, at 112 and 99; sold at 99 and half bought at 91.
    expect(data.entries).toMatchObject([
      { symbol: btc, amount: 9, code: 'USDT', info: { type: 'pnl' } },
      { symbol: btc, amount: -13, code: 'USDT' },
      { symbol: eth, amount: 8, code: 'USDT' },
    ]);
    const one = await trader.get(paths.pnl, { symbol: eth, limit: 1 });
    expect(one).toMatchObject({ symbol: eth, entries: [{ amount: 8 }] });
    const since = data.entries[1].timestamp;
    expect((await trader.get(paths.pnl, { since, limit: 1 })).entries).toEqual([data.entries[1]]);
  });
});

describe('the funding rate at gateio', () => {
  it('is of the running window while the exchange tells no next one, and of that else', async () => {
    trader.mark(btc, 111);
    publish(btc, { rate: '0.0001', intervalHours: 8 });
    const now = trader.live.service.app.clock.now();
    const first = await trader.get(paths.rate, { symbol: btc });
    expect(first).toMatchObject({
      symbol: btc,
      funding_rate: 0.0001,
      predicted_rate: 0.0001,
      predicted_rate_source: 'current',
      windows_per_year: 1_095,
      interval_hours: 8,
      mark_price: 111,
      index_price: 111,
      cached: false,
      next_funding_time: (Math.floor(now / (8 * hourMs)) + 1) * 8 * hourMs,
    });
    publish(btc, { rate: '0.0002', nextRate: '-0.00005', intervalHours: 4 });
    expect(await trader.get(paths.rate, { symbol: btc })).toEqual({ ...first, cached: true });
    await trader.live.service.app.clock.advance(31_000);
    const second = await trader.get(paths.rate, { symbol: btc });
    expect(second).toMatchObject({
      funding_rate: 0.0002,
      predicted_rate: -0.00005,
      predicted_rate_source: 'next',
      windows_per_year: 2_190,
      interval_hours: 4,
      cached: false,
    });
    expect(second.funding_apr_pct).toBeCloseTo(43.8, 9);
    expect(second.predicted_apr_pct).toBeCloseTo(-0.00005 * 2_190 * 100, 9);
  });

  it('is asked for once, however many want to know it', async () => {
    const asked = () =>
      trader.live.simulator
        .requests('gateio')
        .filter(({ path }) => path.endsWith('/futures/usdt/contracts/ETH_USDT')).length;
    const { app } = trader.live.service;
    const query = new URLSearchParams({ exchange_account_id: trader.account, symbol: eth });
    const others = Array.from({ length: 99 }, () => app.call({ url: `${paths.rate}?${query}` }));
    // One of them lets the time pass that all need.
    const own = await trader.get(paths.rate, { symbol: eth });
    const told = (await Promise.all(others)).map(({ json }) => json.data.funding_rate);
    expect(new Set([own.funding_rate, ...told])).toEqual(new Set([0.0001]));
    expect(asked()).toBe(1);
  });

  it('of an inverse contract is found with those that settle in its base', async () => {
    publish(inverse, { rate: '-0.0007', nextRate: '0.0001' });
    expect(await trader.get(paths.rate, { symbol: inverse })).toMatchObject({
      symbol: inverse,
      funding_rate: -0.0007,
      predicted_rate: 0.0001,
    });
  });
});
