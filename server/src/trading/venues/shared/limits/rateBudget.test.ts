import { expect, test } from 'vitest';
import { weighted } from './callCosts.ts';
import type { RatedCall } from './governorRules.ts';
import { RateMeter } from './rateBudget.ts';

test('a fifth of a window is closed to lists, and open to short reads and lists that prove', () => {
  const cost = weighted({ cancel: 1, order: 1, read: 1, list: 10 });
  const meter = new RateMeter({
    ...{ name: 'weight', scope: 'address', capacity: 100, lengthMs: 10_000, cost },
  });
  // Cancels and orders have 40 for themselves, reads 20 more.
  meter.spend(40, 0);
  const hasRoom = (call: RatedCall) => meter.roomAtMs(call, 1, 0) === 0;
  expect(hasRoom({ kind: 'list' })).toBe(false);
  expect(hasRoom({ kind: 'list', urgency: 'read' })).toBe(true);
  expect(hasRoom({ kind: 'read' })).toBe(true);
  meter.spend(20, 0);
  expect(hasRoom({ kind: 'read' })).toBe(false);
});
