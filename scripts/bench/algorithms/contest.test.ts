import { expect, it } from 'vitest';
import { runContest } from './contest.ts';
import { contestAt } from './quality.ts';
import { openBenchService } from './service.ts';

it('lets all contestants work the same order off in one market, alike for the same seed', async () => {
  const play = async () => {
    const service = await openBenchService({ seed: 'a contest' });
    const terms = { quantity: 0.1, intervals: 2, intervalMs: 10_000 };
    const result = await runContest(service, contestAt('binance', 'BTC/USDT:USDT', terms));
    await service.stop();
    return result;
  };
  const { outcomes, twap } = await play();
  for (const { filledPct, slippageBps } of Object.values(outcomes)) {
    expect(filledPct).toBeCloseTo(100, 6);
    // Twenty seconds of an ordinary market move it by some basis points.
    expect(Math.abs(slippageBps)).toBeLessThan(50);
  }
  expect(outcomes.naive).toMatchObject({ makerPct: 0, feesBps: expect.closeTo(5, 6) });
  // With so few postings it is chance whether one fills, but a TWAP never pays higher fees for it.
  expect(outcomes.neutral.feesBps).toBeLessThanOrEqual(outcomes.naive.feesBps);
  expect(twap).toBeGreaterThan(1_000);
  expect((await play()).outcomes).toEqual(outcomes);
}, 60_000);
