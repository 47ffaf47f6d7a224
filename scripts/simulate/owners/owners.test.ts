import { describe, expect, it } from 'vitest';
import { runSeed } from '../run.ts';
import { findPlant, runSeries } from '../series.ts';
import { ownerPlants } from './plants.ts';

const options = { mode: 'owners', profile: 'drawn', orders: 30, isStrict: true } as const;

/** Maximum number of seeds searched: a change of the service changes what happens at a seed. */
const searchedMax = 300;
/** Seeds at which each mistake is found first. */
const keptSeeds: ReadonlyMap<string, number> = new Map([
  ['session-lock-without-fence', 1],
  ['no-fence', 4],
  ['final-by-age', 88],
  ['no-wait-before-takeover', 1],
  ['nothing-asked-as-it-leaves', 11],
  ['lease-counted-from-answer', 332],
  ['monotonic-clock-alone', 37],
  ['stale-epoch-ignored', 1],
]);

/** Loads what the service loads late, so that the first run waits for no disk. */
const warm = () =>
  runSeed({ profile: 'none', plant: undefined, seed: '0', orders: 1, isStrict: false });

describe('two processes that both take themselves for the owner', () => {
  it('send nothing after their lease, and lose and double no order, in five seeds', async () => {
    await warm();
    const wrong: string[] = [];
    let deposed = 0;
    await runSeries({ ...options, firstSeed: 1, runs: 5 }, ({ seed, verdicts, faults }) => {
      wrong.push(...verdicts.map((verdict) => `seed ${seed}: ${verdict}`));
      deposed += faults.get('F23 deposed') ?? 0;
      return true;
    });
    expect(wrong).toEqual([]);
    expect(deposed).toBeGreaterThan(2);
  }, 60_000);

  it.each(ownerPlants)(
    'are found to be two by what is broken: $name',
    async (plant) => {
      const firstSeed = keptSeeds.get(plant.name) ?? Number.NaN;
      const finding = await findPlant(plant, { ...options, firstSeed, runs: searchedMax });
      expect(finding?.verdict).toMatch(plant.foundBy ?? 'a verdict of its own');
      const again = { ...options, firstSeed: Number(finding?.seed), runs: 1 };
      const none = { name: 'no mistake', change: () => ({}) };
      expect(await findPlant(none, again)).toBeUndefined();
    },
    300_000,
  );
});
