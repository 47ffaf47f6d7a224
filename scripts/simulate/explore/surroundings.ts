import type { Rule, rulesBesides, Surroundings } from './model.ts';

/**
 * All combinations of clocks: ten seconds apart, signing a second off, and, where the successor's
 * clock is ahead so that an order soonest looks old, A asleep or set back.
 */
export const surroundings: readonly Surroundings[] = [1_000, 0, -1_000].flatMap((signedApartMs) => [
  { clockOfA: 'well', apartMs: 10_000, signedApartMs },
  { clockOfA: 'well', apartMs: 0, signedApartMs },
  { clockOfA: 'well', apartMs: -10_000, signedApartMs },
  { clockOfA: 'sleeps', apartMs: 10_000, signedApartMs },
  { clockOfA: 'set back', apartMs: 10_000, signedApartMs },
]);

/**
 * Returns the surroundings that need the rule most: the successor's clock is ahead, so that an
 * order soon looks old, and so is the signing clock, so that the venue takes the request for long.
 */
export function harshest(without: Rule | (typeof rulesBesides)[number]): Surroundings {
  const clockOfA = without === 'lease by both clocks' ? 'sleeps' : 'well';
  return { without, clockOfA, apartMs: 10_000, signedApartMs: 1_000 };
}
