import { describe, expect, it } from 'vitest';
import { runSeed } from '../run.ts';
import { findPlant, runSeries } from '../series.ts';
import { ownerPlants } from './plants.ts';

const options = { mode: 'owners', profile: 'drawn', orders: 15, isStrict: true } as const;

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

  it('are found to be two when the old code is planted', async () => {
    const make = ownerPlants['session-lock-without-fence'];
    const finding = await findPlant(make, { ...options, firstSeed: 1, runs: 30 });
    expect(finding?.verdict).toMatch(/after its lease|after its row/);
  }, 60_000);
});
