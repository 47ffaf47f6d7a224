import { expect, test } from 'vitest';
import { createChance } from './chance.ts';
import { createFundingClock, type FundingDue, type FundingPlan, rateDriftMax } from './funding.ts';

const hourMs = 3_600_000;
const startMs = 1_800_000_000_000;

/** Returns what fell due in so many hours, checked every ten seconds. */
function duesOf(plan: FundingPlan, hours: number): (FundingDue & { readonly at: number })[] {
  const clock = createFundingClock(plan, createChance(1, 'funding'));
  const looks = (hours * hourMs) / 10_000;
  return Array.from({ length: looks }, (_, look) => {
    const at = startMs + look * 10_000;
    return { ...clock.at(at), at };
  });
}

test('a window is paid once, at its end and not at the start of the process', () => {
  const eight = duesOf({ intervalHours: 8, publishesNext: false }, 48).filter(({ pays }) => pays);
  expect(eight.map(({ at }) => at % (8 * hourMs))).toEqual(eight.map(() => 0));
  // It starts on a whole hour, at the beginning of a window of eight hours.
  expect(eight).toHaveLength(5);
  const hourly = duesOf({ intervalHours: 1, publishesNext: true }, 48);
  expect(hourly.filter(({ pays }) => pays)).toHaveLength(47);
});

test('windows that passed unseen are paid as one', () => {
  const clock = createFundingClock(
    { intervalHours: 8, publishesNext: false },
    createChance(1, 'funding'),
  );
  expect(
    [startMs, startMs + 100 * hourMs, startMs + 100 * hourMs + 1].map((at) => clock.at(at).pays),
  ).toEqual([false, true, false]);
});

test('a rate is published every minute, around a hundredth of a percent for eight hours', () => {
  const rates = duesOf({ intervalHours: 8, publishesNext: false }, 24).flatMap(({ publish }) =>
    publish ? [Number(publish.rate)] : [],
  );
  expect(rates).toHaveLength(24 * 60);
  expect(new Set(rates).size).toBeGreaterThan(100);
  for (const rate of rates) expect(Math.abs(rate - 0.0001)).toBeLessThan(rateDriftMax * 1.01);
});

test('an exchange that tells the next rate keeps that of the window, and then pays the one it told', () => {
  const told = duesOf({ intervalHours: 1, publishesNext: true }, 12).flatMap(({ publish, pays }) =>
    publish ? [{ ...publish, pays }] : [],
  );
  told.forEach(({ rate, pays }, at) => {
    const before = told[at - 1];
    if (before) expect(rate).toBe(pays ? before.nextRate : before.rate);
  });
  expect(new Set(told.map(({ rate }) => rate)).size).toBeGreaterThan(5);
});
