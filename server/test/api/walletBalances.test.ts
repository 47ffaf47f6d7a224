import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerpsApp, type PerpsApp } from '../support/app/perpsApp.ts';

let test: PerpsApp;
beforeAll(async () => {
  test = await createPerpsApp();
});
afterAll(() => test.stop());

/** Wallet names of transfers that name a wallet of their own, and those that name the same one. */
const venues = [
  {
    venue: 'binance',
    asset: 'USDT',
    moves: ['future', 'margin', 'funding'],
    same: ['main', 'spot'],
  },
  { venue: 'gateio', asset: 'USDT', moves: ['future'], same: ['funding', 'spot'] },
  { venue: 'kraken', asset: 'USD', moves: ['future', 'main'], same: [] },
  { venue: 'okx', asset: 'USDT', moves: ['funding'], same: ['swap', 'future', 'margin', 'spot'] },
];

describe.each(venues)('what is moved at $venue', ({ venue, asset, moves, same }) => {
  const account = { exchange_account_id: `paper-${venue}` };
  const held = async (fields: object): Promise<number> =>
    (await test.data('getBalance', { ...account, ...fields })).total[asset] ?? 0;

  it.each(moves)('to %s is in the balance of that word, and nowhere else', async (word) => {
    const [before, spot] = [await held({ wallet: word }), await held({})];
    const move = { ...account, asset, amount: 12.5, from_account: 'spot', to_account: word };
    await test.data('transferFunds', move);
    expect([await held({ wallet: word }), await held({})]).toEqual([before + 12.5, spot - 12.5]);
    // Dated futures of kraken are margined from the wallet of perpetuals, which is checked below.
    if (word === 'future' && venue !== 'kraken') {
      expect(await held({ market_type: word })).toBe(before + 12.5);
    }
  });

  it('is told of one wallet by all of its words', async () => {
    const spot = await held({});
    for (const wallet of same) expect([wallet, await held({ wallet })]).toEqual([wallet, spot]);
    expect(await held({ wallet: 'swap' })).toBe(await held({ market_type: 'swap' }));
    if (venue === 'kraken') {
      expect(await held({ market_type: 'future' })).toBe(await held({ market_type: 'swap' }));
    }
  });

  it('is asked of no wallet that the exchange has not', async () => {
    const { status, json } = await test.send('getBalance', { ...account, wallet: 'savings' });
    expect(status).toBe(400);
    expect(json.data).toMatchObject({ error: 'VALIDATION_FAILED', errors: [{ field: 'wallet' }] });
    expect(json.message).toMatch(new RegExp(`^Error - ${venue} has no wallet savings: it has `));
  });
});

describe('an exchange with one wallet', () => {
  it.each(['bybit', 'hyperliquid'])('has it under each market of %s', async (venue) => {
    const account = { exchange_account_id: `paper-${venue}` };
    const swap = await test.data('getBalance', { ...account, market_type: 'swap' });
    for (const wallet of ['spot', 'swap', 'future']) {
      const { total } = await test.data('getBalance', { ...account, wallet });
      expect([wallet, total]).toEqual([wallet, swap.total]);
    }
    expect((await test.send('getBalance', { ...account, wallet: 'funding' })).status).toBe(400);
  });
});

describe('asset-collection', () => {
  it('refuses an asset that the exchange lists nowhere', async () => {
    const account = { exchange_account_id: 'margined' };
    const made = await test.account({
      ...account,
      exchange: 'binance',
      mode: 'paper',
      portfolio_margin: true,
    });
    expect(made.status).toBe(201);
    const none = await test.send('triggerAssetCollection', { ...account, asset: 'ZZZ' });
    expect([none.status, none.json.message]).toEqual([400, 'Error - binance lists no asset ZZZ.']);
    // It is listed, but the account holds none of it.
    const nothing = await test.data('triggerAssetCollection', { ...account, asset: 'DOGE' });
    expect(nothing.response).toMatchObject({ collected: {} });
  });
});
