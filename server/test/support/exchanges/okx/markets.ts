import { answersOf, inverse, linear, spot, type VenueLists } from '../markets.ts';

const api = 'GET https://www.okx.com/api/v5';
const reply = (data: readonly object[]) => ({ code: '0', msg: '', data });
const contract = { lotSz: '0.01', minSz: '0.01', tickSz: '0.1', ctMult: '1', state: 'live' };

export const okx: VenueLists = {
  venue: 'okx',
  ...answersOf({
    [`${api}/public/instruments?instType=SPOT`]: reply([
      {
        instType: 'SPOT',
        instId: 'BTC-USDT',
        baseCcy: 'BTC',
        quoteCcy: 'USDT',
        settleCcy: '',
        lotSz: '0.00000001',
        minSz: '0.00001',
        tickSz: '0.1',
        state: 'live',
      },
    ]),
    [`${api}/public/instruments?instType=SWAP`]: reply([
      {
        ...contract,
        instType: 'SWAP',
        instId: 'BTC-USDT-SWAP',
        uly: 'BTC-USDT',
        settleCcy: 'USDT',
        ctVal: '0.01',
      },
      {
        ...contract,
        instType: 'SWAP',
        instId: 'BTC-USD-SWAP',
        uly: 'BTC-USD',
        settleCcy: 'BTC',
        ctVal: '100',
        lotSz: '1',
        minSz: '1',
      },
      {
        ...contract,
        instType: 'SWAP',
        instId: 'BTC-USD_UM-SWAP',
        uly: 'BTC-USD',
        settleCcy: 'USDC',
        ctVal: '0.0001',
      },
      { instType: 'SWAP', instId: 'ETH-USD_UM-SWAP', state: 'preopen' },
    ]),
    [`${api}/public/instruments?instType=FUTURES`]: reply([
      {
        ...contract,
        instType: 'FUTURES',
        instId: 'BTC-USDT-260327',
        uly: 'BTC-USDT',
        settleCcy: 'USDT',
        ctVal: '0.001',
        ctMult: '10',
        expTime: String(Date.UTC(2026, 2, 27, 8)),
        state: 'suspend',
      },
    ]),
    [`${api}/market/tickers?instType=SPOT`]: reply([
      { instId: 'BTC-USDT', last: '60000', vol24h: '20', volCcy24h: '1190000' },
    ]),
    [`${api}/market/tickers?instType=SWAP`]: reply([
      { instId: 'BTC-USDT-SWAP', last: '60000', vol24h: '30000', volCcy24h: '300' },
      { instId: 'BTC-USD-SWAP', last: '60020', vol24h: '5000', volCcy24h: '8.3' },
      { instId: 'BTC-USD_UM-SWAP', last: '60000', vol24h: '1', volCcy24h: '1' },
    ]),
    [`${api}/market/tickers?instType=FUTURES`]: reply([
      { instId: 'BTC-USDT-260327', last: '', vol24h: '200', volCcy24h: '2' },
    ]),
  }),
  markets: [
    {
      ...spot,
      symbol: 'BTC/USDT',
      base: 'BTC',
      quote: 'USDT',
      venueSymbol: 'BTC-USDT',
      priceTick: 0.1,
      quantityStep: 1e-8,
      quantityMin: 0.00001,
      notionalMin: undefined,
    },
    ...[
      { symbol: 'BTC/USDT:USDT', venueSymbol: 'BTC-USDT-SWAP' },
      {
        ...inverse,
        venueSymbol: 'BTC-USD-SWAP',
        contractSize: 100,
        quantityStep: 1,
        quantityMin: 1,
      },
      {
        symbol: 'BTC/USDT:USDT-260327',
        kind: 'future',
        venueSymbol: 'BTC-USDT-260327',
        isActive: false,
      },
    ].map((market) => ({
      ...linear,
      base: 'BTC',
      quote: 'USDT',
      settle: 'USDT',
      contractSize: 0.01,
      priceTick: 0.1,
      quantityStep: 0.0001,
      quantityMin: 0.0001,
      notionalMin: undefined,
      ...market,
    })),
  ],
  tickers: [
    { symbol: 'BTC/USDT', last: 60_000, quoteVolume24h: 1_190_000, baseVolume24h: 20 },
    { symbol: 'BTC/USDT:USDT', last: 60_000, quoteVolume24h: 18_000_000, baseVolume24h: 300 },
    { symbol: 'BTC/USD:BTC', last: 60_020, quoteVolume24h: 500_000, baseVolume24h: 8.3 },
    {
      symbol: 'BTC/USDT:USDT-260327',
      last: undefined,
      quoteVolume24h: undefined,
      baseVolume24h: 2,
    },
  ],
};
