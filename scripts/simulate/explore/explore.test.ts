import { describe, expect, it } from 'vitest';
import { explore } from './explore.ts';
import { rules } from './model.ts';
import { harshest } from './surroundings.ts';

describe('every interleaving of one order and two owners', () => {
  it.each([
    { clockOfA: 'well', apartMs: 10_000, signedApartMs: 1_000 },
    { clockOfA: 'well', apartMs: 10_000, signedApartMs: -1_000 },
  ] as const)('holds what was promised, with clocks as in %o', (around) => {
    const { states, found } = explore(around);
    expect(found).toBeUndefined();
    expect(states).toBeGreaterThan(20_000);
  });

  it.each(rules)('shows what goes wrong without the rule "%s"', (rule) => {
    const { found } = explore(harshest(rule));
    expect(found?.path.length).toBeGreaterThan(3);
  });

  it('tells the whole way to an order that was told as over and is taken', () => {
    const { found } = explore(harshest('counted by whoever watches'));
    expect(found?.wrong).toBe('an order that the venue took is told as over');
    expect(found?.path).toContain('the venue takes the order');
    expect(found?.path.at(-1)).toBe('B tells that it never arrived');
  });
});
