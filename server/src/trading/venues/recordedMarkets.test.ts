import { describe, expect, test } from 'vitest';
import { recordedMarkets } from '../../../test/support/ccxt/recordedMarkets.ts';
import { capturesFolder, capturesNotice } from '../../../test/support/marketData/captures.ts';
import type { ListedMarket } from './marketPort.ts';

/** Counts the markets of each kind in a list. */
function countKinds(markets: readonly ListedMarket[]) {
  const kindOf = ({ kind, isInverse }: ListedMarket) => (isInverse ? `inverse ${kind}` : kind);
  const groups = Map.groupBy(markets, kindOf);
  return Object.fromEntries([...groups].map(([kind, { length }]) => [kind, length]));
}

describe.skipIf(capturesFolder === undefined)(`recorded lists${capturesNotice}`, () => {
  test.each([
    ['binance', { spot: 1_695, swap: 120, future: 2, 'inverse swap': 18, 'inverse future': 18 }],
    ['bybit', { spot: 557, swap: 760, future: 40 }],
    ['gateio', { spot: 1_458, swap: 302 }],
    // Sixteen dark pools share their names with open pairs.
    ['kraken', { spot: 288, 'inverse swap': 5, 'inverse future': 12 }],
    ['okx', { spot: 513, swap: 126, 'inverse swap': 40, future: 52, 'inverse future': 52 }],
  ] as const)('%s lists every market whose name is one of ours', async (venue, counts) => {
    expect(countKinds(await recordedMarkets(venue))).toEqual(counts);
  });

  // Gateio lists fees of contracts that nobody pays: 7.5 bps to take, and 1.52 back for making.
  test.each(['binance', 'bybit', 'gateio'] as const)(
    '%s lists no fees of the base tier',
    async (venue) => {
      const markets = await recordedMarkets(venue);
      expect(markets.filter(({ fees }) => fees !== undefined)).toEqual([]);
    },
  );

  test.each([
    ['binance', 'BTC/USD:BTC', ['BTCUSD_PERP', 0.1, 1, 1, 100]],
    ['binance', 'BTC/USDT:USDT', ['BTCUSDT', 0.01, 0.001, 0.001, 1]],
    ['bybit', 'BTC/USDT:USDT-260814', ['BTCUSDT-14AUG26', 0.1, 0.001, 0.001, 1]],
    ['gateio', 'BTC/USDT:USDT', ['BTC_USDT', 0.1, 0.0001, 0.0001, 0.0001]],
    ['kraken', 'BTC/USD', ['XXBTZUSD', 0.1, 1e-8, 0.0002, 1]],
    ['okx', 'BTC/USDT:USDT', ['BTC-USDT-SWAP', 0.1, 0.01, 0.01, 0.01]],
    ['okx', 'BTC/USD:BTC-220520', ['BTC-USD-220520', 0.1, 1, 1, 100]],
  ] as const)('%s %s', async (venue, symbol, expected) => {
    const market = (await recordedMarkets(venue)).find((one) => one.symbol === symbol);
    const { venueSymbol, priceTick, quantityStep, quantityMin, contractSize } = market ?? {};
    expect([venueSymbol, priceTick, quantityStep, quantityMin, contractSize]).toEqual(expected);
  });

  test('kraken names the fees of the base tier of every pair', async () => {
    const pairs = (await recordedMarkets('kraken')).filter(({ kind }) => kind === 'spot');
    const priced = Map.groupBy(pairs, ({ fees }) => `${fees?.makerBps} and ${fees?.takerBps}`);
    const counts = Object.fromEntries([...priced].map(([each, { length }]) => [each, length]));
    // Both sides pay the same for stablecoins and for money.
    expect(counts).toEqual({ '16 and 26': 261, '20 and 20': 27 });
  });
});
