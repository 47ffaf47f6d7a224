import { answersOf, inverse, linear, spot, type VenueLists } from '../markets.ts';

const api = 'GET https://api.gateio.ws/api/v4';

const contract = (name: string, change: object = {}) => ({
  name,
  quanto_multiplier: '0.0001',
  order_price_round: '0.1',
  order_size_min: 1,
  order_price_deviate: '0.5',
  mark_price: '60000',
  in_delisting: false,
  ...change,
});

const pair = {
  id: 'BTC_USDT',
  fee: '0.2',
  amount_precision: 6,
  precision: 1,
  min_base_amount: '0.00001',
  min_quote_amount: '3',
  trade_status: 'tradable',
};

const figures = (contractName: string, change: object) => ({
  contract: contractName,
  last: '60010',
  volume_24h: '3000000',
  mark_price: '60010',
  ...change,
});

export const gateio: VenueLists = {
  venue: 'gateio',
  ...answersOf({
    [`${api}/margin/currency_pairs`]: [{ id: 'LUNA_USDT', leverage: 3, status: 1 }],
    [`${api}/spot/currency_pairs`]: [
      pair,
      { ...pair, id: 'LUNA_USDT', trade_status: 'untradable' },
    ],
    [`${api}/futures/usdt/contracts`]: [
      contract('BTC_USDT'),
      contract('LUNA_USDT', { in_delisting: true, quanto_multiplier: '10' }),
    ],
    [`${api}/futures/btc/contracts`]: [
      contract('BTC_USD', { quanto_multiplier: '0' }),
      contract('ETH_USD', { quanto_multiplier: '0.00001' }),
    ],
    [`${api}/delivery/usdt/contracts`]: [
      contract('BTC_USDT_20260327', { expire_time: Date.UTC(2026, 2, 27, 8) / 1_000 }),
    ],
    [`${api}/spot/tickers`]: [
      { currency_pair: 'BTC_USDT', last: '60000', base_volume: '20', quote_volume: '1190000' },
    ],
    [`${api}/futures/usdt/tickers`]: [
      figures('BTC_USDT', { volume_24h_base: '300', volume_24h_quote: '18000000' }),
      figures('LUNA_USDT', { last: '0', volume_24h_base: 'nan', volume_24h_quote: 'nan' }),
    ],
    [`${api}/futures/btc/tickers`]: [
      figures('BTC_USD', { volume_24h_base: '8.3', volume_24h_quote: '500000' }),
    ],
    [`${api}/delivery/usdt/tickers`]: [
      figures('BTC_USDT_20260327', { volume_24h_base: '2', volume_24h_quote: '120000' }),
    ],
  }),
  markets: [
    ...[
      { symbol: 'BTC/USDT', base: 'BTC', venueSymbol: 'BTC_USDT' },
      { symbol: 'LUNA/USDT', base: 'LUNA', venueSymbol: 'LUNA_USDT', isActive: false },
    ].map((market) => ({
      ...spot,
      quote: 'USDT',
      priceTick: 0.1,
      quantityStep: 0.000001,
      quantityMin: 0.00001,
      notionalMin: 3,
      ...market,
    })),
    ...[
      { symbol: 'BTC/USDT:USDT', base: 'BTC', venueSymbol: 'BTC_USDT', size: 0.0001 },
      {
        symbol: 'LUNA/USDT:USDT',
        base: 'LUNA',
        venueSymbol: 'LUNA_USDT',
        isActive: false,
        size: 10,
      },
      { ...inverse, venueSymbol: 'BTC_USD', size: 1 },
      {
        symbol: 'BTC/USDT:USDT-260327',
        kind: 'future',
        base: 'BTC',
        venueSymbol: 'BTC_USDT_20260327',
        size: 0.0001,
      },
    ].map(({ size, ...market }) => ({
      ...linear,
      quote: 'USDT',
      settle: 'USDT',
      priceTick: 0.1,
      notionalMin: undefined,
      ...market,
      contractSize: size,
      quantityStep: size,
      quantityMin: size,
    })),
  ],
  tickers: [
    { symbol: 'BTC/USDT', last: 60_000, quoteVolume24h: 1_190_000, baseVolume24h: 20 },
    { symbol: 'BTC/USDT:USDT', last: 60_010, quoteVolume24h: 18_000_000, baseVolume24h: 300 },
    {
      symbol: 'LUNA/USDT:USDT',
      last: undefined,
      quoteVolume24h: undefined,
      baseVolume24h: undefined,
    },
    { symbol: 'BTC/USD:BTC', last: 60_010, quoteVolume24h: 500_000, baseVolume24h: 8.3 },
    { symbol: 'BTC/USDT:USDT-260327', last: 60_010, quoteVolume24h: 120_000, baseVolume24h: 2 },
  ],
};
