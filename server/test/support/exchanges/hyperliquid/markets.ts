import { answersOf, linear, type VenueLists } from '../markets.ts';

const info = 'POST https://api.hyperliquid.xyz/info';

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
});

export const hyperliquid: VenueLists = {
  venue: 'hyperliquid',
  answer: lists.answer,
  // The figures are in the documents that list the markets.
  urls: [...lists.urls, ...lists.urls],
  markets: [
    ...[
      {
        symbol: 'BTC/USDC:USDC',
        base: 'BTC',
        venueSymbol: 'BTC',
        quantityStep: 0.00001,
        priceTick: 0.1,
      },
      {
        symbol: 'KPEPE/USDC:USDC',
        base: 'KPEPE',
        venueSymbol: 'kPEPE',
        quantityStep: 1,
        priceTick: 0.000001,
      },
      {
        symbol: 'FTM/USDC:USDC',
        base: 'FTM',
        venueSymbol: 'FTM',
        quantityStep: 1,
        priceTick: 0.000001,
        isActive: false,
      },
    ].map((market) => ({ ...linear, settle: 'USDC', ...market })),
  ].map((market) => ({
    quote: 'USDC',
    priceDigitsMax: 5,
    quantityMin: undefined,
    notionalMin: 10,
    ...market,
  })),
  tickers: [
    { symbol: 'BTC/USDC:USDC', last: 60_010.5, quoteVolume24h: 18_000_000, baseVolume24h: 300 },
    { symbol: 'KPEPE/USDC:USDC', last: 0.01, quoteVolume24h: 0, baseVolume24h: 0 },
    { symbol: 'FTM/USDC:USDC', last: 0.5, quoteVolume24h: 0, baseVolume24h: undefined },
  ],
};
