import { expect, it } from 'vitest';
import { list, openBybit } from '../../../../../test/support/exchanges/bybit/client.ts';
import type { InstrumentSymbol } from '../../../model/symbol.ts';
import { bybitPerps } from './perps.ts';

const ticker = {
  symbol: 'BTCUSDT',
  lastPrice: '101.5',
  markPrice: '101.25',
  indexPrice: '101',
  fundingRate: '-0.000211',
  nextFundingTime: '1700006400000',
  fundingIntervalHour: '4',
};

async function rateOf(changes: object, info: object = {}) {
  const venue = openBybit({ '/v5/market/tickers': [list({ ...ticker, ...changes })] });
  const market = { symbol: 'BTC/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;
  const rate = await venue.ask((call) => {
    const own = { ...call.client.market(market.symbol), info };
    const client = Object.assign(Object.create(call.client), { market: () => own });
    return bybitPerps.fundingRate({ ...call, client }, market);
  });
  return { rate, sent: venue.sent };
}

it('the funding rate of bybit is of a window that the ticker tells', async () => {
  const { rate, sent } = await rateOf({}, { fundingInterval: '480' });
  expect(rate).toEqual({
    rate: -0.000211,
    nextRate: undefined,
    windowHours: 4,
    markPrice: 101.25,
    nextFundingMs: 1_700_006_400_000,
    indexPrice: 101,
    atMs: 1_700_000_000_100,
  });
  expect(sent.map(({ path, fields }) => [path, fields])).toEqual([
    ['/v5/market/tickers', { category: 'linear', symbol: 'BTCUSDT' }],
  ]);
});

it('the window of bybit stands in the list of markets in minutes, where the ticker has none', async () => {
  const { rate } = await rateOf({ fundingIntervalHour: undefined }, { fundingInterval: 480 });
  expect(rate.windowHours).toBe(8);
  await expect(rateOf({ fundingIntervalHour: '' }, {})).rejects.toThrow('window');
});

it('what expires pays no funding at bybit', async () => {
  await expect(rateOf({ fundingRate: '' })).rejects.toThrow('no funding on BTC/USDT:USDT');
});

it('the mark price of bybit is of the time of the answer, of what expires too', async () => {
  const dated = { ...ticker, fundingRate: '' };
  const venue = openBybit({ '/v5/market/tickers': [list(dated), list({ markPrice: '' })] });
  const market = { symbol: 'BTC/USDT:USDT' as InstrumentSymbol, marketType: 'swap' } as const;
  const read = () => venue.ask((call) => bybitPerps.marks(call, market));
  expect(await read()).toEqual([
    { symbol: 'BTC/USDT:USDT', price: 101.25, atMs: 1_700_000_000_100 },
  ]);
  expect(await read()).toEqual([]);
});
