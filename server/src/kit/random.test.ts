import { describe, expect, it } from 'vitest';
import { createIds } from './ids.ts';
import { createSeededRandom, createSystemRandom } from './random.ts';

describe('random', () => {
  it('repeats itself from the same seed and differs from another', () => {
    const draw = (seed: string) => {
      const random = createSeededRandom(seed);
      return Array.from({ length: 20 }, () => random.next());
    };
    expect(draw('a')).toEqual(draw('a'));
    expect(draw('a')).not.toEqual(draw('b'));
  });

  it.each([
    ['seeded', createSeededRandom('spread')],
    ['system', createSystemRandom()],
  ])('spreads evenly over [0, 1) (%s)', (_name, random) => {
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 10_000; i += 1) {
      const tenth = Math.floor(random.next() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    // 300 is 10 standard deviations of a fair tenth of 10,000 draws.
    for (const count of tenths) expect(Math.abs(count - 1000)).toBeLessThan(300);
  });
});

describe('ids', () => {
  it('have their documented shapes and never repeat', () => {
    const ids = createIds(createSeededRandom('ids'));
    expect(ids.uuid()).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(ids.objectId()).toMatch(/^[0-9a-f]{24}$/);
    expect(ids.token(32)).toMatch(/^[\w-]{43}$/);
    expect(new Set(Array.from({ length: 1000 }, () => ids.uuid())).size).toBe(1000);
  });
});
