import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPerpsTrader, type PerpsTrader } from '../../support/exchanges/binance/perps.ts';

// An account that margins all markets together, over sockets and through ccxt.

let trader: PerpsTrader;
beforeAll(async () => {
  trader = await openPerpsTrader(true);
});
afterAll(() => trader.stop());

const btc = { symbol: 'BTC/USDT:USDT' };
const coin = { symbol: 'BTC/USD:BTC' };
const feeCoin = 'BTC/BNB:BNB';
const own = () => ({ exchange: 'binance', exchange_account_id: trader.account });
const assets = async () => (await trader.get('portfolio-margin/balance')).assets;

describe('portfolio margin at binance', () => {
  beforeAll(async () => {
    for (const { symbol } of [btc, coin]) trader.mark(symbol, 100);
    trader.mark(feeCoin, 10);
    trader.mark('BNB/USDT:USDT', 10);
    await trader.trade('BTCUSDT', 'BUY', 2);
    await trader.trade('BTCUSD_PERP', 'SELL', 3);
    await trader.trade('BTCBNB', 'BUY', 1);
    trader.mark(btc.symbol, 110);
    trader.mark(coin.symbol, 80);
    trader.mark(feeCoin, 13);
    // One of two, one of three and all of it are closed, each with a profit.
    await trader.trade('BTCUSDT', 'SELL', 1);
    await trader.trade('BTCUSD_PERP', 'BUY', 1);
    await trader.trade('BTCBNB', 'SELL', 1);
  });

  it('has leverage and positions of both kinds', async () => {
    const set = await trader.post('leverage', { ...btc, leverage: 5 });
    expect(set).toMatchObject({ leverage: 5, result: { symbol: 'BTCUSDT', leverage: 5 } });
    await trader.there('POST papi.binance.com/papi/v1/cm/leverage', {
      symbol: 'BTCUSD_PERP',
      leverage: 4,
    });
    expect(await trader.get('leverage', btc)).toEqual({
      ...own(),
      ...btc,
      leverage: 5,
      margin_mode: 'cross',
      position_side: 'long',
      position_size: 1,
      notional: 110,
      unrealized_pnl: 9.5,
    });
    const { positions } = await trader.get('positions');
    expect(positions).toMatchObject([
      {
        ...coin,
        side: 'short',
        contracts: 2,
        contract_size: 100,
        notional: 200,
        leverage: 4,
        margin_mode: 'cross',
        mark_price: 80,
      },
      {
        ...btc,
        side: 'long',
        contracts: 1,
        contract_size: 1,
        notional: 110,
        leverage: 5,
        collateral: 20.1,
        unrealized_pnl: 9.5,
        entry_price: 100.5,
        margin_mode: 'cross',
      },
    ]);
    expect(positions[0].unrealized_pnl).toBeCloseTo(200 / 80 - 200 / 99.5, 7);
    expect(positions[0].collateral).toBeCloseTo(200 / 99.5 / 4, 7);
    expect((await trader.get('positions', { ...btc, market_type: 'swap' })).count).toBe(1);
  });

  it('has funding, profits and rates of both kinds', async () => {
    for (const { symbol } of [btc, coin]) {
      trader.live.simulator.publishFunding('binance', symbol, { rate: '0.0001' });
      trader.live.simulator.payFunding('binance', symbol);
    }
    const { payments } = await trader.get('funding-history');
    expect(payments).toMatchObject([
      { ...btc, amount: -0.011, code: 'USDT' },
      { ...coin, amount: 0.00025, code: 'BTC' },
    ]);
    const { entries } = await trader.get('realized-pnl', btc);
    expect(entries).toMatchObject([{ ...btc, amount: 9 }]);
    expect(await trader.get('realized-pnl', coin)).toMatchObject({ count: 1 });
    expect(await trader.get('funding-rate', coin)).toMatchObject({ funding_rate: 0.0001 });
  });

  it('tells what is where, and its sums', async () => {
    const { USDT, BTC, BNB } = await assets();
    // Funding of a hundredth of a percent and half of a tenth, on 201 and on 109.5 dollars.
    const fees = (201 + 109.5) * 0.0005;
    expect(USDT.um_futures).toEqual({
      wallet: expect.closeTo(9 - fees - 0.011, 7),
      unrealized_pnl: 9.5,
    });
    expect(USDT.cross_margin).toMatchObject({ total: 15_000, borrowed: 0, interest: 0 });
    expect(USDT.cross_margin.free).toBeCloseTo(15_000 - USDT.cross_margin.locked, 8);
    expect(USDT.total_wallet_balance).toBeCloseTo(15_009 - fees - 0.011, 7);
    // In coins: one contract of a hundred dollars, less the fees, with the funding of two.
    const [sold, bought] = [1 / 99.5, 1 / 80.5];
    const profit = 100 * (bought - sold) - 0.0005 * (300 * sold + 100 * bought) + 0.00025;
    expect(BTC.cm_futures.wallet).toBeCloseTo(profit, 7);
    expect(BTC.cm_futures.unrealized_pnl).toBeCloseTo(200 / 80 - 200 / 99.5, 7);
    expect(BNB.um_futures.wallet).toBe(2);
    const account = await trader.get('portfolio-margin/account');
    const row = account.papi_balance.find((each: { asset: string }) => each.asset === 'USDT');
    expect(row).toEqual({
      asset: 'USDT',
      crossMarginAsset: '15000.00000000',
      cmWalletBalance: '0.00000000',
      crossMarginFree: expect.stringMatching(/^149\d\d\.\d{8}$/),
      crossMarginLocked: expect.stringMatching(/^\d+\.\d{8}$/),
      umWalletBalance: USDT.um_futures.wallet.toFixed(8),
      umUnrealizedPNL: '9.50000000',
      cmUnrealizedPNL: '0.00000000',
      totalWalletBalance: USDT.total_wallet_balance.toFixed(8),
    });
    const sums = account.papi_um_account;
    // The coins for fees count too: two of them at 10 dollars.
    const wallet = USDT.um_futures.wallet + 2 * 10;
    expect(sums).toEqual({
      totalInitialMargin: '20.1',
      totalMaintMargin: '0.55',
      totalWalletBalance: expect.stringMatching(/^\d+\.\d+$/),
      totalUnrealizedProfit: '9.5',
      totalMarginBalance: expect.stringMatching(/^\d+\.\d+$/),
      availableBalance: expect.stringMatching(/^\d+\.\d{8}$/),
      maxWithdrawAmount: expect.stringMatching(/^\d+\.\d{8}$/),
    });
    expect(Number(sums.totalWalletBalance)).toBeCloseTo(wallet, 7);
    expect(Number(sums.totalMarginBalance)).toBeCloseTo(wallet + 9.5, 7);
  });

  it('collects one asset, and all but the coin for fees', async () => {
    const before = await assets();
    const bnb = await trader.asked('POST', 'portfolio-margin/asset-collection', { asset: 'BNB' });
    expect([bnb.status, bnb.json.data.errors[0].field]).toEqual([400, 'asset']);
    const one = await trader.post('portfolio-margin/asset-collection', { asset: 'USDT' });
    expect(one).toEqual({ success: true, ...own(), asset: 'USDT', response: { msg: 'success' } });
    const after = await assets();
    expect(after.USDT.um_futures.wallet).toBe(0);
    expect(after.USDT.cross_margin.total).toBeCloseTo(15_000 + before.USDT.um_futures.wallet, 8);
    expect(after.USDT.total_wallet_balance).toBe(before.USDT.total_wallet_balance);
    trader.mark(btc.symbol, 120);
    await trader.trade('BTCUSDT', 'SELL', 1);
    expect((await assets()).USDT.um_futures.wallet).toBeGreaterThan(10);
    const all = await trader.asked('POST', 'portfolio-margin/auto-collection');
    expect([all.status, all.json.message]).toEqual([200, 'Auto-collection triggered successfully']);
    expect(all.json.data).toEqual({ success: true, ...own(), response: { msg: 'success' } });
    const last = await assets();
    expect([last.USDT.um_futures.wallet, last.BNB.um_futures.wallet]).toEqual([0, 2]);
  });

  it('has no margin mode and no transfers, and says so', async () => {
    const feature = (name: string) => ({
      error: 'NOT_SUPPORTED',
      exchange: 'binance',
      feature: name,
    });
    const mode = await trader.asked('POST', 'margin-mode', { ...btc, margin_mode: 'isolated' });
    expect([mode.status, mode.json.message, mode.json.data]).toEqual([
      400,
      'Error - binance does not support margin mode on portfolio-margin accounts.',
      feature('margin_mode'),
    ]);
    const move = { asset: 'USDT', amount: 1, from_account: 'spot', to_account: 'swap' };
    const transfer = await trader.asked('POST', 'transfer', move);
    expect([transfer.status, transfer.json.message, transfer.json.data]).toEqual([
      400,
      'Error - binance does not support wallet transfers on portfolio-margin accounts.',
      feature('transfer'),
    ]);
  });

  it('sends no spot orders, which would be margin orders, and says so', async () => {
    const before = trader.live.simulator.requests('binance').length;
    const order = { symbol: 'BTC/USDT', side: 'buy', order_type: 'market', quantity: 1 };
    const { status, json } = await trader.asked('POST', 'order', { ...order, market_type: 'spot' });
    const why =
      'Error - binance takes spot orders of accounts on portfolio margin as margin orders, ' +
      `which are not supported (account ${trader.account}).`;
    const data = { error: 'NOT_SUPPORTED', exchange: 'binance', market_type: 'spot' };
    expect([status, json.message, json.data]).toEqual([400, why, data]);
    const list = await trader.asked('GET', 'orders/open', { market_type: 'spot' });
    expect([list.status, list.json.message, list.json.data]).toEqual([400, why, data]);
    // One wallet pays for everything: it is shown under any name.
    expect((await trader.get('balance', { market_type: 'spot' })).total.USDT).toBeGreaterThan(0);
    const sent = trader.live.simulator.requests('binance').slice(before);
    expect(sent.filter(({ method }) => method === 'POST')).toEqual([]);
  });

  it('is refused at the usual endpoints, and never asks there', async () => {
    const there = await trader.there('GET fapi.binance.com/fapi/v3/account');
    expect(there).toEqual({
      code: -2015,
      msg: 'Invalid API-key, IP, or permissions for action.',
    });
    const requests = trader.live.simulator.requests('binance');
    // Requests of the usual account go there, its comparisons too; this key would be refused.
    const signed = requests.filter(({ query, body }) => `${query}${body}`.includes('signature='));
    const elsewhere = signed.filter(({ host }) => host !== 'papi.binance.com');
    const refused = elsewhere.filter(({ status }) => status !== 200);
    expect(refused.map(({ path, status }) => [path, status])).toEqual([['/fapi/v3/account', 401]]);
    expect(signed.length).toBeGreaterThan(20);
  });
});

describe('an account of the usual kind', () => {
  it('has no portfolio margin, and says so', async () => {
    const query = { exchange_account_id: trader.usual };
    const { status, json } = await trader.asked('GET', 'portfolio-margin/balance', query);
    expect([status, json.message, json.data]).toEqual([
      400,
      'Error - binance does not support portfolio margin on accounts without portfolio_margin.',
      { error: 'NOT_SUPPORTED', exchange: 'binance', feature: 'portfolio_margin' },
    ]);
  });
});
