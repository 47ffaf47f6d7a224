import { eachAsset, type Listing } from '../world/listing.ts';

const contractFees = { makerFeePpm: 200, takerFeePpm: 550 } as const;

/** Steps and minimum amounts as in instruments-info in 2026; fees of an ordinary customer. */
export const bybitListing: Listing = {
  markets: (expiry) => [
    ...eachAsset(
      { kind: 'spot', quote: 'USDT', minNotional: '5', makerFeePpm: 1_000, takerFeePpm: 1_000 },
      {
        BTC: ['0.1', '0.000001', '0.000001'],
        ETH: ['0.01', '0.00001', '0.00001'],
        SOL: ['0.01', '0.0001', '0.0001'],
      },
    ),
    ...eachAsset(
      { kind: 'swap', quote: 'USDT', minNotional: '5', leverageMax: 100, ...contractFees },
      {
        BTC: ['0.1', '0.001', '0.001'],
        ETH: ['0.01', '0.01', '0.01'],
        SOL: ['0.01', '0.1', '0.1'],
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
      minNotional: '5',
      leverageMax: 50,
    },
    {
      kind: 'swap',
      base: 'BTC',
      quote: 'USD',
      isInverse: true,
      ...contractFees,
      tick: '0.5',
      lot: '1',
      minQuantity: '1',
      minNotional: '0',
      leverageMax: 100,
    },
  ],
  funding: { intervalHours: 8, publishesNext: false },
  accounts: [
    {
      purpose: 'unified: spot, linear and inverse',
      apiKey: 'WINDLASSDEMObybit1',
      secret: 'WINDLASSDEMONOTAREALSECRETbybit00001',
      balances: { unified: { USDT: '200000', USDC: '10000', BTC: '4', ETH: '20', SOL: '300' } },
    },
  ],
};
