import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hyperliquidSimulated } from '../../support/exchanges/hyperliquid/exchange.ts';
import {
  brief,
  type Entry,
  fundingOf,
  type PerpQuestion,
  perpQuestions,
} from '../../support/exchanges/perpQuestions.ts';
import { type LiveService, openLiveService } from '../../support/exchanges/simulated.ts';

// The positions and earnings of an account, through our API, ccxt and a socket. Expected numbers
// are calculated here from prices and quantities alone.

const eth = 'ETH/USDC:USDC';
const btc = 'BTC/USDC:USDC';
/** Small enough that there is a price at which it is lost. */
const deposit = 100;

let live: LiveService;
beforeAll(async () => {
  live = await openLiveService({
    ...hyperliquidSimulated,
    account(name) {
      const { opened, credentials } = hyperliquidSimulated.account(name);
      const balances = { perp: { USDC: String(deposit) } };
      return { credentials, opened: opened.map((account) => ({ ...account, balances })) };
    },
  });
});
afterAll(() => live.stop());

function show(symbol: string, [bid, ask]: readonly [number, number]): void {
  const [bids, asks] = [[[bid, 1_000]], [[ask, 1_000]]] as const;
  live.service.market.show(symbol, { bids, asks });
  live.simulator.show('hyperliquid', symbol, { bids, asks });
}

async function open() {
  const trader = await live.service.trader({ symbol: eth, marketType: 'swap' });
  for (const symbol of [eth, btc]) show(symbol, [100, 101]);
  const trade = (symbol: string, side: 'buy' | 'sell', quantity: number) =>
    trader.take({ symbol, order_type: 'market', side, quantity });
  return { trader, trade, ...perpQuestions(() => live, trader.account) };
}

const pay = fundingOf(() => live, 'hyperliquid', 1);

describe('funding at hyperliquid', () => {
  // Windows of a market are paid in the order of time: the old ones come first.
  it('is told page by page: the newest, or the first since a time', async () => {
    const { trade, data } = await open();
    await trade(eth, 'buy', 1);
    for (const daysAgo of [200, 90, 2]) await pay(eth, '0.0001', daysAgo);
    for (let count = 1; count <= 510; count += 1) await pay(eth, '0.0002');
    const all = (await data('getFundingHistory', { limit: 1_000 })).payments;
    expect(all).toHaveLength(513);
    expect(brief(all.slice(2, 4))).toEqual([
      [eth, -0.01005, 'USDC'],
      [eth, -0.0201, 'USDC'],
    ]);
    const times = all.map(({ timestamp }: Entry) => timestamp);
    expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
    expect((await data('getFundingHistory', { limit: 2 })).payments).toEqual(all.slice(-2));
    const since = times[1] ?? 0;
    const first = await data('getFundingHistory', { since, limit: 3 });
    expect(first.payments).toEqual(all.slice(1, 4));
    const later = await data('getFundingHistory', { since: since + 1, limit: 600, symbol: eth });
    expect(later.payments).toEqual(all.slice(2));
    expect(await data('getFundingHistory', { symbol: btc })).toMatchObject({ count: 0 });
  });

  it('is below zero where it was paid, for long and short and both signs of the rate', async () => {
    const { trade, data } = await open();
    await trade(eth, 'buy', 2);
    await trade(btc, 'sell', 3);
    for (const symbol of [eth, btc]) await pay(symbol, '0.0001');
    for (const symbol of [eth, btc]) await pay(symbol, '-0.0002');
    const { payments, symbol } = await data('getFundingHistory');
    // The mark is 100.5: the account holds 201 and 301.5.
    expect([brief(payments), symbol]).toEqual([
      [
        [eth, -0.0201, 'USDC'],
        [btc, 0.03015, 'USDC'],
        [eth, 0.0402, 'USDC'],
        [btc, -0.0603, 'USDC'],
      ],
      null,
    ]);
    expect(new Set(payments.map(({ id }: Entry) => id)).size).toBe(4);
    expect(payments[0].info.delta).toMatchObject({ coin: 'ETH', usdc: '-0.0201', szi: '2.0' });
  });

  it('has a rate of the hour, of which the exchange is asked once', async () => {
    const { data } = await open();
    live.simulator.publishFunding('hyperliquid', eth, { rate: '-0.0000125' });
    const count = () =>
      live.simulator.requests('hyperliquid').filter(({ body }) => body.includes('metaAndAssetCtxs'))
        .length;
    const before = count();
    const all = await Promise.all(
      Array.from({ length: 100 }, () => data('getFundingRate', { symbol: eth })),
    );
    expect(count() - before).toBe(1);
    const hourMs = 3_600_000;
    for (const rate of all) {
      expect(rate).toMatchObject({
        symbol: eth,
        funding_rate: -0.0000125,
        predicted_rate_source: 'current',
        interval_hours: 1,
        windows_per_year: 8_760,
        mark_price: 100.5,
        index_price: 100.5,
        next_funding_time: Math.ceil(live.service.app.clock.now() / hourMs) * hourMs,
      });
      expect(rate.predicted_apr_pct).toBeCloseTo(-0.0000125 * 8_760 * 100, 9);
    }
  });
});

