import { expect, test } from 'vitest';
import { AppError } from '../../kit/errors.ts';
import type { Account } from '../model/account.ts';
import type { VenueBalances } from '../venues/venuePort.ts';
import { navUsd } from './nav.ts';

const binance = {
  id: 'a',
  venue: 'binance',
  mode: 'paper',
  portfolioMargin: false,
  environment: 'live',
  region: 'global',
} as unknown as Account;

const of = (total: string): VenueBalances => ({ USDT: { free: total, used: '0', total } });

const navWith = (account: Account, others: Readonly<Record<string, VenueBalances | undefined>>) =>
  navUsd(
    {
      perps: { positions: async () => ({ account, positions: [] }) },
      balances: async (_id, marketType) => ({ balances: of(marketType === 'spot' ? '100' : '20') }),
      walletBalances: async (_id, wallet) => others[wallet],
      usd: async () => 1,
    },
    account,
  );

test('every wallet counts once, those that trading is not paid from too', async () => {
  expect(await navWith(binance, {})).toBe(120);
  expect(await navWith(binance, { future: of('3'), margin: of('0.5'), funding: {} })).toBe(123.5);
});

test('nothing is known while a wallet cannot be read', async () => {
  const worth = navUsd(
    {
      perps: { positions: async () => ({ account: binance, positions: [] }) },
      balances: async () => ({ balances: of('100') }),
      walletBalances: async (_id, wallet) => {
        if (wallet === 'margin') throw new AppError('NETWORK_ERROR');
        return of('1');
      },
      usd: async () => 1,
    },
    binance,
  );
  expect(await worth).toBeUndefined();
});

test('a wallet that is never told is left out', async () => {
  expect(await navWith(binance, { future: of('3'), margin: undefined })).toBe(123);
});
