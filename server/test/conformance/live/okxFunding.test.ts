import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { okxPerpsSimulated } from '../../support/exchanges/okx/perpsExchange.ts';
import { type PerpTrader, perpTrader } from '../../support/exchanges/perpTrader.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// Funding and profits at okx, from our API to the wire and back.

const [btc, eth] = ['BTC/USDT:USDT', 'ETH/USDT:USDT'] as const;
const buy = { order_type: 'market', side: 'buy' } as const;
const sell = { order_type: 'market', side: 'sell' } as const;

let live: LiveService;
let trader: PerpTrader;
beforeAll(async () => {
  live = await openLiveService(okxPerpsSimulated);
});
beforeEach(async () => {
  trader = await perpTrader(live, okxPerpsSimulated, btc);
  await trader.move(btc, 100, 101);
  await trader.move(eth, 200, 201);
});
afterAll(() => live.stop());

interface Entry {
  readonly id: string;
  readonly symbol: string;
  readonly amount: number;
  readonly timestamp: number;
}

/** Pays a window; each is a moment later than the one before. */
async function pay(symbol: string, rate: string): Promise<number> {
  await live.service.app.clock.advance(1);
  live.simulator.publishFunding('okx', symbol, { rate });
  live.simulator.payFunding('okx', symbol);
  return live.service.app.clock.now();
}

const history = async (query = {}): Promise<readonly Entry[]> => {
  const { payments, count } = await trader.read('funding-history', query);
  expect(count).toBe(payments.length);
  return payments;
};

describe('funding at okx', () => {
  it('is paid below zero and received above, long and short, with both signs of the rate', async () => {
    await trader.take({ ...buy, quantity: 3 });
    await trader.take({ ...sell, quantity: 2, symbol: eth });
    const paidAt = await pay(btc, '0.0001');
    await pay(btc, '-0.0002');
    await pay(eth, '0.0001');
    await pay(eth, '-0.0002');
    const payments = await history();
    // The marks are 100.5 and 200.5: worth 301.5 and 401 dollars.
    expect(payments.map(({ symbol, amount }) => [symbol, amount])).toEqual([
      [btc, -0.03015],
      [btc, 0.0603],
      [eth, 0.0401],
      [eth, -0.0802],
    ]);
    expect(payments[0]).toMatchObject({
      code: 'USDT',
      timestamp: paidAt,
      datetime: new Date(paidAt).toISOString(),
      info: { type: '8', subType: '173', balChg: '-0.03015', instId: 'BTC-USDT-SWAP' },
    });
  });

  it('of an isolated position is what the position pays', async () => {
    await trader.tell('margin-mode', { symbol: btc, margin_mode: 'isolated' });
    await trader.take({ ...buy, quantity: 3 });
    await pay(btc, '0.0001');
    expect(await history()).toMatchObject([
      { amount: -0.03015, info: { balChg: '0', posBalChg: '-0.03015' } },
    ]);
  });

  it('is listed page after page, newest or since a time, of one market or of all', async () => {
    await trader.take({ ...buy, quantity: 1 });
    await trader.take({ ...sell, quantity: 1, symbol: eth });
    const times: number[] = [];
    for (let count = 0; count < 230; count += 1) times.push(await pay(btc, '0.0001'));
    await pay(eth, '0.0001');
    const asked = () =>
      live.simulator.requests('okx').filter(({ path }) => path.includes('/account/bills')).length;
    const before = asked();
    const all = await history({ limit: 1000 });
    // Three pages of the week, of which the last is not full, and one of the older archive.
    expect(asked() - before).toBe(4);
    expect(all).toHaveLength(231);
    expect(new Set(all.map(({ id }) => id)).size).toBe(231);
    const ofBtc = await history({ limit: 1000, symbol: btc });
    expect(ofBtc.map(({ timestamp }) => timestamp)).toEqual(times);
    const timesOf = async (query: object) =>
      (await history({ symbol: btc, ...query })).map(({ timestamp }) => timestamp);
    expect(await timesOf({})).toEqual(times.slice(-100));
    expect(await timesOf({ limit: 7 })).toEqual(times.slice(-7));
    const since = times[20] ?? 0;
    expect(await timesOf({ since, limit: 5 })).toEqual(times.slice(20, 25));
    expect(await timesOf({ since, limit: 1000 })).toEqual(times.slice(20));
    expect(await timesOf({ since: 0, limit: 1000 })).toEqual(times);
    expect(await history({ symbol: eth })).toHaveLength(1);
    expect(await history({ market_type: 'future' })).toEqual([]);
  });
});

