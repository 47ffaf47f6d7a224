import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMadeMarket, type MadeMarket } from '../support/app/madeMarket.ts';
import { createPerpsApp, type PerpsApp } from '../support/app/perpsApp.ts';
import { createManualClock } from '../support/manualClock.ts';
import { listedMarket, symbolOf } from '../support/paper/fixture.ts';

const coin = symbolOf('BTC/USDT');
const swap = symbolOf('BTC/USDT:USDT');
const account = { exchange_account_id: 'coins' };
const clock = createManualClock();

let market: MadeMarket;
let test: PerpsApp;
beforeAll(async () => {
  const markets = [listedMarket(coin), listedMarket(swap)];
  market = createMadeMarket({ clock, markets, usd: { USDT: 1, BTC: 50_000 } });
  test = await createPerpsApp({}, { clock, feeds: market.feeds });
  await show(coin, 50_000);
  await show(swap, 50_000);
  const made = { ...account, exchange: 'binance', mode: 'paper', portfolio_margin: true };
  await test.account({
    ...made,
    paper_balances: { spot: { BTC: '1' } },
    daily_limit_usd: 10_000_000,
  });
});
afterAll(() => test.stop());

async function show(symbol: string, price: number): Promise<void> {
  market.show(symbol, { bids: [[price - 1, 100]], asks: [[price + 1, 100]] });
  await clock.advance(300);
}

const order = (quantity: number) =>
  test.submit({
    ...account,
    symbol: swap,
    market_type: 'swap',
    side: 'buy',
    order_type: 'market',
    price: null,
    quantity,
  });

const available = async (): Promise<number> => {
  const { papi_um_account } = await test.data('getPortfolioMarginAccount', account);
  return Number(papi_um_account.availableBalance);
};

async function differences(): Promise<unknown> {
  const body = account;
  const { json } = await test.ask({ method: 'POST', url: '/admin/reconciliation', body });
  const { accounts, differences: found } = json.data;
  expect(accounts[0].balances_compared).toBeGreaterThan(0);
  return found;
}

it('an account of coins alone trades contracts to what they count, and says so before', async () => {
  expect(await available()).toBe(47_500);
  const { status, json } = await order(20);
  expect([status, json.data.error]).toEqual([400, 'INSUFFICIENT_MARGIN']);
  expect((await order(10)).status).toBe(200);
  // A fee of 250.005, 25,000.5 of margin at a leverage of 20, and 10 lost at the mark.
  expect(await available()).toBeCloseTo(47_500 - 250.005 - 25_000.5 - 10, 6);
  const { assets } = await test.data('getPortfolioMarginBalance', account);
  expect(assets.USDT).toMatchObject({ negative_balance: -250.005 });
  const { free, used, total } = await test.data('getBalance', { ...account, market_type: 'spot' });
  expect([total.BTC, free.BTC]).toEqual([1, 1]);
  expect([total.USDT, used.USDT]).toEqual([-250.005, 0]);
  expect(await differences()).toEqual([]);
});

it('a liquidation sells the coins, and every list tells of it', async () => {
  // 4,990 a coin lost on ten of them is more than the coin at its full price.
  await show(swap, 44_990);
  expect(await test.data('listPositions', account)).toEqual({ positions: [], count: 0 });
  const { total } = await test.data('getBalance', { ...account, market_type: 'spot' });
  expect([total.BTC ?? 0, total.USDT ?? 0]).toEqual([0, 0]);
  const { entries } = await test.data('getRealizedPnl', account);
  // 50,110 and the fee before: 50,000 are paid, and 360.005 are covered.
  expect(entries).toMatchObject([{ symbol: swap, amount: -49_749.995, code: 'USDT' }]);
  expect(await available()).toBe(0);
  expect(await differences()).toEqual([]);
});
