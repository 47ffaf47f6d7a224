import { expect, it } from 'vitest';
import { unknownOrder } from '../../../test/support/alerts/fixture.ts';
import { createManualClock } from '../../../test/support/manualClock.ts';
import type { AccountId } from '../model/account.ts';
import { createFolding } from './folding.ts';
import type { Alert } from './types.ts';

function setUp() {
  const clock = createManualClock(0);
  const told: { kind: string; count: number; atMs: number; alert: Alert }[] = [];
  const emit = (alert: Alert, count: number) => {
    told.push({ kind: alert.kind, count, atMs: clock.now(), alert });
  };
  const folding = createFolding({ clock, emit });
  const counts = () => told.map(({ count, atMs }) => [count, atMs]);
  return { clock, folding, told, counts };
}

const stale = (symbol: string, reason: string): Alert => {
  return { kind: 'stale_book', venue: 'okx', symbol, reason, accounts: [] };
};

it('tells the first at once and a flood once a minute, with counts that sum up', async () => {
  const { clock, folding, told, counts } = setUp();
  for (let i = 0; i < 150; i += 1) {
    folding.add(stale('BTC/USDT', `gap ${i}`));
    await clock.advance(1_000);
  }
  await clock.advance(300_000);
  expect(counts()).toEqual([
    [1, 0],
    [59, 60_000],
    [60, 120_000],
    [30, 180_000],
  ]);
  expect(told.at(-1)?.alert).toMatchObject({ reason: 'gap 149' });
  expect(clock.pending()).toBe(0);
  folding.add(stale('BTC/USDT', 'again'));
  expect(counts().at(-1)).toEqual([1, 450_000]);
});

it('folds nothing of another subject or kind', () => {
  const { folding, counts } = setUp();
  const account = 'desk' as AccountId;
  const difference: Alert = {
    kind: 'difference_found',
    account,
    difference: 'missing_fill',
    reason: 'r',
  };
  const all = [
    unknownOrder('a'),
    unknownOrder('b'),
    stale('BTC/USDT', 'gap'),
    stale('ETH/USDT', 'gap'),
    difference,
    { ...difference, orderId: 'a' },
    { ...difference, symbol: 'a' },
    { ...difference, account: 'other' as AccountId },
    { ...difference, difference: 'balance' },
  ];
  for (const alert of all) folding.add(alert);
  expect(counts()).toEqual(all.map(() => [1, 0]));
  for (const alert of all) folding.add(alert);
  expect(counts()).toHaveLength(all.length);
});

it('never holds back a halt or a resumption', () => {
  const { folding, told } = setUp();
  const accounts = ['desk' as AccountId];
  const kinds = ['account_halted', 'account_resumed', 'account_halted'] as const;
  for (const kind of kinds) folding.add({ kind, accounts, actorName: 'desk' });
  expect(told.map(({ kind }) => kind)).toEqual(kinds);
});

it('tells what it counted when it is flushed, and leaves no timer', () => {
  const { clock, folding, counts } = setUp();
  for (const id of ['a', 'a', 'a', 'b']) folding.add(unknownOrder(id));
  folding.flush();
  expect(counts().map(([count]) => count)).toEqual([1, 1, 2]);
  expect(clock.pending()).toBe(0);
});

it('remembers ten thousand subjects, and tells early what it must forget', () => {
  const { clock, folding, counts } = setUp();
  folding.add(unknownOrder('first'));
  folding.add(unknownOrder('first'));
  for (let i = 0; i < 9_999; i += 1) folding.add(unknownOrder(`order-${i}`));
  expect(clock.pending()).toBe(10_000);
  expect(counts()).toHaveLength(10_000);
  folding.add(unknownOrder('one more'));
  expect(clock.pending()).toBe(10_000);
  // The one that was counted for the first, and the new one.
  expect(counts()).toHaveLength(10_002);
});
