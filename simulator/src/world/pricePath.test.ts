import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createChance } from './chance.ts';
import { createDrift, createPricePath, pathFactorMax } from './pricePath.ts';

const seeds = fc.integer({ min: 0, max: 0xffff_ffff });
const start = 65_000;
const dayMs = 86_400_000;

test('a price stays within its bounds, however time passes', () => {
  const times = fc.array(fc.integer({ min: -1_000, max: dayMs }), { maxLength: 300 });
  fc.assert(
    fc.property(seeds, times, (seed, elapsed) => {
      const path = createPricePath(start, createChance(seed, 'BTC'));
      for (const ms of elapsed) {
        const price = path.advance(ms);
        expect(price).toBeGreaterThanOrEqual((start / pathFactorMax) * (1 - 1e-9));
        expect(price).toBeLessThanOrEqual(start * pathFactorMax * (1 + 1e-9));
      }
    }),
  );
});

test('a minute of beats moves it by hundredths of a percent, not by nothing', () => {
  const path = createPricePath(start, createChance(1, 'BTC'));
  const prices = Array.from({ length: 600 }, () => path.advance(100));
  const moved = Math.max(...prices) / Math.min(...prices) - 1;
  expect(moved).toBeGreaterThan(0.0001);
  expect(moved).toBeLessThan(0.01);
});

test('it stands while no time passes, and time that went back is none', () => {
  const path = createPricePath(start, createChance(1, 'BTC'));
  const first = path.advance(1_000);
  expect([path.advance(0), path.advance(-5_000)]).toEqual([first, first]);
});

test('a drift stays within what it may, on both sides of zero', () => {
  const drift = createDrift(0.0003, createChance(4, 'a premium'));
  const values = Array.from({ length: 5_000 }, () => drift.advance(1_000));
  expect(Math.max(...values)).toBeLessThanOrEqual(0.0003);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(-0.0003);
  expect(values.some((value) => value > 0) && values.some((value) => value < 0)).toBe(true);
});
