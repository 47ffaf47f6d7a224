import { expect, it } from 'vitest';
import { LeaseError, soleLease } from '../kit/lease.ts';
import { createLateOwnership } from './lateOwnership.ts';
import type { Ownership } from './types.ts';

const owned: Ownership = {
  ...soleLease,
  epoch: 7,
  lost: new AbortController().signal,
  standbys: async () => [],
  release: async () => undefined,
};

it('allows nothing until it begins, and is the ownership itself from then on', async () => {
  const late = createLateOwnership();
  expect([late.isOwned(), late.validForMs()]).toEqual([false, 0]);
  expect(() => late.assertValid(1)).toThrow(LeaseError);
  expect(() => late.epoch()).toThrow(LeaseError);
  const waiting = late.whenValid(500, new AbortController().signal);
  late.begin(owned);
  await waiting;
  expect([late.isOwned(), late.epoch()]).toEqual([true, 7]);
  expect(late.validForMs()).toBe(Number.POSITIVE_INFINITY);
  late.assertValid(500);
});

it('is waited for no longer than the caller wants', async () => {
  const leaving = new AbortController();
  const waiting = createLateOwnership().whenValid(500, leaving.signal);
  leaving.abort(new Error('given up'));
  await expect(waiting).rejects.toThrow('given up');
});
