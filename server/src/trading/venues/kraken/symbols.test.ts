import { describe, expect, it } from 'vitest';
import { parseSymbol } from '../../model/symbol.ts';
import {
  fromProductId,
  fromSpotName,
  isInverseProduct,
  toBaseQuantity,
  toRestPair,
  toVenueInstrument,
} from './symbols.ts';

const instrumentOf = (text: string) => {
  const symbol = parseSymbol(text);
  return symbol && toVenueInstrument(symbol);
};

describe('symbols', () => {
  it.each([
    ['BTC/USD', 'spot', 'BTC/USD'],
    ['DOGE/EUR', 'spot', 'DOGE/EUR'],
    ['1INCH/USDT', 'spot', '1INCH/USDT'],
    ['BTC/USD:USD', 'futures', 'PF_XBTUSD'],
    ['DOGE/USD:USD', 'futures', 'PF_DOGEUSD'],
    ['BTC/USD:BTC', 'futures', 'PI_XBTUSD'],
    ['BTC/USD:BTC-210924', 'futures', 'FI_XBTUSD_210924'],
    ['ETH/USD:USD-261225', 'futures', 'FF_ETHUSD_261225'],
  ])('%s is %s %s, there and back', (text, market, venueSymbol) => {
    expect(instrumentOf(text)).toEqual({ market, venueSymbol });
    expect(market === 'spot' ? fromSpotName(venueSymbol) : fromProductId(venueSymbol)).toBe(text);
  });

  it.each(['XBT/USD', 'BTC/XDG', 'BTC/BTC', 'XBT/USD:USD', 'BTC/USDT:USDT', 'BTC/EUR:EUR'])(
    '%s is no symbol of this venue',
    (text) => expect(instrumentOf(text)).toBeUndefined(),
  );

  it.each([
    'PF_BTCUSD',
    'PF_XBTEUR',
    'FI_XBTUSD',
    'PI_XBTUSD_210924',
    'FF_XBTUSD_21092',
    'IN_XBTUSD',
    'pi_xbtusd',
    'PF_USD',
  ])('%s has no name of ours', (product) => expect(fromProductId(product)).toBeUndefined());

  it.each(['BTC/USD:USD', 'XBT/USD', 'btc/usd', 'constructor/USD'])('nor has spot %s', (name) => {
    expect(fromSpotName(name)).toBeUndefined();
  });

  it('REST keeps the old names', () => {
    expect(toRestPair('BTC/DOGE')).toBe('XBTXDG');
  });

  it('inverse sizes are dollars, others base units', () => {
    expect(['PI_XBTUSD', 'FI_XBTUSD_210924', 'PF_XBTUSD'].map(isInverseProduct)).toEqual([
      true,
      true,
      false,
    ]);
    expect(toBaseQuantity(50_000, 25_000, true)).toBe(2);
    expect(toBaseQuantity(50_000, 25_000, false)).toBe(50_000);
  });
});
