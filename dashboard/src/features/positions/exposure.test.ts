import { expect, it } from 'vitest';
import { type AccountExposure, exposureBy, netUsdOf, unpricedOf } from './exposure.ts';

type Asset = AccountExposure['assets'][number];

interface Given {
  readonly spot?: number;
  readonly perp?: number;
  readonly price: number | null;
}

const asset = (name: string, { spot = 0, perp = 0, price }: Given): Asset => ({
  asset: name,
  held: spot,
  baseline: 0,
  spot,
  perp,
  net: spot + perp,
  price_usd: price,
  net_usd: price === null ? null : (spot + perp) * price,
});
const account = (exchange: string, ...assets: Asset[]): AccountExposure => ({
  exchange,
  exchange_account_id: `paper-${exchange}`,
  assets,
});

const accounts = [
  account(
    'binance',
    asset('BTC', { spot: 1, price: 80_000 }),
    asset('USDT', { spot: -80_000, price: 1 }),
  ),
  account(
    'okx',
    asset('BTC', { perp: -1, price: 80_000 }),
    asset('ETH', { spot: 2, price: 2_000 }),
    asset('ODD', { spot: 5, price: null }),
  ),
];

it('shows a pair hedged over two accounts as hedged, not as a naked short', () => {
  const [btc, eth] = exposureBy(accounts, (_, { asset: name }) => name);
  expect(btc).toMatchObject({ name: 'BTC', spot: 1, perp: -1, netUsd: 0, isHedged: true });
  expect(eth).toMatchObject({ name: 'ETH', netUsd: 4_000, isHedged: false });
  expect(netUsdOf(accounts)).toBe(4_000);
});

it('is told by exchange too, and knows nothing before it is told', () => {
  const byExchange = exposureBy(accounts, ({ exchange }) => exchange);
  expect(byExchange.map(({ name, netUsd }) => [name, netUsd])).toEqual([
    ['okx', -76_000],
    ['binance', 80_000],
  ]);
  expect(netUsdOf([])).toBeNull();
});

it('names what is in no sum because its worth is not known', () => {
  expect(unpricedOf(accounts)).toEqual(['ODD']);
});
