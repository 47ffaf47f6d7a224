import { expect, it } from 'vitest';
import { levelsOf } from './levels.ts';

it('reads the levels of a ladder', () => {
  const levels = [{ level_number: 1, price: 100, quantity: 0.5, status: 'active' }];
  expect(levelsOf({ levels, active_orders: 1 })).toEqual([
    { number: 1, price: 100, quantity: 0.5, status: 'active' },
  ]);
});

it('has none of a state that tells none, or tells them otherwise', () => {
  expect(levelsOf({})).toEqual([]);
  expect(levelsOf({ levels: [null, 3, { level_number: 1, price: '100' }] })).toEqual([]);
});
