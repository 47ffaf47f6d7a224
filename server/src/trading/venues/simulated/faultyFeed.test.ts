import { describe, expect, it } from 'vitest';
import { bybitVenue, symbolOf } from '../../../../test/support/marketData/simulated.ts';
import { createSimulatedRun } from '../../../../test/support/marketData/simulatedRun.ts';
import { proofOf } from '../../../../test/support/proof.ts';
import { createFaultPlan, faultRates, frameFaults, sliceMs } from './faults.ts';

/** Minutes of the simulated market, in which every frame fault occurs. */
const minutes = proofOf(5).numRuns;
const symbols = ['BTC/USDT', 'BTC/USD', 'ETH/USDT:USDT'];

describe('the simulated market with harsh faults', () => {
  it(
    'never shows a wrong book, and every book comes back',
    async () => {
      const run = createSimulatedRun({ seed: 'harsh', faults: 'harsh', symbols, compareEvery: 1 });
      await run.advance(minutes * 60_000);
      const { injected, compared, gaps, flags } = run.summary();
      expect(run.violations).toEqual([]);
      for (const fault of frameFaults)
        expect([fault, injected.get(fault)]).not.toContain(undefined);
      expect(compared).toBeGreaterThan((minutes * 50_000) / 15);
      expect(gaps).toBeGreaterThan((minutes * 50) / 15);
      expect([flags.has('gap'), flags.has('malformed')]).toEqual([true, true]);
      await run.stop();
    },
    minutes * 24_000,
  );

  it('is the same for the same seed', async () => {
    const figures = async (seed: string) => {
      const run = createSimulatedRun({ seed, faults: 'harsh', symbols, compareEvery: 100 });
      await run.advance(120_000);
      await run.stop();
      return run.summary();
    };
    expect(await figures('one')).toEqual(await figures('one'));
    expect(await figures('one')).not.toEqual(await figures('two'));
  });
});

describe('the simulated market without faults', () => {
  it('through the wire and with none drawn loses nothing', async () => {
    const run = createSimulatedRun({ seed: 'calm', faults: 'mild', symbols, compareEvery: 1 });
    await run.advance(30_000);
    expect(run.violations).toEqual([]);
    expect(run.unusable()).toEqual([]);
    await run.stop();
  });
});

describe('a plan of faults', () => {
  const symbol = symbolOf('BTC/USDT');

  it('hits about as often as it says, with every kind', () => {
    const plan = createFaultPlan('seed', bybitVenue, faultRates.harsh);
    const hits = Array.from({ length: 200_000 }, (_, i) => plan.ofFrame(symbol, i, 100));
    const found = hits.filter((fault) => fault !== undefined);
    expect(found.length / 200_000).toBeCloseTo(100 / faultRates.harsh.frameEveryMs, 3);
    expect([...new Set(found)].sort()).toEqual([...frameFaults].sort());
    const slices = Array.from({ length: 20_000 }, (_, i) => plan.ofVenue(i)?.kind);
    const share = slices.filter(Boolean).length / 20_000;
    expect(share).toBeCloseTo(sliceMs / faultRates.harsh.venueEveryMs, 2);
    expect(new Set(slices.filter(Boolean)).size).toBe(3);
  });
});
