import { expect, test } from 'vitest';
import { toListedMarkets } from './listedMarkets.ts';
import type { CcxtMarket, VenueListing } from './venueListing.ts';

const listing: VenueListing = {
  ccxtClass: 'none',
  marketQueries: [],
  tickerQueries: [],
  readTicker: () => ({ last: undefined, quoteVolume24h: undefined, baseVolume24h: undefined }),
};

function market(change: Partial<CcxtMarket> = {}): CcxtMarket {
  return {
    id: 'BTC_USDT',
    symbol: 'BTC/USDT:USDT',
    type: 'swap',
    active: true,
    inverse: false,
    contractSize: 0.0001,
    precision: { amount: 1, price: 0.1 },
    limits: { amount: { min: 3 }, cost: { min: 5 } },
    info: {},
    ...change,
  };
}

const list = (...markets: CcxtMarket[]) => toListedMarkets(markets, listing);
const first = (change: Partial<CcxtMarket>) => list(market(change)).markets[0];

test('quantities of contracts become base units, without binary noise', () => {
  expect(first({})).toEqual({
    symbol: 'BTC/USDT:USDT',
    kind: 'swap',
    base: 'BTC',
    quote: 'USDT',
    settle: 'USDT',
    venueSymbol: 'BTC_USDT',
    isActive: true,
    priceTick: 0.1,
    quantityStep: 0.0001,
    quantityMin: 0.0003,
    notionalMin: 5,
    contractSize: 0.0001,
    isInverse: false,
  });
  expect(first({ contractSize: 0.1 })).toMatchObject({ quantityStep: 0.1, quantityMin: 0.3 });
  expect(first({ contractSize: 1e-9 })).toMatchObject({ quantityMin: 3e-9 });
});

test('an inverse contract is counted in contracts', () => {
  const change = { symbol: 'BTC/USD:BTC-260327', type: 'future', inverse: true, contractSize: 100 };
  expect(first(change)).toMatchObject({
    kind: 'future',
    isInverse: true,
    contractSize: 100,
    quantityStep: 1,
    quantityMin: 3,
  });
});

test('spot has no contracts, whatever the list says of their size', () => {
  const change = { symbol: 'BTC/USDT', type: 'spot', contractSize: undefined };
  expect(first(change)).toMatchObject({ kind: 'spot', contractSize: 1, quantityStep: 1 });
  expect(first(change)).toHaveProperty('settle', undefined);
});

test('zero, absent and unreadable limits are not known', () => {
  const empty = { precision: { amount: Number.NaN, price: 0 }, limits: { amount: { min: 0 } } };
  expect(first(empty)).toMatchObject({
    priceTick: undefined,
    quantityStep: undefined,
    quantityMin: undefined,
    notionalMin: undefined,
  });
  expect(first({ active: undefined })).toHaveProperty('isActive', false);
});

test.each([
  ['a name that is none of ours', { symbol: 'FLX-CRCL/USDC:USDC' }],
  ['a name of another kind', { type: 'future' }],
  ['a contract paid in a third currency', { symbol: 'ETH/USD:BTC', inverse: true }],
  ['a contract without a size', { contractSize: 0 }],
  ['an inverse contract said to be linear', { symbol: 'BTC/USD:BTC', inverse: false }],
  ['a market without a name of its own', { id: '' }],
])('%s is left out and counted', (_, change) => {
  expect(list(market(change))).toEqual({ markets: [], leftOut: 1 });
});

test('options and indices are neither listed nor counted', () => {
  expect(list(market({ type: 'option' }), market({ type: 'index' })).leftOut).toBe(0);
});

test('of two markets with one name the one that trades is kept', () => {
  const old = market({ id: 'old', active: false });
  for (const pair of [
    [old, market({ id: 'new' })],
    [market({ id: 'new' }), old],
  ]) {
    const { markets, leftOut } = list(...pair);
    expect([markets.map(({ venueSymbol }) => venueSymbol), leftOut]).toEqual([['new'], 1]);
  }
});
