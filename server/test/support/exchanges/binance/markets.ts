import { answersOf, inverse, linear, spot, type VenueLists } from '../markets.ts';

const filters = (tickSize: string, stepSize: string, notional: object) => [
  { filterType: 'PRICE_FILTER', minPrice: tickSize, maxPrice: '1000000', tickSize },
  { filterType: 'LOT_SIZE', minQty: stepSize, maxQty: '9000', stepSize },
  notional,
];

const pair = { symbol: 'BTCUSDT', baseAsset: 'BTC', quoteAsset: 'USDT', status: 'TRADING' };
const coin = {
  baseAsset: 'BTC',
  quoteAsset: 'USD',
  marginAsset: 'BTC',
  contractStatus: 'TRADING',
  contractSize: 100,
  filters: filters('0.1', '1', {}),
};

export const binance: VenueLists = {
  venue: 'binance',
  ...answersOf({
    'GET https://api.binance.com/api/v3/exchangeInfo?showPermissionSets=false': {
      symbols: [
        {
          ...pair,
          filters: filters('0.01', '0.00001', { filterType: 'NOTIONAL', minNotional: '5' }),
        },
        { ...pair, symbol: '币安人生USDT', baseAsset: '币安人生' },
        { ...pair, symbol: 'LUNAUSDT', baseAsset: 'LUNA', status: 'BREAK' },
      ],
    },
    'GET https://fapi.binance.com/fapi/v1/exchangeInfo': {
      symbols: [
        {
          ...pair,
          contractType: 'PERPETUAL',
          deliveryDate: 4_133_404_800_000,
          marginAsset: 'USDT',
          filters: filters('0.1', '0.001', { filterType: 'MIN_NOTIONAL', notional: '100' }),
        },
      ],
    },
    'GET https://dapi.binance.com/dapi/v1/exchangeInfo': {
      symbols: [
        {
          ...coin,
          symbol: 'BTCUSD_PERP',
          contractType: 'PERPETUAL',
          deliveryDate: 4_133_404_800_000,
        },
        {
          ...coin,
          symbol: 'BTCUSD_260327',
          contractType: 'CURRENT_QUARTER',
          deliveryDate: Date.UTC(2026, 2, 27, 8),
        },
      ],
    },
    'GET https://api.binance.com/api/v3/ticker/24hr': [
      { symbol: 'BTCUSDT', lastPrice: '60000.00', volume: '20', quoteVolume: '1190000' },
      { symbol: 'LUNAUSDT', lastPrice: '0.00000000', volume: '0.0', quoteVolume: '0.0' },
      { symbol: 'NEWUSDT', lastPrice: '1', volume: '1', quoteVolume: '1' },
    ],
    'GET https://fapi.binance.com/fapi/v1/ticker/24hr': [
      { symbol: 'BTCUSDT', lastPrice: '60010.0', volume: '300', quoteVolume: '18000000' },
    ],
    'GET https://dapi.binance.com/dapi/v1/ticker/24hr': [
      { symbol: 'BTCUSD_PERP', lastPrice: '60020.0', volume: '5000', baseVolume: '8.3' },
    ],
  }),
  markets: [
    {
      ...spot,
      symbol: 'BTC/USDT',
      base: 'BTC',
      quote: 'USDT',
      venueSymbol: 'BTCUSDT',
      priceTick: 0.01,
      quantityStep: 0.00001,
      quantityMin: 0.00001,
      notionalMin: 5,
    },
    {
      ...spot,
      symbol: '币安人生/USDT',
      base: '币安人生',
      quote: 'USDT',
      venueSymbol: '币安人生USDT',
      priceTick: undefined,
      quantityStep: undefined,
      quantityMin: undefined,
      notionalMin: undefined,
    },
    {
      ...spot,
      symbol: 'LUNA/USDT',
      base: 'LUNA',
      quote: 'USDT',
      venueSymbol: 'LUNAUSDT',
      isActive: false,
      priceTick: undefined,
      quantityStep: undefined,
      quantityMin: undefined,
      notionalMin: undefined,
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
      notionalMin: 100,
    },
    ...[
      { venueSymbol: 'BTCUSD_PERP' },
      { venueSymbol: 'BTCUSD_260327', symbol: 'BTC/USD:BTC-260327', kind: 'future' },
    ].map((market) => ({
      ...inverse,
      contractSize: 100,
      priceTick: 0.1,
      quantityStep: 1,
      quantityMin: 1,
      notionalMin: undefined,
      ...market,
    })),
  ],
  tickers: [
    { symbol: 'BTC/USDT', last: 60_000, quoteVolume24h: 1_190_000, baseVolume24h: 20 },
    { symbol: 'LUNA/USDT', last: undefined, quoteVolume24h: 0, baseVolume24h: 0 },
    { symbol: 'BTC/USDT:USDT', last: 60_010, quoteVolume24h: 18_000_000, baseVolume24h: 300 },
    { symbol: 'BTC/USD:BTC', last: 60_020, quoteVolume24h: 500_000, baseVolume24h: 8.3 },
  ],
};
