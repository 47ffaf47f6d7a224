import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RollingWindow } from './rollingWindow.ts';

test('what was spent counts for a tenth longer than the window', () => {
  const window = new RollingWindow(1_000);
  window.spend(3, 0);
  expect(window.spent(1_099)).toBe(3);
  expect(window.spent(1_101)).toBe(0);
});

test('room comes when enough of the oldest has passed', () => {
  const window = new RollingWindow(1_000);
  window.spend(4, 0);
  window.spend(4, 500);
  expect(window.roomAtMs(2, 10, 600)).toBe(600);
  expect(window.roomAtMs(3, 10, 600)).toBe(1_100);
  expect(window.roomAtMs(7, 10, 600)).toBe(1_600);
  expect(window.roomAtMs(11, 10, 600)).toBe(Number.POSITIVE_INFINITY);
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
      const window = new RollingWindow(1_000);
      const log: { atMs: number; cost: number }[] = [];
      let nowMs = 0;
      for (const { gapMs, cost } of all) {
        nowMs += gapMs;
        window.spend(cost, nowMs);
        log.push({ atMs: nowMs, cost });
      }
      nowMs += restMs;
      const within = (ms: number) =>
        log.reduce((sum, { atMs, cost }) => (nowMs - atMs < ms ? sum + cost : sum), 0);
      expect(window.spent(nowMs)).toBeGreaterThanOrEqual(within(1_100));
      expect(window.spent(nowMs)).toBeLessThanOrEqual(within(1_100 + 22));
    }),
  );
});
