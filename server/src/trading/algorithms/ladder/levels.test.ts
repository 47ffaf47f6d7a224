import { expect, it } from 'vitest';
import type { AccountId } from '../../model/account.ts';
import type { ChildView } from '../algorithm.ts';
import { standingOf } from './levels.ts';

const accountId = 'desk' as AccountId;
const level = { number: 1, accountId, target: 100, price: 100, quantity: 1 };

const refused = (refusedCode: string, placedAtMs: number): ChildView => ({
  number: placedAtMs,
  group: 101,
  purpose: 'level',
  accountId,
  quantity: 1,
  price: 100,
  timeInForce: 'GTC',
  isOver: true,
  isCancelling: false,
  filled: 0,
  refusedCode,
  placedAtMs,
  leg: 0,
  isClosing: false,
});

it('places at once what a crash kept from being sent, however often that was', () => {
  const unsent = Array.from({ length: 10 }, (_, at) => refused('NOT_SENT', at));
  expect(standingOf(level, unsent, false)).toEqual({
    kind: 'due',
    rest: 1,
    atMs: 0,
    why: undefined,
  });
});

it('places what was refused later each time, and fails after the fifth', () => {
  const refusals = (count: number) =>
    Array.from({ length: count }, () => refused('INSUFFICIENT_BALANCE', 1_000));
  const times = [1, 2, 3, 4, 5].map((count) => standingOf(level, refusals(count), false));
  expect(times.map((standing) => standing.kind === 'due' && standing.atMs)).toEqual([
    6_000, 11_000, 21_000, 41_000, 61_000,
  ]);
  expect(standingOf(level, refusals(6), false).kind).toBe('failed');
});
