import { describe, expect, it } from 'vitest';
import { alternating, median, table } from './result.ts';

describe('a benchmark', () => {
  it('takes its contestants in turn and drops the warm-up', async () => {
    const ran: string[] = [];
    const of = (name: string, figures: number[]) => ({
      name,
      run() {
        ran.push(name);
        return figures.shift() ?? 0;
      },
    });
    const medians = await alternating([of('a', [99, 1, 5, 2, 4, 3]), of('b', [0, 9, 9, 9, 1, 1])]);
    expect(medians).toEqual([3, 9]);
    expect(ran.join('')).toBe('abababababab');
  });

  it('knows the middle of an even number of figures', () => {
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });

  it('says which target was missed', () => {
    const result = { name: 'x', ours: 1, peer: 'y', theirs: 2, unit: 'u', ratio: 0.5, target: 1 };
    expect(table([result])).toContain('| 0.50 | ≥ 1 missed |');
    expect(table([{ ...result, ratio: 1 }])).toContain('| 1.00 | ≥ 1 |');
  });
});
