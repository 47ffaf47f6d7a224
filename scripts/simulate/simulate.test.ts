import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSimulateCall } from './arguments.ts';
import { type RunOptions, runSeed } from './run.ts';
import { createCoverage, findPlant, runSeries } from './series.ts';
import { sessionPlants } from './sessionPlants.ts';

const options = { mode: 'orders', profile: 'drawn', orders: 20, isStrict: false } as const;
/** A seed with crashes and late writes among its faults. */
const seed = '505';

/** Loads what the service loads late, so that the first run waits for no disk. */
const warm = () => runSeed({ ...options, profile: 'none', plant: undefined, seed: '0', orders: 1 });

describe('the simulation', () => {
  it('writes the same trace for the same seed, byte for byte, in another process too', async () => {
    await warm();
    const run: RunOptions = { ...options, plant: undefined, seed };
    const first = await runSeed(run);
    const second = await runSeed(run);
    expect(first.crashes).toBeGreaterThan(0);
    expect(second.trace).toBe(first.trace);
    const script = fileURLToPath(new URL('../simulate.ts', import.meta.url));
    const args = [script, `--seed=${seed}`, '--runs=1', '--orders=20'];
    const said = execFileSync(process.execPath, args, { encoding: 'utf8' });
    expect(said).toContain(`SHA-256 ${first.digest}`);
  });

  it('finds nothing wrong in twenty seeds, and no two of them alike', async () => {
    const digests = new Set<string>();
    const wrong: string[] = [];
    const coverage = createCoverage('orders');
    await runSeries({ ...options, firstSeed: 1, runs: 20 }, (result) => {
      digests.add(result.digest);
      wrong.push(...result.verdicts.map((verdict) => `seed ${result.seed}: ${verdict}`));
      coverage.add(result);
      return true;
    });
    expect(wrong).toEqual([]);
    expect(digests.size).toBe(20);
    expect(coverage.missing(100).length).toBeLessThan(5);
  }, 120_000);

  it('finds a planted mistake: an order taken for rejected because nobody answered', async () => {
    const plant = sessionPlants.find(({ name }) => name === 'rejected-on-timeout');
    const finding = plant && (await findPlant(plant, { ...options, firstSeed: 1, runs: 20 }));
    expect(finding?.verdict).toMatch(plant?.foundBy ?? 'no such mistake');
  });
});

describe('what a call asks for', () => {
  it('is read with its defaults', () => {
    expect(readSimulateCall(['--seed=7', '--runs=2'])).toMatchObject({
      mode: 'orders',
      firstSeed: 7,
      runs: 2,
      orders: 30,
      profile: 'drawn',
      plant: undefined,
      allPlants: false,
      isStrict: false,
      showsTrace: false,
    });
  });

  it.each([
    [['--runs=0'], '--runs must be a whole number from 1 to 100000000 (got "0")'],
    [['--profile=wild'], '--profile must be one of none, mild, harsh, drawn'],
    [['--plant=none'], '--plant must be one of resend-on-timeout'],
  ])('is refused with one line: %j', (args, message) => {
    expect(() => readSimulateCall(args)).toThrow(message);
  });
});
