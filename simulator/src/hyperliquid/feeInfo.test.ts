import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, user } from '../../test/support/hyperliquid.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

describe('fees', () => {
  it('are one schedule for all perpetuals, and another one of spot', async () => {
    expect(await bench.info({ type: 'userFees', user })).toMatchObject({
      feeSchedule: { cross: '0.00045', add: '0.00015', spotCross: '0.0007', spotAdd: '0.0004' },
      userCrossRate: '0.00045',
      userAddRate: '0.00015',
      userSpotCrossRate: '0.0007',
      userSpotAddRate: '0.0004',
      activeReferralDiscount: '0.0',
      activeStakingDiscount: { discount: '0.0' },
    });
  });

  it('are told of an address alone', async () => {
    const { status } = await bench.post('/info', JSON.stringify({ type: 'userFees', user: 'me' }));
    expect(status).toBe(422);
  });
});
