import { eachAsset, type Listing } from '../world/listing.ts';

const contractFees = { makerFeePpm: 200, takerFeePpm: 500 } as const;
const wallets = {
  spot: { USDT: '100000', BTC: '2', ETH: '20', SOL: '300' },
  usdm: { USDT: '100000' },
  coinm: { BTC: '2' },
} as const;

/** Steps and minimum amounts as in exchangeInfo; fees of an ordinary customer. */
export const binanceListing: Listing = {
  markets: (expiry) => [
    ...eachAsset(
      { kind: 'spot', quote: 'USDT', minNotional: '5', makerFeePpm: 1_000, takerFeePpm: 1_000 },
      {
        BTC: ['0.01', '0.00001', '0.00001'],
        ETH: ['0.01', '0.0001', '0.0001'],
        SOL: ['0.01', '0.001', '0.001'],
      },
    ),
    ...eachAsset(
      { kind: 'swap', quote: 'USDT', minNotional: '20', leverageMax: 100, ...contractFees },
      {
        BTC: ['0.1', '0.001', '0.001'],
        ETH: ['0.01', '0.001', '0.001'],
        SOL: ['0.01', '0.01', '0.01'],
      },
    ),
    {
      kind: 'future',
      base: 'BTC',
      quote: 'USDT',
      expiry,
      ...contractFees,
      tick: '0.1',
      lot: '0.001',
      minQuantity: '0.001',
      minNotional: '20',
      leverageMax: 50,
    },
    {
      kind: 'swap',
      base: 'BTC',
      quote: 'USD',
      isInverse: true,
      ...contractFees,
      tick: '0.1',
      lot: '1',
      minQuantity: '1',
      minNotional: '0',
      contractSize: '100',
    },
  ],
  funding: { intervalHours: 8, publishesNext: false },
  accounts: [
    {
      purpose: 'spot, USD-M and COIN-M',
      apiKey: 'WINDLASS0DEMO0NOT0A0REAL0KEY0binance0000000000000000000000000001',
      secret: 'WINDLASS0DEMO0NOT0A0REAL0SECRET0binance0000000000000000000000001',
      balances: wallets,
    },
    {
      purpose: 'portfolio margin: contracts',
      apiKey: 'WINDLASS0DEMO0NOT0A0REAL0KEY0binance0portfolio0margin00000000002',
      secret: 'WINDLASS0DEMO0NOT0A0REAL0SECRET0binance0portfolio0margin00000002',
      isPortfolioMargin: true,
      balances: wallets,
    },
  ],
};
