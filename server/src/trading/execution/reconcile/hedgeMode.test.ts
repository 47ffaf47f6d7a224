import { describe, expect, it } from 'vitest';
import { venueOf } from '../../../../test/support/accounts/fixture.ts';
import { formatExact } from '../../../kit/exact.ts';
import type { Account } from '../../model/account.ts';
import type { InstrumentSymbol } from '../../model/symbol.ts';
import type { VenueFill } from '../../venues/venuePort.ts';
import {
  type FoundPositions,
  positionDeviations,
  positionFinding,
  takeOverPositions,
} from './positions.ts';
import { inPositionMode, newState, walletState, withFills } from './state.ts';

const hedged = {
  createdAtMs: 1_000_000,
  venue: venueOf('binance'),
  mode: 'live',
  portfolioMargin: false,
  hedgeMode: true,
} as Account;
const symbol = 'BTC/USDT:USDT' as InstrumentSymbol;
const usdc = 'BTC/USDC:USDC' as InstrumentSymbol;

let count = 0;
function fillOf(side: 'buy' | 'sell', changes: Partial<VenueFill>): VenueFill {
  count += 1;
  return {
    venueTradeId: `${count}`,
    venueOrderId: 'v',
    clientId: undefined,
    marketType: 'swap',
    symbol,
    side,
    price: 100,
    quantity: '1',
    fee: '0',
    feeAsset: 'USDT',
    liquidity: 'taker',
    atMs: count,
    ...changes,
  };
}

const both = [
  fillOf('buy', { leg: 'long', quantity: '3' }),
  fillOf('sell', { leg: 'short', quantity: '2' }),
];
const known = { ...withFills(newState(hedged), hedged, both), arePositionsKnown: true };
const foundOf = (units: Readonly<Record<string, string>>): FoundPositions =>
  new Map(
    Object.entries(units).map(([key, each]) => [
      key,
      { units: each, cost: undefined, grain: undefined },
    ]),
  );

describe('the positions of an account in hedge mode', () => {
  it('are kept for each leg, so that none takes profit from the other', () => {
    expect(known.positions).toEqual({
      [`${symbol} long`]: { units: '3', cost: '300' },
      [`${symbol} short`]: { units: '-2', cost: '-200' },
    });
    expect(walletState(known, 'swap').changes).toEqual({ USDT: '0' });
    const closing = fillOf('sell', { leg: 'long', quantity: '3', price: 110 });
    const after = withFills(known, hedged, [closing]);
    expect(Object.keys(after.positions)).toEqual([`${symbol} short`]);
    expect(walletState(after, 'swap').changes).toEqual({ USDT: '30' });
  });

  it('are compared leg by leg, though both are off by the same', () => {
    const even = foundOf({ [`${symbol} long`]: '3', [`${symbol} short`]: '-2' });
    expect(positionDeviations(known, even)).toEqual([]);
    const off = foundOf({ [`${symbol} long`]: '4', [`${symbol} short`]: '-3' });
    const deviations = positionDeviations(known, off);
    expect(
      deviations.map(({ leg, expected, found }) => [leg, ...[expected, found].map(formatExact)]),
    ).toEqual([
      ['long', '3', '4'],
      ['short', '-2', '-3'],
    ]);
    const [finding] = deviations.map((each) => positionFinding(each, 7));
    expect(finding?.identity).toBe(`${symbol} long 7`);
    expect(finding?.reason).toContain(`The long position in ${symbol} is off by 1 BTC`);
    expect(takeOverPositions(known, off).positions[`${symbol} short`]?.units).toBe('-3');
  });

  it('that were stored as one are taken over anew, and so are legs of what is held one way', () => {
    const oneWay = { ...hedged, hedgeMode: false };
    const earlier = { ...withFills(newState(oneWay), oneWay, both), arePositionsKnown: true };
    expect(Object.keys(earlier.positions)).toEqual([symbol]);
    const fresh = { positions: {}, arePositionsKnown: false };
    expect(inPositionMode(earlier, hedged)).toEqual({ ...earlier, ...fresh });
    expect(inPositionMode(known, oneWay)).toEqual({ ...known, ...fresh });
    expect(inPositionMode(known, hedged)).toBe(known);
    expect(inPositionMode(earlier, oneWay)).toBe(earlier);
  });

  it('are one where the exchange holds the contract one way all the same', () => {
    const bybit = { ...hedged, venue: venueOf('bybit') };
    const fills = [fillOf('buy', { symbol: usdc, feeAsset: 'USDC' })];
    const state = withFills(newState(bybit), bybit, fills);
    expect(Object.keys(state.positions)).toEqual([usdc]);
    expect(inPositionMode(state, bybit)).toBe(state);
  });
});
