import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bench, openBench, user } from '../../test/support/hyperliquid.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
});
afterEach(() => bench.simulator.close());

/** Sends an order of ETH that fills at once; its market is the second. */
async function take(isBuy: boolean, size: string) {
  const order = { a: 1, b: isBuy, p: isBuy ? '102' : '99', s: size, r: false };
  await bench.order({ ...order, t: { limit: { tif: 'Ioc' } } });
}

function pay(rate: string) {
  bench.simulator.publishFunding('hyperliquid', 'ETH/USDC:USDC', { rate });
  bench.simulator.payFunding('hyperliquid', 'ETH/USDC:USDC');
}

const userFunding = (period: object) => bench.info({ type: 'userFunding', user, ...period });

describe('funding at hyperliquid', () => {
  it('is told as the account sees it, under a hash that is of nothing', async () => {
    await take(true, '2');
    pay('0.0000125');
    expect(await userFunding({ startTime: 0 })).toEqual([
      {
        time: bench.now(),
        hash: `0x${'0'.repeat(64)}`,
        delta: {
          // At a mark of 100.5.
          type: 'funding',
          coin: 'ETH',
          usdc: '-0.002513',
          szi: '2.0',
          fundingRate: '0.0000125',
          nSamples: null,
        },
      },
    ]);
    const state = await bench.info({ type: 'clearinghouseState', user });
    expect(state.assetPositions[0].position.cumFunding).toMatchObject({ allTime: '0.002513' });
  });

  it('is listed oldest first, 500 at once', async () => {
    await take(false, '1');
    for (let count = 0; count < 505; count += 1) {
      bench.pass(1);
      pay('0.0001');
    }
    const first = await userFunding({ startTime: 0 });
    expect(first).toHaveLength(500);
    expect(first[0].time).toBeLessThan(first[499].time);
    expect(first[0].delta).toMatchObject({ usdc: '0.01005', szi: '-1.0' });
    const last = bench.now();
    expect(await userFunding({ startTime: last - 2, endTime: last - 1 })).toHaveLength(2);
  });

  it('must be asked for from a time on', async () => {
    const heard = await bench.post('/info', JSON.stringify({ type: 'userFunding', user }));
    expect(heard.status).toBe(422);
  });
});

it('a position at hyperliquid has a price at which it ends, where its account can lose all', async () => {
  // 10,000 as margin for 19 times as much: lost near half the price, with half a percent kept.
  bench.show(100, 101, 2_000);
  await take(true, '1900');
  const { assetPositions, ...state } = await bench.info({ type: 'clearinghouseState', user });
  const price = Number(assetPositions[0].position.liquidationPx);
  const fee = 1_900 * 101 * 0.000_45;
  const isLost = (at: number) => 10_000 - fee + 1_900 * (at - 101) <= 0.005 * 1_900 * at;
  expect([isLost(price), isLost(price + 0.01)]).toEqual([true, false]);
  expect(Number(state.crossMaintenanceMarginUsed)).toBeCloseTo(1_900 * 100.5 * 0.005, 6);
});
