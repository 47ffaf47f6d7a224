import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DrainingCounter } from './drainingCounter.ts';

test('what was spent drains by a tenth more slowly than the exchange says', () => {
  const counter = new DrainingCounter(10, 1_000);
  counter.spend(10, 0);
  expect(counter.spent(550)).toBeCloseTo(5);
  expect(counter.spent(1_099)).toBeGreaterThan(0);
  expect(counter.spent(1_101)).toBe(0);
});

test('after all was spent at once there is room for one as soon as one has drained', () => {
  const counter = new DrainingCounter(15, 45_000);
  for (let count = 0; count < 15; count += 1) counter.spend(1, 0);
  expect(counter.roomAtMs(1, 15, 0)).toBeGreaterThan(3_000);
  expect(counter.roomAtMs(1, 15, 0)).toBeLessThan(3_400);
  expect(counter.roomAtMs(16, 15, 0)).toBe(Number.POSITIVE_INFINITY);
});

test('who waits for room never fills the counter of the exchange, and room is there then', () => {
  const spends = fc.array(
    fc.record({ gapMs: fc.integer({ min: 0, max: 400 }), cost: fc.integer({ min: 1, max: 9 }) }),
    { minLength: 5, maxLength: 80 },
  );
  const capacity = 20;
  const lengthMs = 1_000;
  fc.assert(
    fc.property(spends, (all) => {
      const counter = new DrainingCounter(capacity, lengthMs);
      let nowMs = 0;
      let [level, levelAtMs] = [0, 0];
      for (const { gapMs, cost } of all) {
        nowMs = counter.roomAtMs(cost, capacity, nowMs + gapMs);
        expect(counter.roomAtMs(cost, capacity, nowMs)).toBe(nowMs);
        counter.spend(cost, nowMs);
        level = Math.max(0, level - ((nowMs - levelAtMs) * capacity) / lengthMs) + cost;
        levelAtMs = nowMs;
        expect(level).toBeLessThanOrEqual(capacity);
      }
    }),
  );
});