describe('positions at hyperliquid', () => {
  it('are told with what they are worth at the mark, long and short', async () => {
    const { trader, trade, data } = await open();
    expect(await data('listPositions')).toEqual({ positions: [], count: 0 });
    await trade(eth, 'buy', 2);
    await trade(btc, 'sell', 3);
    show(eth, [109, 111]);
    show(btc, [107, 108]);
    const [short, long] = (await data('listPositions')).positions;
    expect(long).toMatchObject({
      symbol: eth,
      side: 'long',
      contracts: 2,
      contract_size: 1,
      entry_price: 101,
      mark_price: 110,
      notional: 220,
      leverage: 20,
      unrealized_pnl: 18,
      collateral: 10.1,
      margin_mode: 'cross',
      exchange: 'hyperliquid',
      exchange_account_id: trader.account,
      timestamp: null,
      info: { type: 'oneWay', position: { coin: 'ETH', szi: '2.0' } },
    });
    expect(short).toMatchObject({
      symbol: btc,
      side: 'short',
      contracts: 3,
      entry_price: 100,
      mark_price: 107.5,
      notional: 322.5,
      unrealized_pnl: -22.5,
      collateral: 15,
    });
    // All that is left, with the short position in its current state: half a percent of each must
    // be there.
    const fees = (202 + 300) * 0.0005;
    const isLost = (price: number) =>
      deposit - fees - 22.5 + 2 * (price - 101) <= 0.005 * (322.5 + 2 * price);
    const at = long.liquidation_price;
    expect([isLost(at), isLost(at + 0.01)]).toEqual([true, false]);
    expect((await data('listPositions', { symbol: btc })).positions).toEqual([short]);
    expect(await data('listPositions', { market_type: 'future' })).toMatchObject({ count: 0 });
    await trade(btc, 'buy', 3);
    expect((await data('listPositions')).positions).toMatchObject([{ symbol: eth }]);
  });
});

describe('profits taken at hyperliquid', () => {
  it('stand at the executions that took them, without the fees', async () => {
    const { trade, data } = await open();
    await trade(eth, 'buy', 2);
    show(eth, [109, 111]);
    await trade(eth, 'sell', 1);
    show(eth, [88.5, 90]);
    await live.service.app.clock.advance(1);
    await trade(eth, 'sell', 1);
    await trade(btc, 'sell', 3);
    show(btc, [94, 95.25]);
    await live.service.app.clock.advance(1);
    await trade(btc, 'buy', 3);
    const { entries, count } = await data('getRealizedPnl');
    expect([brief(entries), count]).toEqual([
      [
        // Bought at 101; sold at 109 and at 88.5. Three sold at 100 and bought at 95.25.
        [eth, 8, 'USDC'],
        [eth, -12.5, 'USDC'],
        [btc, 14.25, 'USDC'],
      ],
      3,
    ]);
    const own = await data('getRealizedPnl', { symbol: eth, limit: 1 });
    expect(own.entries).toEqual([entries[1]]);
    const since = entries[1].timestamp;
    const later = await data('getRealizedPnl', { since, limit: 1 });
    expect(later.entries).toEqual([entries[1]]);
  });
});

describe('hyperliquid has not', () => {
  const move = { asset: 'USDC', amount: 1, from_account: 'spot', to_account: 'swap' };
  it.each<readonly [PerpQuestion, object, string, string]>([
    ['setLeverage', { symbol: eth, leverage: 5 }, 'leverage', 'leverage'],
    ['getLeverage', { symbol: eth }, 'leverage', 'leverage'],
    ['setMarginMode', { symbol: eth, margin_mode: 'cross' }, 'margin_mode', 'margin mode'],
    ['transferFunds', move, 'transfer', 'wallet transfers'],
  ])('%s', async (question, fields, feature, words) => {
    const { ask } = await open();
    const { status, json } = await ask(question, fields as Record<string, string>);
    const message = `Error - hyperliquid does not support ${words}.`;
    expect([status, json.message]).toEqual([400, message]);
    expect(json.data).toEqual({ error: 'NOT_SUPPORTED', exchange: 'hyperliquid', feature });
  });
});
