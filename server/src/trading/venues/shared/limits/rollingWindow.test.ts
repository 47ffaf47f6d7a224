import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RollingWindow } from './rollingWindow.ts';

const roomFor = (cost: number, kept: readonly number[] = []) => ({ cost, capacity: 10, kept });

test('what was spent counts for a tenth longer than the window', () => {
  const window = new RollingWindow(1_000, 2);
  window.spend(0, 3, 0);
  expect(window.spent(1_099)).toEqual([3, 0]);
  expect(window.spent(1_101)).toEqual([0, 0]);
});

test('room comes when enough of the oldest has passed', () => {
  const window = new RollingWindow(1_000, 2);
  window.spend(0, 4, 0);
  window.spend(0, 4, 500);
  expect(window.freeAtMs(roomFor(2), 600)).toBe(600);
  expect(window.freeAtMs(roomFor(3), 600)).toBe(1_100);
  expect(window.freeAtMs(roomFor(7), 600)).toBe(1_600);
  expect(window.freeAtMs(roomFor(11), 600)).toBe(Number.POSITIVE_INFINITY);
});

test('what one payer has not spent of its part is no room for another', () => {
  const window = new RollingWindow(1_000, 2);
  window.spend(0, 3, 0);
  window.spend(1, 3, 500);
  // Once the three of the second payer no longer count, two of them are reserved for it again.
  expect(window.freeAtMs(roomFor(4, [0, 2]), 600)).toBe(600);
  expect(window.freeAtMs(roomFor(6, [0, 2]), 600)).toBe(1_100);
  expect(window.freeAtMs(roomFor(8, [0, 2]), 600)).toBe(1_600);
  expect(window.freeAtMs(roomFor(9, [0, 2]), 600)).toBe(Number.POSITIVE_INFINITY);
});

test('never counts less than what was spent within its length, nor more than a bit before it', () => {
  const spends = fc.array(
    fc.record({
      gapMs: fc.oneof(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 0, max: 200 })),
      cost: fc.integer({ min: 1, max: 9 }),
    }),
    { minLength: 10, maxLength: 80 },
  );
  fc.assert(
    fc.property(spends, fc.integer({ min: 0, max: 1_500 }), (all, restMs) => {
      const window = new RollingWindow(1_000, 2);
      const log: { atMs: number; cost: number }[] = [];
      let nowMs = 0;
      for (const { gapMs, cost } of all) {
        nowMs += gapMs;
        window.spend(0, cost, nowMs);
        log.push({ atMs: nowMs, cost });
      }
      nowMs += restMs;
      const within = (ms: number) =>
        log.reduce((sum, { atMs, cost }) => (nowMs - atMs < ms ? sum + cost : sum), 0);
      expect(window.spent(nowMs)[0]).toBeGreaterThanOrEqual(within(1_100));
      expect(window.spent(nowMs)[0]).toBeLessThanOrEqual(within(1_100 + 22));
    }),
  );
});
