import { expect, it } from 'vitest';
import { createSeededRandom } from '../../../kit/random.ts';
import { createBackoff } from './backoff.ts';

it('waits double up to a bound, jittered, and begin anew after a reset', () => {
  const backoff = createBackoff({ random: createSeededRandom('b'), firstMs: 100, maxMs: 400 });
  for (const boundMs of [100, 200, 400, 400]) {
    const waitMs = backoff.nextMs();
    expect(waitMs).toBeGreaterThanOrEqual(boundMs / 2);
    expect(waitMs).toBeLessThan(boundMs);
  }
  expect(backoff.failures()).toBe(4);
  backoff.reset();
  expect(backoff.nextMs()).toBeLessThan(100);
});
