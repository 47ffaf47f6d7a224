import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createManualClock } from '../../../test/support/manualClock.ts';
import type { Clock } from '../../kit/clock.ts';
import { createSlices } from './slices.ts';

/** Creates a clock that records the most work between two pauses. */
function createWatch() {
  const manual = createManualClock();
  let done = 0;
  let most = 0;
  const clock: Clock = {
    ...manual,
    yield() {
      most = Math.max(most, done);
      done = 0;
      return manual.yield();
    },
  };
  return { clock, count: () => (done += 1), most: () => Math.max(most, done) };
}

it('pauses between slices of a long list', async () => {
  const watch = createWatch();
  const seen: number[] = [];
  await createSlices(watch.clock).each(Array(10_000).keys(), (item) => {
    watch.count();
    seen.push(item);
  });
  expect(seen).toEqual([...Array(10_000).keys()]);
  expect(watch.most()).toBeLessThanOrEqual(400);
});

it('pauses while it sorts a long list', async () => {
  const watch = createWatch();
  const items = Array.from({ length: 10_000 }, (_, i) => (i * 7_919) % 10_000);
  const sorted = await createSlices(watch.clock).sorted(items, (a, b) => {
    watch.count();
    return a - b;
  });
  expect(sorted).toEqual([...items].sort((a, b) => a - b));
  // Sorting 400 items alone takes about 400 × log2(400) comparisons.
  expect(watch.most()).toBeLessThan(4_000);
});

it('sorts like the language does, equal ones in their order', async () => {
  const slices = createSlices(createManualClock());
  const items = fc.array(fc.record({ key: fc.nat(5), id: fc.nat() }), {
    minLength: 900,
    maxLength: 1_500,
  });
  await fc.assert(
    fc.asyncProperty(items, async (given) => {
      const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
      expect(await slices.sorted(given, compare)).toEqual([...given].sort(compare));
    }),
    { numRuns: 30 },
  );
});
