import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createUpdateRate } from './updateRate.ts';

test('an even stream shows its rate at any moment', () => {
  const rate = createUpdateRate(0);
  for (let ms = 0; ms < 25_000; ms += 100) rate.add(ms);
  expect(rate.perSec(25_000)).toBe(10);
  for (let ms = 25_000; ms < 25_500; ms += 100) rate.add(ms);
  expect(rate.perSec(25_500)).toBe(10);
});

test('updates leave the window after ten seconds', () => {
  const rate = createUpdateRate(-20_000);
  expect(rate.perSec(500)).toBe(0);
  for (let i = 0; i < 50; i += 1) rate.add(1_000);
  expect(rate.perSec(1_000)).toBe(5);
  expect(rate.perSec(10_999)).toBe(5);
  expect(rate.perSec(11_500)).toBe(2.5);
  expect(rate.perSec(12_000)).toBe(0);
  expect(rate.perSec(900_000)).toBe(0);
});

test('a young book is measured over its own life, for a second at least', () => {
  const rate = createUpdateRate(0);
  for (let ms = 0; ms < 3_000; ms += 100) rate.add(ms);
  expect(rate.perSec(3_000)).toBe(10);
  const newborn = createUpdateRate(0);
  newborn.add(1);
  expect(newborn.perSec(1)).toBe(1);
});

test('works for a clock that starts anywhere', () => {
  const rate = createUpdateRate(-3_456.7);
  for (let ms = -3_400; ms < 20_000; ms += 50) rate.add(ms);
  expect(rate.perSec(20_000)).toBe(20);
});

test('is the count of the last ten seconds to within one second of updates', () => {
  const gapsMs = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(gapsMs, fc.integer({ min: 0, max: 15_000 }), (gaps, restMs) => {
      const rate = createUpdateRate(-10_000);
      const times: number[] = [];
      let nowMs = 0;
      for (const gap of gaps) {
        nowMs += gap;
        times.push(nowMs);
        rate.add(nowMs);
      }
      nowMs += restMs;
      const second = Math.floor(nowMs / 1_000);
      const since = (from: number) => times.filter((ms) => Math.floor(ms / 1_000) >= from).length;
      expect(rate.perSec(nowMs)).toBeGreaterThanOrEqual(since(second - 9) / 10);
      expect(rate.perSec(nowMs)).toBeLessThanOrEqual(since(second - 10) / 10);
    }),
  );
});
