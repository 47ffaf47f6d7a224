import { eachAsset, type Listing } from '../world/listing.ts';

const contractFees = { makerFeePpm: 200, takerFeePpm: 500, minNotional: '0' } as const;
const steps = { lot: '0.01', minQuantity: '0.01', leverageMax: 100 } as const;
const linear = { kind: 'swap', quote: 'USDT', ...steps, ...contractFees } as const;

/** Contracts have a fixed size (`ctVal`), and a hundredth of one can be traded. */
export const okxListing: Listing = {
  markets: (expiry) => [
    ...eachAsset(
      { kind: 'spot', quote: 'USDT', minNotional: '0', makerFeePpm: 800, takerFeePpm: 1_000 },
      {
        BTC: ['0.1', '0.00000001', '0.00001'],
        ETH: ['0.01', '0.000001', '0.0001'],
        SOL: ['0.01', '0.000001', '0.001'],
      },
    ),
    { ...linear, base: 'BTC', tick: '0.1', contractSize: '0.01' },
    { ...linear, base: 'ETH', tick: '0.01', contractSize: '0.1' },
    { ...linear, base: 'SOL', tick: '0.01', contractSize: '1' },
    { ...linear, kind: 'future', base: 'BTC', tick: '0.1', contractSize: '0.01', expiry },
    {
      kind: 'swap',
      base: 'BTC',
      quote: 'USD',
      isInverse: true,
      contractSize: '100',
      tick: '0.1',
      lot: '1',
      minQuantity: '1',
      leverageMax: 100,
      ...contractFees,
    },
  ],
  funding: { intervalHours: 8, publishesNext: true },
  accounts: [
    {
      purpose: 'spot, swaps and futures',
      apiKey: 'de300000-0000-4000-8000-000000000001',
      secret: 'DE30000000000000000000000000DE30',
      passphrase: 'Windlass-demo-1',
      balances: { trading: { USDT: '200000', BTC: '4', ETH: '20', SOL: '300' } },
    },
  ],
};
