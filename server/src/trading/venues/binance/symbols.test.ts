import { describe, expect, it } from 'vitest';
import { parseSymbol } from '../../model/symbol.ts';
import { fromVenueSymbol, toVenueInstrument } from './symbols.ts';

describe('symbols', () => {
  it.each([
    ['BTC/USDT', 'spot', 'BTCUSDT'],
    ['SXP/BTC', 'spot', 'SXPBTC'],
    ['BNB/FDUSD', 'spot', 'BNBFDUSD'],
    ['1INCH/TUSD', 'spot', '1INCHTUSD'],
    ['BTC/USDT:USDT', 'usdm', 'BTCUSDT'],
    ['BTC/USDC:USDC', 'usdm', 'BTCUSDC'],
    ['BTC/USDT:USDT-261225', 'usdm', 'BTCUSDT_261225'],
    ['BTC/USD:BTC', 'coinm', 'BTCUSD_PERP'],
    ['BTC/USD:BTC-211231', 'coinm', 'BTCUSD_211231'],
  ] as const)('%s is %s %s, there and back', (text, market, venueSymbol) => {
    const symbol = parseSymbol(text);
    expect(symbol && toVenueInstrument(symbol)).toMatchObject({ market, venueSymbol });
    expect(fromVenueSymbol(market, venueSymbol)).toBe(text);
  });

  it.each(['BTCU/SDT', 'BTCFDU/SD', 'BTCU/SDT:SDT'])(
    '%s is not taken for the pair whose name it would have',
    (text) => {
      const symbol = parseSymbol(text);
      expect(symbol).toBeDefined();
      expect(symbol && toVenueInstrument(symbol)).toBeUndefined();
    },
  );

  it.each([
    ['ADA/EUR', 'ADAEUR'],
    ['FOO/XYZ', 'FOOXYZ'],
  ])('%s is asked for as %s', (text, venueSymbol) => {
    const symbol = parseSymbol(text);
    expect(symbol && toVenueInstrument(symbol)).toMatchObject({ venueSymbol });
  });

  it('a pair without a known quote asset has no name here', () => {
    expect(fromVenueSymbol('spot', 'FOOXYZ')).toBeUndefined();
    expect(fromVenueSymbol('spot', 'USDT')).toBeUndefined();
  });
});
