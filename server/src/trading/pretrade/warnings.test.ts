import { describe, expect, test } from 'vitest';
import { estimateWarnings, type WarningInput } from './warnings.ts';

const calm: WarningInput = {
  pctOfTop20Depth: 1,
  beyond: undefined,
  pctOfAdv: 0.1,
  stalenessMs: 10,
  spreadBps: 1,
  impactBps: 1,
  confidence: 1,
};

const codes = (changes: Partial<WarningInput>) =>
  estimateWarnings({ ...calm, ...changes }).map(({ code }) => code);

const beyond = { quantity: 1_000, shown: 148.2, shownUsd: 13_600_000 };

describe('warnings (Trading §4.5)', () => {
  test('a small order in a calm market raises none', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ pctOfAdv: undefined })).toEqual([]);
  });

  test.each([
    ['LOW_LIQUIDITY', { pctOfTop20Depth: 20 }, { pctOfTop20Depth: 20.001 }],
    ['VERY_LOW_LIQUIDITY', { pctOfTop20Depth: 50 }, { pctOfTop20Depth: 50.001 }],
    ['VERY_LOW_LIQUIDITY', { beyond: undefined }, { beyond }],
    ['LARGE_ORDER', { pctOfAdv: 5 }, { pctOfAdv: 5.001 }],
    ['VERY_LARGE_ORDER', { pctOfAdv: 10 }, { pctOfAdv: 10.001 }],
    ['STALE_FEED', { stalenessMs: 1_000 }, { stalenessMs: 1_000.1 }],
    ['WIDE_SPREAD', { spreadBps: 10 }, { spreadBps: 10.001 }],
    ['HIGH_IMPACT', { impactBps: 10 }, { impactBps: 10.001 }],
    ['LOW_CONFIDENCE', { confidence: 0.5 }, { confidence: 0.4 }],
  ] as const)('%s is raised beyond its threshold and not at it', (code, at, beyond) => {
    expect(codes(at)).not.toContain(code);
    expect(codes(beyond)).toContain(code);
  });

  test('each trigger stands alone and critical ones come first', () => {
    const all = estimateWarnings({
      pctOfTop20Depth: 60,
      beyond: undefined,
      pctOfAdv: 12,
      stalenessMs: 2_000,
      spreadBps: 30,
      impactBps: 17,
      confidence: 0.2,
    });
    expect(all.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'critical VERY_LOW_LIQUIDITY',
      'critical VERY_LARGE_ORDER',
      'warning LOW_LIQUIDITY',
      'warning LARGE_ORDER',
      'warning STALE_FEED',
      'warning WIDE_SPREAD',
      'warning HIGH_IMPACT',
      'warning LOW_CONFIDENCE',
    ]);
  });

  test('an order beyond the depth is told so with how its rest is priced', () => {
    const [first] = estimateWarnings({ ...calm, pctOfTop20Depth: 180, beyond });
    expect(first?.message).toBe(
      'The order is 180.0 % of the depth within 20 levels: the books show 148.2 of its 1000 ' +
        '(USD 13600000), so it cannot be filled at once, and the rest is priced at the worst level.',
    );
  });
});
