import { describe, expect, it } from 'vitest';
import { positionOf } from '../../../../test/support/accounts/positions.ts';
import { symbolOf } from '../../../../test/support/paper/fixture.ts';
import { AppError } from '../../../kit/errors.ts';
import { summarizeRisk } from './riskSummary.ts';

const rates: Readonly<Record<string, number>> = { USDT: 0.99, USDC: 1.01, USD: 1, BTC: 50_000 };
async function usdOf(asset: string): Promise<number> {
  const usd = rates[asset];
  if (usd === undefined) throw new AppError('PRICES_UNAVAILABLE');
  return usd;
}

describe('the risk of all positions', () => {
  it('is nothing, and no average, without positions', async () => {
    expect(await summarizeRisk([], usdOf)).toEqual({
      notional: 0,
      unrealizedPnl: 0,
      avgLeverage: undefined,
      atRisk: 0,
      lowestHealth: undefined,
      count: 0,
    });
  });

  it('sums one asset in that asset, and weighs leverage by notional', async () => {
    const positions = [
      positionOf({ notional: 1_000, leverage: 10, unrealizedPnl: -5 }),
      positionOf({ notional: 3_000, leverage: 2, unrealizedPnl: 20, side: 'short' }),
    ];
    expect(await summarizeRisk(positions, usdOf)).toMatchObject({
      notional: 4_000,
      unrealizedPnl: 15,
      avgLeverage: 4,
      count: 2,
    });
  });

  it('sums several assets in USD, each amount by its own asset', async () => {
    const inverse = positionOf({ symbol: symbolOf('BTC/USD:BTC'), unrealizedPnl: 0.01 });
    const linear = positionOf({ symbol: symbolOf('ETH/USDC:USDC'), unrealizedPnl: 10 });
    const { notional, unrealizedPnl } = await summarizeRisk([inverse, linear], usdOf);
    expect(notional).toBeCloseTo(1_000 * 1 + 1_000 * 1.01, 9);
    expect(unrealizedPnl).toBeCloseTo(0.01 * 50_000 + 10 * 1.01, 9);
  });

  it('is refused rather than summed without a part nobody can value', async () => {
    const odd = positionOf({ symbol: symbolOf('BTC/XYZ:XYZ') });
    await expect(summarizeRisk([odd, positionOf()], usdOf)).rejects.toMatchObject({
      code: 'PRICES_UNAVAILABLE',
    });
    // A single asset needs no rate.
    expect(await summarizeRisk([odd], usdOf)).toMatchObject({ notional: 1_000 });
  });

  it('counts a score below 30 as at risk, 30 itself not, and unknown ones neither', async () => {
    const needing = (maintenanceMargin: number | undefined) => positionOf({ maintenanceMargin });
    const positions = [needing(70), needing(70.1), needing(100), needing(undefined)];
    expect(await summarizeRisk(positions, usdOf)).toMatchObject({
      atRisk: 2,
      lowestHealth: 0,
      count: 4,
    });
  });

  it('leaves positions without a leverage out of the average', async () => {
    const silent = positionOf({ leverage: undefined, notional: 9_000 });
    const one = await summarizeRisk([silent, positionOf({ leverage: 3 })], usdOf);
    expect(one.avgLeverage).toBe(3);
    expect((await summarizeRisk([silent], usdOf)).avgLeverage).toBeUndefined();
  });
});
