import { portfolioMarginEndpoints } from '@windlass/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  bybitContracts,
  inUsdc,
  inverse,
  linear,
  openTrader,
  other,
  show,
  tradeInverse,
} from '../../support/exchanges/bybit/contracts.ts';
import {
  brief,
  type Entry,
  fundingOf,
  perpQuestions,
} from '../../support/exchanges/perpQuestions.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The results of funding and closed positions, through our API, ccxt and a socket.

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService(bybitContracts);
});
afterAll(() => live.stop());

async function open() {
  const trader = await openTrader(live);
  const trade = (symbol: string, side: 'buy' | 'sell', quantity: number) =>
    trader.take({ symbol, order_type: 'market', side, quantity });
  return { trader, trade, ...perpQuestions(() => live, trader.account) };
}

const pay = fundingOf(() => live, 'bybit');

describe('funding at bybit', () => {
  // Windows of a market are paid in the order of time: the old ones come first.
  it('is told page by page and week by week: the newest, or the first since a time', async () => {
    const { trade, data } = await open();
    await trade(linear, 'buy', 1);
    for (const daysAgo of [60, 40, 20]) await pay(linear, '0.0001', daysAgo);
    for (let count = 1; count <= 120; count += 1) await pay(linear, '0.0002');
    const all = (await data('getFundingHistory', { limit: 1_000 })).payments;
    expect(all).toHaveLength(123);
    expect(brief(all.slice(0, 4)).map(([, amount]) => amount)).toEqual([
      -0.01005, -0.01005, -0.01005, -0.0201,
    ]);
    const times = all.map(({ timestamp }: Entry) => timestamp);
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
    const newest = (await data('getFundingHistory', { limit: 2 })).payments;
    expect(newest).toEqual(all.slice(-2));
    const since = times[1] ?? 0;
    const first = await data('getFundingHistory', { since, limit: 3 });
    expect(first.payments).toEqual(all.slice(1, 4));
    const later = await data('getFundingHistory', { since: since + 1, symbol: linear });
    expect(later.payments).toEqual(all.slice(2, 102));
    expect(await data('getFundingHistory', { symbol: other })).toMatchObject({ count: 0 });
  });

  it('is below zero where it was paid, for long and short and both signs of the rate', async () => {
    const { trader, trade, data } = await open();
    await trade(linear, 'buy', 2);
    await trade(other, 'sell', 3);
    await trade(inUsdc, 'buy', 1);
    await tradeInverse(live, trader, { side: 'Sell', qty: '10050' });
    for (const symbol of [linear, other, inUsdc, inverse]) await pay(symbol, '0.0001');
    for (const symbol of [linear, other]) await pay(symbol, '-0.0002');
    const { payments, count, symbol } = await data('getFundingHistory');
    // The mark is 100.5: the account holds 201, 301.5 and 100.5 in the quote, and 100 coins.
    expect([brief(payments), count, symbol]).toEqual([
      [
        [linear, -0.0201, 'USDT'],
        [other, 0.03015, 'USDT'],
        [inUsdc, -0.01005, 'USDC'],
        [inverse, 0.01, 'BTC'],
        [linear, 0.0402, 'USDT'],
        [other, -0.0603, 'USDT'],
      ],
      6,
      null,
    ]);
    expect(new Set(payments.map(({ id }: Entry) => id)).size).toBe(6);
    expect(payments[0].info).toMatchObject({ type: 'SETTLEMENT', funding: '-0.0201' });
    const own = await data('getFundingHistory', { symbol: inverse });
    expect([brief(own.payments), own.symbol]).toEqual([[[inverse, 0.01, 'BTC']], inverse]);
    expect(await data('getFundingHistory', { market_type: 'future' })).toMatchObject({ count: 0 });
  });

  it('has a rate of now, of which the exchange is asked once', async () => {
    const { data } = await open();
    live.simulator.publishFunding('bybit', linear, { rate: '-0.000125', intervalHours: 4 });
    const isAsked = ({ path, query }: { path: string; query: string }) =>
      path === '/v5/market/tickers' && query.includes('symbol=BTCUSDT');
    const count = () => live.simulator.requests('bybit').filter(isAsked).length;
    const before = count();
    const all = await Promise.all(
      Array.from({ length: 100 }, () => data('getFundingRate', { symbol: linear })),
    );
    expect(count() - before).toBe(1);
    const { clock } = live.service.app;
    const fourHoursMs = 4 * 3_600_000;
    for (const rate of all) {
      expect(rate).toMatchObject({
        symbol: linear,
        funding_rate: -0.000125,
        predicted_rate: -0.000125,
        predicted_rate_source: 'current',
        interval_hours: 4,
        windows_per_year: 2_190,
        mark_price: 100.5,
        index_price: 100.5,
        next_funding_time: Math.ceil(clock.now() / fourHoursMs) * fourHoursMs,
      });
      expect(rate.predicted_apr_pct).toBeCloseTo(-0.000125 * 2_190 * 100, 9);
    }
    expect(await data('getFundingRate', { symbol: linear })).toMatchObject({ cached: true });
    live.simulator.publishFunding('bybit', linear, { rate: '0.0003' });
    await clock.advance(31_000);
    expect(await data('getFundingRate', { symbol: linear })).toMatchObject({
      cached: false,
      funding_rate: 0.0003,
    });
    expect(await data('getFundingRate', { symbol: inverse })).toMatchObject({ interval_hours: 8 });
  });
});

