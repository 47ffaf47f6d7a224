import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DrainingCounter } from './drainingCounter.ts';

test('what was spent drains by a tenth more slowly than the exchange says', () => {
  const counter = new DrainingCounter({ capacity: 10, lengthMs: 1_000 }, 1);
  counter.spend(0, 10, 0);
  expect(counter.spent(550)[0]).toBeCloseTo(5);
  expect(counter.spent(1_099)[0]).toBeGreaterThan(0);
  expect(counter.spent(1_101)[0]).toBe(0);
});

test('after all was spent at once there is room for one as soon as one has drained', () => {
  const counter = new DrainingCounter({ capacity: 15, lengthMs: 45_000 }, 1);
  for (let count = 0; count < 15; count += 1) counter.spend(0, 1, 0);
  expect(counter.freeAtMs({ cost: 1, capacity: 15, kept: [] }, 0)).toBeGreaterThan(3_000);
  expect(counter.freeAtMs({ cost: 1, capacity: 15, kept: [] }, 0)).toBeLessThan(3_400);
  expect(counter.freeAtMs({ cost: 16, capacity: 15, kept: [] }, 0)).toBe(Number.POSITIVE_INFINITY);
});

test('who waits for room never fills the counter of the exchange, and room is there then', () => {
  const spends = fc.array(
    fc.record({
      gapMs: fc.integer({ min: 0, max: 400 }),
      cost: fc.integer({ min: 1, max: 9 }),
      payer: fc.integer({ min: 0, max: 1 }),
    }),
    { minLength: 5, maxLength: 80 },
  );
  const capacity = 20;
  const lengthMs = 1_000;
  fc.assert(
    fc.property(spends, (all) => {
      const counter = new DrainingCounter({ capacity, lengthMs }, 2);
      let nowMs = 0;
      let [level, levelAtMs] = [0, 0];
      for (const { gapMs, cost, payer } of all) {
        const room = { cost, capacity, kept: [payer === 0 ? 0 : 3, payer === 1 ? 0 : 5] };
        nowMs = counter.freeAtMs(room, nowMs + gapMs);
        expect(counter.freeAtMs(room, nowMs)).toBe(nowMs);
        counter.spend(payer, cost, nowMs);
        level = Math.max(0, level - ((nowMs - levelAtMs) * capacity) / lengthMs) + cost;
        levelAtMs = nowMs;
        expect(level).toBeLessThanOrEqual(capacity);
      }
    }),
  );
});
