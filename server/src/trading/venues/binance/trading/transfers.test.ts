import { expect, it } from 'vitest';
import type { WalletName } from '../../perpsPort.ts';
import type { DialectCall } from '../../shared/live/dialect.ts';
import { NoAnswerError } from '../../shared/live/tradeHttp.ts';
import { binanceTransfers } from './transfers.ts';

/** Returns the balances of a wallet when the exchange gives this answer. */
async function balances(wallet: WalletName, answer: unknown) {
  const client = { request: async () => answer };
  return binanceTransfers.balances?.({ client } as unknown as DialectCall, wallet);
}

it('an unrealised profit of coin-margined contracts is not free', async () => {
  const row = { asset: 'BTC', balance: '1.5' };
  expect(await balances('future', [{ ...row, availableBalance: '1.75' }])).toEqual({
    BTC: { free: '1.5', used: '0', total: '1.5' },
  });
  expect(await balances('future', [{ ...row, availableBalance: '1.2' }])).toEqual({
    BTC: { free: '1.2', used: '0.3', total: '1.5' },
  });
  expect(await balances('future', [{ asset: 'ETH', balance: '0', availableBalance: '0' }])).toEqual(
    {},
  );
});

it('what is owed in the margin wallet is taken off', async () => {
  const row = { asset: 'USDT', free: '100', locked: '10', borrowed: '30', interest: '0.5' };
  expect(await balances('margin', { userAssets: [row] })).toEqual({
    USDT: { free: '79.5', used: '0', total: '79.5' },
  });
  expect(await balances('margin', { userAssets: [{ ...row, borrowed: '200' }] })).toEqual({
    USDT: { free: '0', used: '-90.5', total: '-90.5' },
  });
});

it('what is frozen or on its way out is in the funding wallet still', async () => {
  const row = { asset: 'BNB', free: '1', locked: '0.25', freeze: '0.5', withdrawing: '2' };
  expect(await balances('funding', [row])).toEqual({
    BNB: { free: '1', used: '2.75', total: '3.75' },
  });
});

it('an answer without a list is none', async () => {
  await expect(balances('margin', { code: 1 })).rejects.toThrow(NoAnswerError);
  await expect(balances('future', {})).rejects.toThrow(NoAnswerError);
});