describe('profits taken at bybit', () => {
  it('are told without the fees, each once', async () => {
    const { trader, trade, data } = await open();
    await trade(linear, 'buy', 2);
    show(live, linear, [109, 111]);
    await trade(linear, 'sell', 1);
    show(live, linear, [88.5, 90]);
    await live.service.app.clock.advance(1);
    await trade(linear, 'sell', 1);
    await trade(other, 'sell', 3);
    show(live, other, [94, 95.25]);
    await live.service.app.clock.advance(1);
    await trade(other, 'buy', 3);
    await live.service.app.clock.advance(1);
    await tradeInverse(live, trader, { side: 'Buy', qty: '10100' });
    show(live, inverse, [202, 203]);
    await live.service.app.clock.advance(1);
    await tradeInverse(live, trader, { side: 'Sell', qty: '10100' });
    const { entries, count } = await data('getRealizedPnl');
    expect([brief(entries), count]).toEqual([
      [
        // Bought at 101; sold at 109 and at 88.5.
        [linear, 8, 'USDT'],
        [linear, -12.5, 'USDT'],
        // Three sold at 100 and bought at 95.25.
        [other, 14.25, 'USDT'],
        // 100 coins at 101, 50 at 202.
        [inverse, 50, 'BTC'],
      ],
      4,
    ]);
    expect(Number(entries[0].info.closedPnl)).toBeLessThan(8);
    const own = await data('getRealizedPnl', { symbol: linear, limit: 1 });
    expect(own.entries).toEqual([entries[1]]);
    const since = entries[1].timestamp;
    expect((await data('getRealizedPnl', { since, limit: 2 })).entries).toEqual(
      entries.slice(1, 3),
    );
    expect(new Set(entries.map(({ id }: Entry) => id)).size).toBe(4);
  });
});

describe('bybit has not', () => {
  it('transfers between wallets, of which it has one', async () => {
    const { ask } = await open();
    const move = { asset: 'USDT', amount: 1, from_account: 'spot', to_account: 'swap' };
    const { status, json } = await ask('transferFunds', move);
    expect([status, json.message]).toEqual([
      400,
      'Error - bybit does not support wallet transfers.',
    ]);
    expect(json.data).toEqual({ error: 'NOT_SUPPORTED', exchange: 'bybit', feature: 'transfer' });
  });

  it('portfolio margin', async () => {
    const { trader } = await open();
    const { path } = portfolioMarginEndpoints.getPortfolioMarginBalance;
    const { status, json } = await live.service.app.ask({
      url: `${path}?exchange_account_id=${trader.account}`,
    });
    expect([status, json.message]).toEqual([
      400,
      'Error - bybit does not support portfolio margin.',
    ]);
    expect(json.data).toMatchObject({ error: 'NOT_SUPPORTED', feature: 'portfolio_margin' });
  });
});
