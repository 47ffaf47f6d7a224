import { answersOf, linear, spot, type VenueLists } from './venueMarkets.ts';

const info = 'POST https://api.hyperliquid.xyz/info';

const token = (name: string, szDecimals: number, index: number) => ({ name, szDecimals, index });

const lists = answersOf({
  [`${info} {"type":"metaAndAssetCtxs"}`]: [
    {
      universe: [
        { name: 'BTC', szDecimals: 5, maxLeverage: 40 },
        { name: 'kPEPE', szDecimals: 0, maxLeverage: 10 },
        { name: 'FTM', szDecimals: 0, maxLeverage: 10, isDelisted: true },
      ],
    },
    [
      { midPx: '60010.5', markPx: '60010', dayNtlVlm: '18000000', dayBaseVlm: '300' },
      { midPx: null, markPx: '0.01', dayNtlVlm: '0.0', dayBaseVlm: '0.0' },
      { midPx: null, markPx: '0.5', dayNtlVlm: '0.0' },
    ],
  ],
  [`${info} {"type":"spotMetaAndAssetCtxs"}`]: [
    {
      tokens: [token('USDC', 8, 0), token('PURR', 0, 1), token('UBTC', 5, 2)],
      universe: [
        { name: 'PURR/USDC', tokens: [1, 0], index: 0 },
        { name: '@142', tokens: [2, 0], index: 142 },
      ],
    },
    [
      { coin: '@142', midPx: '60000.5', markPx: '60000', dayNtlVlm: '1190000', dayBaseVlm: '20' },
      { coin: 'PURR/USDC', midPx: '0.2', markPx: '0.2', dayNtlVlm: '40', dayBaseVlm: '200' },
    ],
  ],
});

export const hyperliquid: VenueLists = {
  venue: 'hyperliquid',
  answer: lists.answer,
  // The figures are in the documents that list the markets.
  urls: [...lists.urls, ...lists.urls],
  markets: [
    ...[
      { symbol: 'PURR/USDC', base: 'PURR', venueSymbol: 'PURR/USDC', quantityStep: 1 },
      { symbol: 'BTC/USDC', base: 'BTC', venueSymbol: '@142', quantityStep: 0.00001 },
    ].map((market) => ({ ...spot, ...market })),
    ...[
      { symbol: 'BTC/USDC:USDC', base: 'BTC', venueSymbol: 'BTC', quantityStep: 0.00001 },
      { symbol: 'KPEPE/USDC:USDC', base: 'KPEPE', venueSymbol: 'kPEPE', quantityStep: 1 },
      {
        symbol: 'FTM/USDC:USDC',
        base: 'FTM',
        venueSymbol: 'FTM',
        quantityStep: 1,
        isActive: false,
      },
    ].map((market) => ({ ...linear, settle: 'USDC', ...market })),
  ].map((market) => ({
    quote: 'USDC',
    priceTick: undefined,
    quantityMin: undefined,
    notionalMin: 10,
    ...market,
  })),
  tickers: [
    { symbol: 'BTC/USDC:USDC', last: 60_010.5, quoteVolume24h: 18_000_000, baseVolume24h: 300 },
    { symbol: 'KPEPE/USDC:USDC', last: 0.01, quoteVolume24h: 0, baseVolume24h: 0 },
    { symbol: 'FTM/USDC:USDC', last: 0.5, quoteVolume24h: 0, baseVolume24h: undefined },
    { symbol: 'BTC/USDC', last: 60_000.5, quoteVolume24h: 1_190_000, baseVolume24h: 20 },
    { symbol: 'PURR/USDC', last: 0.2, quoteVolume24h: 40, baseVolume24h: 200 },
  ],
};
