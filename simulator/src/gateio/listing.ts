import { eachAsset, type Listing } from '../world/listing.ts';

const contractFees = { makerFeePpm: 200, takerFeePpm: 500 } as const;
const contracts = { lot: '1', minQuantity: '1', minNotional: '0', leverageMax: 100 } as const;
const linear = { kind: 'swap', quote: 'USDT', ...contracts, ...contractFees } as const;
const dollars = { USDT: '100000' } as const;

/** Contracts are traded in whole numbers, each a fixed part of the base (`quanto_multiplier`). */
export const gateioListing: Listing = {
  markets: (expiry) => [
    ...eachAsset(
      { kind: 'spot', quote: 'USDT', minNotional: '3', makerFeePpm: 2_000, takerFeePpm: 2_000 },
      {
        BTC: ['0.1', '0.000001', '0.00001'],
        ETH: ['0.01', '0.0001', '0.001'],
        SOL: ['0.01', '0.001', '0.01'],
      },
    ),
    { ...linear, base: 'BTC', tick: '0.1', contractSize: '0.0001' },
    { ...linear, base: 'ETH', tick: '0.01', contractSize: '0.01' },
    { ...linear, base: 'SOL', tick: '0.01', contractSize: '1' },
    { ...linear, kind: 'future', base: 'BTC', tick: '0.1', contractSize: '0.0001', expiry },
    {
      kind: 'swap',
      base: 'BTC',
      quote: 'USD',
      isInverse: true,
      contractSize: '1',
      tick: '0.1',
      ...contracts,
      ...contractFees,
    },
  ],
  funding: { intervalHours: 8, publishesNext: true },
  accounts: [
    {
      purpose: 'spot, perpetual and delivery contracts',
      apiKey: 'de30de30de30de30de30de30de30de30',
      secret: 'de30de30de30de30de30de30de30de30de30de30de30de30de30de30de30de30',
      balances: {
        spot: { ...dollars, BTC: '2', ETH: '20', SOL: '300' },
        'futures/usdt': dollars,
        'futures/btc': { BTC: '2' },
        'delivery/usdt': dollars,
      },
    },
  ],
};
