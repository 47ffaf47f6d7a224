import { expect, it } from 'vitest';
import { venueOf } from '../../../../test/support/accounts/fixture.ts';
import type { Account } from '../../model/account.ts';
import { isSeen } from './transfers.ts';
import { tradedWallets } from './wallets.ts';

const accountOf = (venue: string, changes: Partial<Account> = {}): Account =>
  ({ venue: venueOf(venue), mode: 'paper', portfolioMargin: false, ...changes }) as Account;
const namesOf = (account: Account) => tradedWallets(account).map(({ name }) => name);

it('compares the wallets that trading is paid from, each once', () => {
  expect(namesOf(accountOf('binance'))).toEqual(['spot', 'swap']);
  expect(namesOf(accountOf('okx'))).toEqual(['spot']);
  expect(namesOf(accountOf('hyperliquid'))).toEqual(['swap']);
});

it('takes portfolio margin for one wallet, so that a collection in it moves nothing', () => {
  const wallets = tradedWallets(accountOf('binance', { portfolioMargin: true }));
  expect(wallets).toEqual([{ name: 'spot', marketTypes: ['spot', 'swap', 'future'] }]);
});

it('looks after transfers that touch such a wallet', () => {
  const move = { asset: 'USDT', amount: '1' } as const;
  const binance = accountOf('binance');
  expect(isSeen(binance, { ...move, from: 'funding', to: 'spot' })).toBe(true);
  expect(isSeen(binance, { ...move, from: 'swap', to: 'margin' })).toBe(true);
  expect(isSeen(binance, { ...move, from: 'funding', to: 'margin' })).toBe(false);
});
