import { expect, it } from 'vitest';
import { venueOf } from '../../../../test/support/accounts/fixture.ts';
import { formatExact } from '../../../kit/exact.ts';
import type { Account } from '../../model/account.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import {
  fromStored,
  newState,
  toleranceOf,
  walletState,
  withBalances,
  withFills,
} from './state.ts';

const account = { createdAtMs: 1_000_000 } as Account;
const withMargin = {
  ...account,
  venue: venueOf('binance'),
  mode: 'paper',
  portfolioMargin: true,
} as Account;
const wallet = { balances: { USDT: '5' }, changes: { USDT: '1' }, roundings: {}, slack: {} };

it('of an earlier version, the state counts funding from its last comparison on', () => {
  const { paymentsSinceMs, knownPayments, transfers, arePositionsKnown, ...earlier } =
    newState(account);
  expect([knownPayments, transfers, arePositionsKnown]).toEqual([[], [], false]);
  expect(paymentsSinceMs).toBeLessThan(account.createdAtMs);
  const stored = { ...earlier, lastComparedMs: 5_000_000 };
  expect(fromStored(stored, account)).toEqual({
    ...newState(account),
    lastComparedMs: 5_000_000,
    paymentsSinceMs: 5_000_000,
  });
});

it('as it is written, the state is read', () => {
  const state = { ...newState(account), paymentsSinceMs: 7, lastComparedMs: 9, putOffs: 2 };
  expect(fromStored(JSON.parse(JSON.stringify(state)), account)).toEqual(state);
});

it('of before portfolio margin was one wallet, the state takes its balances over anew', () => {
  const state = { ...newState(withMargin), wallets: { spot: wallet, swap: wallet } };
  expect(fromStored(state, withMargin)).toEqual({ ...state, wallets: {} });
  // One wallet stays as it is, and so do the two of an account without portfolio margin.
  const one = { ...state, wallets: { spot: wallet } };
  expect(fromStored(one, withMargin)).toEqual(one);
  expect(fromStored(state, { ...withMargin, portfolioMargin: false })).toEqual(state);
});

it('of a version that knew of no slack, the wallets have none', () => {
  const { slack: _none, ...earlier } = wallet;
  const written = JSON.stringify({ ...newState(account), wallets: { spot: earlier } });
  const { wallets } = fromStored(JSON.parse(written), { ...account, portfolioMargin: false });
  expect(wallets).toEqual({ spot: wallet });
});

/** An amount below the precision of any balance, which no fill changes. */
const dust = '0.00000001';

it('what a venue rounds of a fill on spot is borne in its quote, fill by fill', () => {
  const spot = { ...withMargin, venue: venueOf('kraken'), portfolioMargin: false };
  const fill: VenueFill = {
    venueTradeId: '1',
    venueOrderId: 'v',
    clientId: undefined,
    marketType: 'spot',
    symbol: 'BTC/USD' as InstrumentSymbol,
    side: 'buy',
    price: 100,
    quantity: '1',
    fee: '0.1',
    feeAsset: 'USD',
    liquidity: 'taker',
    atMs: 0,
  };
  const rounded = { ...fill, quoteRounding: '0.0002' };
  const state = withFills(newState(spot), spot, [rounded, fill, rounded]);
  const tolerances = (own: typeof state) =>
    ['USD', 'BTC'].map((asset) => formatExact(toleranceOf(walletState(own, 'spot'), asset)));
  expect(tolerances(state)).toEqual(['0.0004', dust]);
  const taken = withBalances(state, 'spot', { balances: { USD: '5' }, waiting: [] });
  expect(tolerances(taken)).toEqual([dust, dust]);
  const waited = withBalances(state, 'spot', { balances: { USD: '5' }, waiting: ['USD'] });
  expect(tolerances(waited)).toEqual(['0.0004', dust]);
});
