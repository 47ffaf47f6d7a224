import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOctave, createSmoothNoise, gaussianAt, RecentValues, uniformAt } from './noise.ts';

/** Indexes as they occur: the epoch in steps of 64 ms, beyond 32 bits. */
const baseIndex = 27_000_000_000;
const sampleCount = 20_000;

function moments(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, variance };
}

describe('random-access noise', () => {
  it('is uniform and normal over consecutive indexes, without memory', () => {
    const indexes = Array.from({ length: sampleCount }, (_, i) => baseIndex + i);
    const uniform = moments(indexes.map((index) => uniformAt(7, index)));
    expect(uniform.mean).toBeCloseTo(0.5, 2);
    expect(uniform.variance).toBeCloseTo(1 / 12, 2);
    const values = indexes.map((index) => gaussianAt(7, index));
    const normal = moments(values);
    expect(Math.abs(normal.mean)).toBeLessThan(0.03);
    expect(Math.abs(normal.variance - 1)).toBeLessThan(0.05);
    for (const lag of [1, 2, 8]) {
      const product = values.slice(lag).reduce((sum, v, i) => sum + v * (values[i] ?? 0), 0);
      expect(Math.abs(product / sampleCount)).toBeLessThan(0.03);
    }
  });

  it('tells keys and the upper bits of an index apart', () => {
    expect(uniformAt(1, baseIndex)).not.toBe(uniformAt(2, baseIndex));
    expect(uniformAt(1, baseIndex)).not.toBe(uniformAt(1, baseIndex + 2 ** 32));
  });

  it('is continuous and as strong between its nodes as at them', () => {
    const octave = createOctave(3, 1_000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000 }), (node) => {
        const atMs = 1_750_000_000_000 + node * 1_000;
        expect(Math.abs(octave(atMs + 0.5) - octave(atMs - 0.5))).toBeLessThan(0.02);
      }),
    );
    const middles = Array.from({ length: sampleCount }, (_, i) => octave((i + 0.5) * 1_000));
    expect(Math.abs(moments(middles).variance - 1)).toBeLessThan(0.06);
    const noise = createSmoothNoise(5, [1_000, 4_000, 16_000]);
    const sums = Array.from({ length: sampleCount }, (_, i) => noise(i * 3_700));
    expect(Math.abs(moments(sums).variance - 1)).toBeLessThan(0.1);
  });

  it('remembers without changing an answer', () => {
    let computed = 0;
    const recent = new RecentValues((index) => {
      computed += 1;
      return index * 2;
    });
    for (const index of [
      baseIndex,
      baseIndex,
      baseIndex + 1,
      baseIndex,
      baseIndex + 8,
      baseIndex,
      0,
      -3,
      0,
    ]) {
      expect(recent.at(index)).toBe(index * 2);
    }
    expect(computed).toBe(6);
  });
});
