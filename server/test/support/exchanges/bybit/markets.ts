import { answersOf, inverse, linear, spot, type VenueLists } from '../markets.ts';

const pair = { symbol: 'BTCUSDT', baseCoin: 'BTC', quoteCoin: 'USDT', status: 'Trading' };
const api = 'GET https://api.bybit.com/v5/market';

const reply = (category: string, list: readonly object[]) => ({
  retCode: 0,
  retMsg: 'OK',
  result: { category, list, nextPageCursor: '' },
});

export const bybit: VenueLists = {
  venue: 'bybit',
  ...answersOf({
    [`${api}/instruments-info?category=spot`]: reply('spot', [
      {
        ...pair,
        lotSizeFilter: { basePrecision: '0.000001', minOrderQty: '0.000011', minOrderAmt: '5' },
        priceFilter: { tickSize: '0.01' },
      },
    ]),
    [`${api}/instruments-info?category=linear&limit=1000`]: reply('linear', [
      {
        ...pair,
        contractType: 'LinearPerpetual',
        settleCoin: 'USDT',
        deliveryTime: '0',
        lotSizeFilter: { qtyStep: '0.001', minOrderQty: '0.001', minNotionalValue: '5' },
        priceFilter: { tickSize: '0.10' },
      },
    ]),
    [`${api}/instruments-info?category=linear&limit=1000&status=PreLaunch`]: reply('linear', []),
    [`${api}/instruments-info?category=inverse&limit=1000`]: reply('inverse', [
      {
        symbol: 'BTCUSD',
        baseCoin: 'BTC',
        quoteCoin: 'USD',
        settleCoin: 'BTC',
        status: 'Trading',
        contractType: 'InversePerpetual',
        deliveryTime: '0',
        lotSizeFilter: { qtyStep: '1', minOrderQty: '10' },
        priceFilter: { tickSize: '0.50' },
      },
    ]),
    [`${api}/instruments-info?category=inverse&limit=1000&status=PreLaunch`]: reply('inverse', []),
    [`${api}/tickers?category=spot`]: reply('spot', [
      { symbol: 'BTCUSDT', lastPrice: '60000', volume24h: '20', turnover24h: '1190000' },
    ]),
    [`${api}/tickers?category=linear`]: reply('linear', [
      { symbol: 'BTCUSDT', lastPrice: '60010', volume24h: '300', turnover24h: '18000000' },
      { symbol: 'NEWUSDT', lastPrice: '', volume24h: '', turnover24h: '' },
    ]),
    [`${api}/tickers?category=inverse`]: reply('inverse', [
      { symbol: 'BTCUSD', lastPrice: '60020', volume24h: '500000', turnover24h: '8.3' },
    ]),
  }),
  markets: [
    {
      ...spot,
      symbol: 'BTC/USDT',
      base: 'BTC',
      quote: 'USDT',
      venueSymbol: 'BTCUSDT',
      priceTick: 0.01,
      quantityStep: 0.000001,
      quantityMin: 0.000011,
      notionalMin: 5,
    },
    {
      ...linear,
      symbol: 'BTC/USDT:USDT',
      base: 'BTC',
      quote: 'USDT',
      settle: 'USDT',
      venueSymbol: 'BTCUSDT',
      priceTick: 0.1,
      quantityStep: 0.001,
      quantityMin: 0.001,
      notionalMin: 5,
    },
    {
      ...inverse,
      venueSymbol: 'BTCUSD',
      priceTick: 0.5,
      quantityStep: 1,
      quantityMin: 10,
      notionalMin: undefined,
    },
  ],
  tickers: [
    { symbol: 'BTC/USDT', last: 60_000, quoteVolume24h: 1_190_000, baseVolume24h: 20 },
    { symbol: 'BTC/USDT:USDT', last: 60_010, quoteVolume24h: 18_000_000, baseVolume24h: 300 },
    { symbol: 'BTC/USD:BTC', last: 60_020, quoteVolume24h: 500_000, baseVolume24h: 8.3 },
  ],
};