describe('profits at okx', () => {
  it('are told when they are taken, and losses as well, without fees', async () => {
    await trader.take({ ...buy, quantity: 3 });
    await trader.take({ ...sell, quantity: 2, symbol: eth });
    await trader.move(btc, 110, 111);
    await trader.take({ ...sell, quantity: 1, reduce_only: true });
    await trader.move(eth, 209, 210);
    await trader.take({ ...buy, quantity: 2, symbol: eth, reduce_only: true });
    await trader.move(btc, 95, 96);
    await trader.take({ ...sell, quantity: 2, reduce_only: true });
    await pay(btc, '0.0001');
    const { entries, symbol, count } = await trader.read('realized-pnl');
    const told = entries.map((entry: Entry) => [entry.symbol, entry.amount]);
    expect([symbol, count, told]).toEqual([
      null,
      3,
      [
        [btc, 9],
        [eth, -20],
        [btc, -12],
      ],
    ]);
    expect(entries[0].info).toMatchObject({ type: '2', pnl: '9', fee: '-0.055', balChg: '8.945' });
    const one = await trader.read('realized-pnl', { symbol: btc, since: entries[1].timestamp });
    expect(one).toMatchObject({ symbol: btc, count: 1, entries: [{ amount: -12 }] });
    expect((await trader.read('realized-pnl', { limit: 2 })).entries).toEqual(entries.slice(-2));
  });
});

describe('the funding rate at okx', () => {
  const ratePath = '/api/v5/public/funding-rate';
  const asked = () => live.simulator.requests('okx').filter(({ path }) => path === ratePath);
  const publish = (terms: object) => live.simulator.publishFunding('okx', eth, terms);

  it('is asked for once, however many want it, and again after half a minute', async () => {
    // The fills before it are watched for five minutes, and their mark price comes with the rate.
    await live.pass(301_000);
    publish({ rate: '0.0003', intervalHours: 4 });
    const before = asked().length;
    const all = await Promise.all(
      Array.from({ length: 100 }, () => trader.read('funding-rate', { symbol: eth })),
    );
    expect(asked().length - before).toBe(1);
    expect(new Set(all.map(({ funding_rate }) => funding_rate))).toEqual(new Set([0.0003]));
    expect(all[0]).toMatchObject({
      symbol: eth,
      predicted_rate: 0.0003,
      predicted_rate_source: 'current',
      interval_hours: 4,
      windows_per_year: 2190,
      mark_price: 200.5,
      index_price: 200.5,
    });
    expect(all[0].predicted_apr_pct).toBeCloseTo(0.0003 * 2190 * 100, 9);
    const windowMs = 4 * 3_600_000;
    const end = (Math.floor(live.service.app.clock.now() / windowMs) + 1) * windowMs;
    expect(all[0].next_funding_time).toBe(end);
    await live.pass(31_000);
    await trader.read('funding-rate', { symbol: eth });
    expect(asked().length - before).toBe(2);
  });

  it('is the next one where that is published', async () => {
    publish({ rate: '-0.0001', nextRate: '-0.0004', intervalHours: 8 });
    await live.pass(31_000);
    const rate = await trader.read('funding-rate', { symbol: eth });
    expect(rate).toMatchObject({
      funding_rate: -0.0001,
      predicted_rate: -0.0004,
      predicted_rate_source: 'next',
      windows_per_year: 1095,
      cached: false,
    });
    expect(rate.funding_apr_pct).toBeCloseTo(-0.0001 * 1095 * 100, 9);
    expect(rate.predicted_apr_pct).toBeCloseTo(-0.0004 * 1095 * 100, 9);
  });
});
