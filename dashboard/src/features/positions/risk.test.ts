import { describe, expect, it } from 'vitest';
import { positionOf } from '../../../test/support/positionFixture.ts';
import { exposureOf, fundingUsd, sizeOf, totalsOf } from './risk.ts';

const long = positionOf();
const short = positionOf({
  side: 'short',
  notional: 30_000,
  unrealized_pnl: -50,
  exchange: 'okx',
  exchange_account_id: 'paper-okx',
  liquidation_distance_pct: 4,
  margin_health_score: 60,
});
const inverse = positionOf({
  symbol: 'BTC/USD:BTC',
  contracts: 100,
  contract_size: 100,
  mark_price: 50_000,
  notional: 10_000,
  unrealized_pnl: 0.01,
});

it('tells sizes in base units, of inverse contracts by the mark price', () => {
  expect(sizeOf(positionOf({ contracts: 50, contract_size: 0.01 }))).toBe(0.5);
  expect(sizeOf(inverse)).toBe(0.2);
  expect(sizeOf({ ...inverse, mark_price: null })).toBeNull();
});

describe('exposure', () => {
  it('is above zero for long and below for short positions, and unknown outside of dollars', () => {
    expect(exposureOf(long)).toBe(41_000);
    expect(exposureOf(short)).toBe(-30_000);
    expect(exposureOf(positionOf({ symbol: 'ETH/BTC:BTC' }))).toBeNull();
    expect(exposureOf(positionOf({ notional: null }))).toBeNull();
  });
});

describe('totals', () => {
  it('add up what is told in dollars, and count what is not', () => {
    expect(totalsOf([long, short, inverse])).toMatchObject({
      count: 3,
      grossUsd: 81_000,
      unrealisedUsd: 950,
      unvalued: 1,
      nearest: short,
      lowestHealth: 60,
    });
  });

  it('of nothing are zero, and what nobody tells is unknown', () => {
    expect(totalsOf([])).toMatchObject({ grossUsd: 0, unrealisedUsd: 0, lowestHealth: null });
    const silent = positionOf({ unrealized_pnl: null, liquidation_distance_pct: null });
    expect(totalsOf([silent])).toMatchObject({ unrealisedUsd: null, nearest: undefined });
  });
});

it('says that longs pay when the funding rate is above zero', () => {
  expect(fundingUsd(long, 0.0001)).toBeCloseTo(-4.1);
  expect(fundingUsd(short, 0.0001)).toBeCloseTo(3);
});
