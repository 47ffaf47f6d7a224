import { expect, it } from 'vitest';
import type { Account } from '../../model/account.ts';
import { fromStored, newState } from './state.ts';

const account = { createdAtMs: 1_000_000 } as Account;

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
