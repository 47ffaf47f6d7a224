import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultNames } from './catalogue.ts';
import { createChooser } from './chooser.ts';
import type { Planning } from './planning.ts';

const harsh: Planning = {
  chances: { lostFrame: 0.1, delay: 0.1, cut: 0.05 },
  script: [{ at: 2, fault: 'ban', venue: 'all', times: 2 }],
};
const candidates = fc.array(fc.subarray([...faultNames]), { minLength: 1, maxLength: 200 });

function choices(seed: number, venue: string, asked: readonly (typeof faultNames)[]) {
  let at = 0;
  const { choose } = createChooser({ planning: harsh, seed, venue, now: () => at });
  return asked.map((names) => {
    at += 100;
    return choose(names);
  });
}

describe('a chooser', () => {
  it('chooses the same of the same for the same seed, and only what may strike', () => {
    fc.assert(
      fc.property(fc.integer(), candidates, (seed, asked) => {
        const chosen = choices(seed, 'okx', asked);
        expect(choices(seed, 'okx', asked)).toEqual(chosen);
        for (const [index, choice] of chosen.entries()) {
          if (choice) expect(asked[index]).toContain(choice.fault);
        }
      }),
    );
  });

  it('chooses as often as the chances say', () => {
    const asked = Array.from({ length: 20_000 }, () => ['lostFrame', 'delay', 'cut'] as const);
    const counts = new Map<string | undefined, number>();
    for (const choice of choices(
      3,
      'okx',
      asked.map((names) => [...names]),
    )) {
      counts.set(choice?.fault, (counts.get(choice?.fault) ?? 0) + 1);
    }
    const share = (name: string | undefined) => (counts.get(name) ?? 0) / asked.length;
    expect(share('lostFrame')).toBeCloseTo(0.1, 1.5);
    expect(share('delay')).toBeCloseTo(0.1, 1.5);
    expect(share('cut')).toBeCloseTo(0.05, 1.5);
    expect(share(undefined)).toBeCloseTo(0.75, 1.5);
  });

  it('draws for each exchange apart', () => {
    const asked = Array.from({ length: 300 }, () => [...faultNames]);
    expect(choices(3, 'okx', asked)).not.toEqual(choices(3, 'kraken', asked));
  });

  it('keeps to the times of a script', () => {
    const asked = Array.from({ length: 100 }, () => ['ban' as const]);
    const struck = choices(1, 'okx', asked).flatMap((choice, index) => (choice ? [index] : []));
    expect(struck).toEqual([19, 20]);
  });
});
