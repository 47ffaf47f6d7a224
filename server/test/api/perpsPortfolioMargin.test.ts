import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerpsApp, type PerpsApp } from '../support/app/perpsApp.ts';

let test: PerpsApp;
beforeAll(async () => {
  test = await createPerpsApp();
});
afterAll(() => test.stop());

describe('portfolio margin on a paper account', () => {
  const account = { exchange_account_id: 'joined' };
  beforeAll(async () => {
    const made = { ...account, exchange: 'binance', mode: 'paper', portfolio_margin: true };
    const balances = { spot: { USDT: '1000' }, swap: { USDT: '500', BNB: '2' }, future: {} };
    const { status } = await test.account({ ...made, paper_balances: balances });
    expect(status).toBe(201);
  });

  it('is told by asset and in the words of the exchange', async () => {
    const { assets } = await test.data('getPortfolioMarginBalance', account);
    expect(assets.USDT).toEqual({
      cross_margin: { total: 1_000, free: 1_000, locked: 0, borrowed: 0, interest: 0 },
      um_futures: { wallet: 500, unrealized_pnl: 0 },
      cm_futures: { wallet: 0, unrealized_pnl: 0 },
      total_wallet_balance: 1_500,
      negative_balance: 0,
    });
    const margin = await test.data('getPortfolioMarginAccount', account);
    expect(margin.papi_um_account).toMatchObject({
      totalWalletBalance: '500',
      availableBalance: '1500',
      totalMarginBalance: '500',
    });
    expect(margin.papi_balance).toContainEqual({
      asset: 'BNB',
      crossMarginAsset: '0',
      crossMarginFree: '0',
      crossMarginLocked: '0',
      umWalletBalance: '2',
      umUnrealizedPNL: '0',
      cmWalletBalance: '0',
      cmUnrealizedPNL: '0',
      totalWalletBalance: '2',
    });
  });

  it('is collected, without the token of the exchange', async () => {
    const token = await test.send('triggerAssetCollection', { ...account, asset: 'BNB' });
    expect(token.status).toBe(400);
    expect(token.text).toContain('binance does not collect BNB');
    const one = await test.send('triggerAssetCollection', { ...account, asset: 'USDT' });
    expect(one.json.message).toBe('Asset-collection triggered for USDT');
    expect(one.json.data.response).toEqual({ collected: { USDT: '500' } });
    const all = await test.send('triggerAutoCollection', account);
    expect(all.json.message).toBe('Auto-collection triggered successfully');
    expect(all.json.data).toMatchObject({ success: true, response: { collected: {} } });
    const { assets } = await test.data('getPortfolioMarginBalance', account);
    expect(assets.USDT).toMatchObject({
      cross_margin: { total: 1_500 },
      um_futures: { wallet: 0 },
    });
    expect(assets.BNB).toMatchObject({ um_futures: { wallet: 2 } });
  });

  it('has one wallet and one mode, and stays what it is', async () => {
    const move = { ...account, asset: 'USDT', amount: 1, from_account: 'spot', to_account: 'swap' };
    expect((await test.send('transferFunds', move)).json.data.error).toBe('NOT_SUPPORTED');
    const mode = { ...account, symbol: 'BTC/USDT:USDT', margin_mode: 'cross' };
    expect((await test.send('setMarginMode', mode)).json.data.error).toBe('NOT_SUPPORTED');
    const change = (id: string, portfolio_margin: boolean) =>
      test.ask({ method: 'PATCH', url: `/admin/accounts/${id}`, body: { portfolio_margin } });
    expect((await change('joined', true)).status).toBe(200);
    for (const [id, wanted] of [
      ['joined', false],
      ['paper-binance', true],
    ] as const) {
      const { status, text } = await change(id, wanted);
      expect(status).toBe(400);
      expect(text).toContain('portfolio_margin of a paper account cannot change');
    }
  });
});
