import type { DataOf } from '@windlass/client';
import { describe, expect, test } from 'vitest';
import { accountProblem, keyProblem } from './desk.ts';

const service = (...roles: DataOf<'getServiceInfo'>['key']['roles']) => ({
  version: '1',
  environment: 'test',
  started_at: '',
  services: [],
  feed: 'simulated' as const,
  exchanges: 'real' as const,
  ledger: 'simulated' as const,
  key: { id: 'k', name: 'k', roles, exchange_account_ids: null, expires_at: null },
});
const offered = { types: ['market'], timesInForce: [], hasPostOnly: false, hasReduceOnly: false };
const standing: Parameters<typeof accountProblem>[0] = {
  service: service('trader'),
  account: {
    exchange_account_id: 'paper-okx',
    exchange: 'okx',
    mode: 'paper',
    portfolio_id: null,
    halted: false,
    environment: 'production',
    region: 'global',
  },
  symbol: 'BTC/USDT',
  exchanges: ['okx'],
  offered: { ...offered, types: ['market'] },
};

describe('what keeps an account from trading', () => {
  test('is nothing when all is well, or not known yet', () => {
    expect(accountProblem(standing)).toBeUndefined();
    const unknown = { ...standing, service: undefined, exchanges: undefined, offered: undefined };
    expect(accountProblem(unknown)).toBeUndefined();
  });

  test.each([
    ['OKX does not list BTC/USDT.', { exchanges: ['kraken'] }],
    [
      'OKX has no spot markets: choose a perpetual as the symbol.',
      { offered: { ...offered, types: [] } },
    ],
    [/^paper-okx is halted/, { account: { ...standing.account, halted: true } }],
    [/Read-only key \(viewer, analyst\)/, { service: service('viewer', 'analyst') }],
  ])('is said: %s', (sentence, change) => {
    expect(accountProblem({ ...standing, ...change })).toMatch(sentence);
  });
});

test('admins and traders trade, and before the roles are known nobody is told that they may not', () => {
  const barred = [service('admin'), service('trader'), service('viewer')].map(
    (known) => keyProblem(known) !== undefined,
  );
  expect(barred).toEqual([false, false, true]);
  expect(keyProblem(undefined)).toBeUndefined();
});
