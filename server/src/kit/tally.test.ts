import { expect, it } from 'vitest';
import { createTally } from './tally.ts';

it('counts under each name and in all, and takes each off once', () => {
  const tally = createTally();
  const first = tally.add('one');
  const second = tally.add('one');
  tally.add('other');
  expect([tally.of('one'), tally.of('other'), tally.of('none'), tally.total]).toEqual([2, 1, 0, 3]);
  first();
  first();
  expect([tally.of('one'), tally.total]).toEqual([1, 2]);
  second();
  expect([tally.of('one'), tally.of('other'), tally.total]).toEqual([0, 1, 1]);
});
