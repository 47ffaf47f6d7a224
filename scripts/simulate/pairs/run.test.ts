import { describe, expect, it } from 'vitest';
import { readSimulateCall } from '../arguments.ts';
import { findIn } from '../plantedRuns.ts';
import { createCoverage, runSeries } from '../series.ts';
import { pairPlants } from './plants.ts';
import { runPairSeed } from './run.ts';

const options = { profile: 'drawn', orders: 10, isStrict: false } as const;
/** A seed with crashes among its faults, and legs that differed. */
const seed = '7';
/** Some ten seconds: the rest is for `npm run simulate -- --pairs`. */
const seeds = 6;
/** Many runs of the whole service on a busy machine. */
const timeout = 300_000;

/** Loads what the service loads late, so that the first run waits for no disk. */
const warm = () =>
  runPairSeed({ ...options, profile: 'none', plant: undefined, seed: '0', orders: 1 });

describe('the simulation of pairs', () => {
  it('writes the same trace for the same seed, byte for byte', { timeout }, async () => {
    await warm();
    const first = await runPairSeed({ ...options, plant: undefined, seed });
    const second = await runPairSeed({ ...options, plant: undefined, seed });
    expect(first.crashes).toBeGreaterThan(0);
    expect(first.figures?.widest).toBeGreaterThan(0);
    expect(second.trace).toBe(first.trace);
  });

  it('finds nothing wrong in some seeds, in most of which both legs trade', {
    timeout,
  }, async () => {
    const wrong: string[] = [];
    const coverage = createCoverage('pairs');
    const widest: number[] = [];
    await runSeries({ ...options, mode: 'pairs', firstSeed: 1, runs: seeds }, (result) => {
      wrong.push(...result.verdicts.map((verdict) => `seed ${result.seed}: ${verdict}`));
      coverage.add(result);
      widest.push(result.figures?.widest ?? 0);
      return true;
    });
    expect(wrong).toEqual([]);
    expect(widest.filter((each) => each > 0).length).toBeGreaterThan(seeds / 2);
    expect(Math.max(...widest)).toBeLessThanOrEqual(1);
  });

  it.each(['closes-without-reduce-only', 'counts-a-hedge-on-the-wrong-leg'])(
    'finds a planted mistake: %s',
    { timeout },
    async (name) => {
      const plant = pairPlants.find((each) => each.name === name);
      const call = readSimulateCall(['--pairs', '--seed=1', '--runs=3']);
      expect(plant && (await findIn(call, plant)).verdict).toMatch(
        plant?.foundBy ?? 'no such mistake',
      );
    },
  );
});
