import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSimulateCall } from '../arguments.ts';
import { findIn } from '../plantedRuns.ts';
import type { RunOptions } from '../run.ts';
import { createCoverage, runSeries } from '../series.ts';
import { hostPlants } from './hostPlants.ts';
import { runAlgorithmSeed } from './run.ts';

const options = { profile: 'drawn', orders: 10, isStrict: false } as const;
/** A seed with crashes and late writes among its faults. */
const seed = '12';
/** Some eight seconds: the rest is for `npm run simulate -- --algorithms`. */
const seeds = 45;
/** Many runs of the whole service on a busy machine. */
const timeout = 300_000;

/** Loads what the service loads late, so that the first run waits for no disk. */
const warm = () =>
  runAlgorithmSeed({ ...options, profile: 'none', plant: undefined, seed: '0', orders: 1 });

describe('the simulation of algorithms', () => {
  it('writes the same trace for the same seed, byte for byte, in another process too', {
    timeout,
  }, async () => {
    await warm();
    const run: RunOptions = { ...options, plant: undefined, seed };
    const first = await runAlgorithmSeed(run);
    const second = await runAlgorithmSeed(run);
    expect(first.crashes).toBeGreaterThan(0);
    expect(second.trace).toBe(first.trace);
    const script = fileURLToPath(new URL('../../simulate.ts', import.meta.url));
    const args = [script, '--algorithms', `--seed=${seed}`, '--runs=1', '--orders=10'];
    const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(said).toContain(`SHA-256 ${first.digest}`);
  });

  it('finds nothing wrong in some seeds, and meets nearly every fault', { timeout }, async () => {
    const wrong: string[] = [];
    const coverage = createCoverage('algorithms');
    await runSeries({ ...options, mode: 'algorithms', firstSeed: 1, runs: seeds }, (result) => {
      wrong.push(...result.verdicts.map((verdict) => `seed ${result.seed}: ${verdict}`));
      coverage.add(result);
      return true;
    });
    expect(wrong).toEqual([]);
    expect(coverage.missing(100).length).toBeLessThan(3);
  });

  it.each(['forgets-what-is-outstanding', 'counts-a-fill-each-time', 'acts-before-it-persists'])(
    'finds a planted mistake: %s',
    { timeout },
    async (name) => {
      const plant = hostPlants.find((each) => each.name === name);
      const call = readSimulateCall(['--algorithms', '--seed=1', '--runs=20']);
      expect(plant && (await findIn(call, plant)).verdict).toMatch(
        plant?.foundBy ?? 'no such mistake',
      );
    },
  );
});
