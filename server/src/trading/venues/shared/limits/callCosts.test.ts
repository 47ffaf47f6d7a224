import { expect, test } from 'vitest';
import { counted, unsigned, weighted } from './callCosts.ts';

test('a weight replaces the cost of a kind that is counted, and of no other', () => {
  const cost = weighted({ cancel: 8, order: 1, read: 0, list: 0 });
  expect(cost({ kind: 'cancel' })).toBe(8);
  expect(cost({ kind: 'cancel', weight: 0 })).toBe(0);
  expect(cost({ kind: 'read', weight: 5 })).toBe(0);
});

test('a counted call is one, whatever it weighs', () => {
  const cost = counted('order', 'list');
  expect(cost({ kind: 'order', weight: 7 })).toBe(1);
  expect(cost({ kind: 'cancel', weight: 7 })).toBe(0);
});

test('only reads that nobody signs count as public', () => {
  expect(unsigned({ kind: 'read' })).toBe(1);
  expect(unsigned({ kind: 'list', credential: 'a' })).toBe(0);
  expect(unsigned({ kind: 'cancel' })).toBe(0);
});
