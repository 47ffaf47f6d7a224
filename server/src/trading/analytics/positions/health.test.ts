import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionOf } from '../../../../test/support/accounts/positions.ts';
import { liquidationDistancePct, marginHealthScore } from './health.ts';

describe('margin_health_score', () => {
  it('is what of the collateral is not needed as maintenance margin', () => {
    const position = positionOf({ collateral: 100, maintenanceMargin: 4 });
    expect(marginHealthScore(position)).toBe(96);
  });

  it('is exactly 30 where 70 of 100 are needed', () => {
    for (const marginMode of ['cross', 'isolated'] as const) {
      const position = positionOf({ marginMode, collateral: 100, maintenanceMargin: 70 });
      expect(marginHealthScore({ ...position, liquidationPrice: undefined })).toBe(30);
    }
  });

  it('is not known where the venue does not tell both margins', () => {
    expect(marginHealthScore(positionOf({ collateral: undefined }))).toBeUndefined();
    expect(marginHealthScore(positionOf({ maintenanceMargin: undefined }))).toBeUndefined();
  });

  it('is 0 without collateral, and where more is needed than there is', () => {
    for (const collateral of [0, -5, 3.9]) {
      expect(marginHealthScore(positionOf({ collateral, maintenanceMargin: 4 }))).toBe(0);
    }
  });

  it('falls with the losses of an isolated position to 0 at its liquidation', () => {
    const isolated = (unrealizedPnl: number) =>
      marginHealthScore(
        positionOf({
          marginMode: 'isolated',
          collateral: 100,
          maintenanceMargin: 4,
          unrealizedPnl,
        }),
      );
    expect(isolated(-90)).toBe(60);
    expect(isolated(-96)).toBe(0);
    expect(isolated(-120)).toBe(0);
  });

  it('is no better for a profit that was not taken', () => {
    const position = positionOf({ marginMode: 'isolated', unrealizedPnl: 500 });
    expect(marginHealthScore(position)).toBe(96);
  });

  it('of a cross position falls with what the wallet has left until its liquidation', () => {
    // Ten units that are 1 from liquidation: 10 can still be lost, and 4 are kept.
    const near = positionOf({ marginMode: 'cross', markPrice: 100, liquidationPrice: 99 });
    expect(marginHealthScore(near)).toBeCloseTo(100 * (1 - 4 / 14), 12);
    const far = positionOf({ marginMode: 'cross', markPrice: 100, liquidationPrice: 10 });
    expect(marginHealthScore(far)).toBe(96);
  });

  it('is between 0 and 100 whatever a venue tells', () => {
    const amount = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), {
      nil: undefined,
    });
    const changes = fc.record({
      collateral: amount,
      maintenanceMargin: amount.map(positive),
      unrealizedPnl: amount,
      markPrice: amount,
      liquidationPrice: amount,
      marginMode: fc.constantFrom('cross' as const, 'isolated' as const, undefined),
      side: fc.constantFrom('long' as const, 'short' as const),
    });
    fc.assert(
      fc.property(changes, (position) => {
        const score = marginHealthScore(positionOf(position)) ?? 0;
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(100);
      }),
    );
  });
});

function positive(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.abs(value);
}

describe('liquidation_distance_pct', () => {
  it('is from the mark price down to that of a long, and up to that of a short', () => {
    const long = positionOf({ side: 'long', markPrice: 200, liquidationPrice: 150 });
    expect(liquidationDistancePct(long)).toBe(25);
    const short = positionOf({ side: 'short', markPrice: 200, liquidationPrice: 210 });
    expect(liquidationDistancePct(short)).toBe(5);
  });

  it('is 0 once the mark is there or beyond', () => {
    const long = positionOf({ side: 'long', markPrice: 140, liquidationPrice: 150 });
    expect(liquidationDistancePct(long)).toBe(0);
    const short = positionOf({ side: 'short', markPrice: 210, liquidationPrice: 210 });
    expect(liquidationDistancePct(short)).toBe(0);
  });

  it('is not known without a liquidation price or a mark', () => {
    expect(liquidationDistancePct(positionOf({ liquidationPrice: undefined }))).toBeUndefined();
    expect(liquidationDistancePct(positionOf({ markPrice: undefined }))).toBeUndefined();
    expect(liquidationDistancePct(positionOf({ markPrice: 0 }))).toBeUndefined();
  });
});
