import { describe, expect, it } from 'vitest';
import { type WireAnswer, wireCall } from '../../../../../test/support/ccxt/wireCall.ts';
import { parseSymbol } from '../../../model/symbol.ts';
import { binanceDialect } from './dialect.ts';
import { readFundingRate } from './fundingRate.ts';

const symbolOf = (text: string) => parseSymbol(text) ?? ('' as never);
const markets = [
  { id: 'BTCUSDT', symbol: 'BTC/USDT:USDT' },
  { id: 'BTCUSD_PERP', symbol: 'BTC/USD:BTC', contractSize: 100 },
];
const index = {
  symbol: 'BTCUSDT',
  markPrice: '45802.8',
  indexPrice: '45745.4',
  interestRate: '0.0001',
  lastFundingRate: '-0.00063521',
  nextFundingTime: 1_621_267_200_000,
  time: 7,
};

async function rateOf(name: string, answers: Readonly<Record<string, WireAnswer>>) {
  const { call } = await wireCall(binanceDialect, markets, ({ path }) => {
    return answers[path.split('/').at(-1) ?? ''] ?? [];
  });
  return readFundingRate(call, { symbol: symbolOf(name), marketType: 'swap' });
}

describe('a funding rate of binance', () => {
  it('is of the running window, eight hours unless the list says otherwise', async () => {
    const rate = await rateOf('BTC/USDT:USDT', { premiumIndex: index });
    expect(rate).toEqual({
      rate: -0.00063521,
      nextRate: undefined,
      windowHours: 8,
      atMs: 7,
      nextFundingMs: 1_621_267_200_000,
      markPrice: 45_802.8,
      indexPrice: 45_745.4,
    });
    const fundingInfo = [
      { symbol: 'ETHUSDT', fundingIntervalHours: 4 },
      { symbol: 'BTCUSDT', fundingIntervalHours: 1 },
    ];
    const short = await rateOf('BTC/USDT:USDT', { premiumIndex: index, fundingInfo });
    expect(short.windowHours).toBe(1);
  });

  it('of coins is in a list', async () => {
    const own = { ...index, symbol: 'BTCUSD_PERP', lastFundingRate: '0.0001' };
    const rate = await rateOf('BTC/USD:BTC', { premiumIndex: [index, own] });
    expect(rate.rate).toBe(0.0001);
  });

  it('that is blank is none, and no zero', async () => {
    const blank = { ...index, lastFundingRate: '' };
    await expect(rateOf('BTC/USDT:USDT', { premiumIndex: blank })).rejects.toThrow('funding rate');
  });
});
