import { expect, it } from 'vitest';
import { venueOf } from '../../../../test/support/accountsFixture.ts';
import type { Account } from '../../model/account.ts';
import { fromStored, newState } from './state.ts';

const account = { createdAtMs: 1_000_000 } as Account;
const withMargin = {
  ...{ ...account, venue: venueOf('binance'), mode: 'paper', portfolioMargin: true },
} as Account;
const wallet = { balances: { USDT: '5' }, changes: { USDT: '1' }, roundings: {} };

it('of an earlier version, the state counts funding from its last comparison on', () => {
  const { paymentsSinceMs, knownPayments, transfers, arePositionsKnown, ...earlier } =
    newState(account);
  expect([knownPayments, transfers, arePositionsKnown]).toEqual([[], [], false]);
  expect(paymentsSinceMs).toBeLessThan(account.createdAtMs);
  const stored = { ...earlier, lastComparedMs: 5_000_000 };
  expect(fromStored(stored, account)).toEqual({
    ...newState(account),
    ...{ lastComparedMs: 5_000_000, paymentsSinceMs: 5_000_000 },
  });
});

it('as it is written, the state is read', () => {
  const state = { ...newState(account), paymentsSinceMs: 7, lastComparedMs: 9, putOffs: 2 };
  expect(fromStored(JSON.parse(JSON.stringify(state)), account)).toEqual(state);
});

it('of before portfolio margin was one wallet, the state takes its balances over anew', () => {
  const state = { ...newState(withMargin), wallets: { spot: wallet, swap: wallet } };
  expect(fromStored(state, withMargin)).toEqual({ ...state, wallets: {} });
  // 1. One wallet stays what it is, and so do the two of an account without portfolio margin.
  const one = { ...state, wallets: { spot: wallet } };
  expect(fromStored(one, withMargin)).toEqual(one);
  expect(fromStored(state, { ...withMargin, portfolioMargin: false })).toEqual(state);
});
