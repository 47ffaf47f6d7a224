import { answersOf, inverse, linear, spot, type VenueLists } from '../markets.ts';

const pair = {
  altname: 'XBTUSD',
  base: 'XXBT',
  quote: 'ZUSD',
  pair_decimals: 1,
  lot_decimals: 8,
  ordermin: '0.00005',
  costmin: '0.5',
  status: 'online',
  fees: [
    [0, 0.4],
    [10_000, 0.35],
  ],
  fees_maker: [
    [0, 0.25],
    [10_000, 0.2],
  ],
};

const contract = (symbol: string, change: object = {}) => ({
  symbol,
  type: 'flexible_futures',
  tickSize: 0.5,
  contractSize: 1,
  contractValueTradePrecision: 4,
  tradeable: true,
  ...change,
});

export const kraken: VenueLists = {
  venue: 'kraken',
  ...answersOf({
    'GET https://api.kraken.com/0/public/AssetPairs': {
      error: [],
      result: {
        XXBTZUSD: pair,
        XDGUSD: {
          ...pair,
          altname: 'XDGUSD',
          base: 'XXDG',
          status: 'cancel_only',
          // Both sides pay the same.
          fees: [[0, 0.07]],
          fees_maker: undefined,
        },
      },
    },
    'GET https://futures.kraken.com/derivatives/api/v3/instruments': {
      result: 'success',
      instruments: [
        contract('PF_XBTUSD'),
        contract('PI_XBTUSD', { type: 'futures_inverse', contractValueTradePrecision: 0 }),
        contract('FF_XBTUSD_260327', { lastTradingTime: '2026-03-27T16:00:00.000Z' }),
        contract('PF_PEPEUSD', { contractValueTradePrecision: -3 }),
        contract('PV_XRPXBT', { type: 'futures_vanilla' }),
        { symbol: 'in_xbtusd', type: 'spot index', tradeable: false },
      ],
    },
    'GET https://api.kraken.com/0/public/Ticker': {
      error: [],
      result: {
        XXBTZUSD: { c: ['60000', '0.1'], v: ['1', '20'], p: ['60100', '59500'] },
        XDGUSD: { c: ['0.1', '1'], v: ['0', '0'], p: ['0', '0'] },
      },
    },
    'GET https://futures.kraken.com/derivatives/api/v3/tickers': {
      result: 'success',
      tickers: [
        { symbol: 'PF_XBTUSD', last: 60_010, vol24h: 300, volumeQuote: 18_000_000 },
        { symbol: 'PI_XBTUSD', last: 50_000, vol24h: 500_000, volumeQuote: 500_000 },
        { symbol: 'FF_XBTUSD_260327', last: 60_000, vol24h: 2 },
        { symbol: 'in_xbtusd', last: 60_000 },
      ],
    },
  }),
  markets: [
    ...[
      {
        symbol: 'BTC/USD',
        base: 'BTC',
        venueSymbol: 'XXBTZUSD',
        fees: { makerBps: 25, takerBps: 40 },
      },
      {
        symbol: 'DOGE/USD',
        base: 'DOGE',
        venueSymbol: 'XDGUSD',
        isActive: false,
        fees: { makerBps: 7, takerBps: 7 },
      },
    ].map((market) => ({
      ...spot,
      quote: 'USD',
      priceTick: 0.1,
      quantityStep: 1e-8,
      quantityMin: 0.00005,
      notionalMin: 0.5,
      ...market,
    })),
    ...[
      { symbol: 'BTC/USD:USD', base: 'BTC', venueSymbol: 'PF_XBTUSD' },
      { ...inverse, venueSymbol: 'PI_XBTUSD', quantityStep: 1 },
      {
        symbol: 'BTC/USD:USD-260327',
        kind: 'future',
        base: 'BTC',
        venueSymbol: 'FF_XBTUSD_260327',
      },
      { symbol: 'PEPE/USD:USD', base: 'PEPE', venueSymbol: 'PF_PEPEUSD', quantityStep: 1_000 },
    ].map((market) => ({
      ...linear,
      quote: 'USD',
      settle: 'USD',
      priceTick: 0.5,
      quantityStep: 0.0001,
      quantityMin: undefined,
      notionalMin: undefined,
      ...market,
    })),
  ],
  tickers: [
    { symbol: 'BTC/USD', last: 60_000, quoteVolume24h: 1_190_000, baseVolume24h: 20 },
    { symbol: 'DOGE/USD', last: 0.1, quoteVolume24h: 0, baseVolume24h: 0 },
    { symbol: 'BTC/USD:USD', last: 60_010, quoteVolume24h: 18_000_000, baseVolume24h: 300 },
    { symbol: 'BTC/USD:BTC', last: 50_000, quoteVolume24h: 500_000, baseVolume24h: 10 },
    { symbol: 'BTC/USD:USD-260327', last: 60_000, quoteVolume24h: 120_000, baseVolume24h: 2 },
  ],
};
