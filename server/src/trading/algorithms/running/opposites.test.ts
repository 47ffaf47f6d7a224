import { expect, test } from 'vitest';
import { pairedFundingArb, pairedSpread } from '../../../../test/support/algorithms/pair/params.ts';
import { symbolOf } from '../../../../test/support/paper/fixture.ts';
import { AppError } from '../../../kit/errors.ts';
import type { AccountId } from '../../model/account.ts';
import { opensContract, requireNoOpposite } from './opposites.ts';

type Started = Parameters<typeof requireNoOpposite>[0];
type Running = Parameters<typeof requireNoOpposite>[1][number];

const base = {
  id: 'new',
  symbol: symbolOf('BTC/USDT'),
  side: 'buy',
  quantity: '2',
  accountIds: ['a' as AccountId, 'b' as AccountId],
} as const;
const spread = (changes: Partial<Started> = {}): Started => ({
  ...base,
  type: 'spread',
  params: pairedSpread,
  ...changes,
});
const carry: Started = { ...base, type: 'funding_arb', params: pairedFundingArb };
const sweepParams = {
  urgency: 'neutral',
  useSor: false,
  maxSlippageBps: 50,
  maxRetries: 1,
} as const;
const sweep = (changes: Partial<Started> = {}): Started => ({
  ...base,
  type: 'sweep',
  params: sweepParams,
  symbol: symbolOf('BTC/USDT:USDT'),
  ...changes,
});
const running = (own: Started, changes: Partial<Running> = {}): Running => ({
  ...own,
  id: 'other',
  status: 'RUNNING',
  ...changes,
});

/** Returns the field that the refusal names. */
function blamed(started: Started, other: Running): string | undefined {
  try {
    requireNoOpposite(started, [other]);
    return undefined;
  } catch (error) {
    return error instanceof AppError ? error.issues?.[0]?.field : 'no refusal';
  }
}

test('blames the accounts of the leg that is opposite to that of another pair', () => {
  const short = running(carry);
  expect(blamed(spread({ side: 'sell' }), short)).toBe('params.contra_exchange_account_ids');
  expect(blamed(carry, running(spread({ side: 'sell' })))).toBe('params.perp_exchange_account_id');
  expect(blamed(sweep(), short)).toBe('exchange_account_ids');
  expect(blamed(carry, running(sweep({ accountIds: ['b' as AccountId] })))).toBe(
    'params.perp_exchange_account_id',
  );
});

test('leaves alone what shares no position, or is on its side', () => {
  const short = running(carry);
  expect(blamed(spread(), short)).toBeUndefined();
  expect(blamed(sweep({ side: 'sell' }), short)).toBeUndefined();
  expect(blamed(sweep({ accountIds: ['a' as AccountId] }), short)).toBeUndefined();
  expect(blamed(sweep({ symbol: symbolOf('ETH/USDT:USDT') }), short)).toBeUndefined();
  expect(blamed(sweep({ symbol: symbolOf('BTC/USDT'), side: 'sell' }), short)).toBeUndefined();
});

test('leaves alone two that are no pairs, what has ended, and itself', () => {
  expect(blamed(sweep(), running(sweep({ side: 'sell' })))).toBeUndefined();
  expect(blamed(sweep(), running(carry, { status: 'COMPLETED' }))).toBeUndefined();
  expect(blamed(sweep(), running(carry, { id: 'new' }))).toBeUndefined();
  expect(blamed(sweep(), running(carry, { status: 'PAUSED' }))).toBeDefined();
});

test('knows what opens a contract', () => {
  expect(opensContract(spread())).toBe(true);
  expect(opensContract(sweep())).toBe(true);
  expect(opensContract(sweep({ symbol: symbolOf('BTC/USDT') }))).toBe(false);
});
