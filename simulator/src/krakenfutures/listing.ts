import { demoOwner, krakenSecret } from '../kraken/keys.ts';
import { eachAsset, type Listing } from '../world/listing.ts';

const fees = { makerFeePpm: 200, takerFeePpm: 500 } as const;
const linear = { quote: 'USD', minNotional: '0', leverageMax: 50, ...fees } as const;

/** Linear contracts are counted in the base, inverse ones in dollars. */
export const krakenfuturesListing: Listing = {
  markets: (expiry) => [
    ...eachAsset(
      { kind: 'swap', ...linear },
      {
        BTC: ['1', '0.0001', '0.0001'],
        ETH: ['0.1', '0.001', '0.001'],
        SOL: ['0.01', '0.01', '0.01'],
      },
    ),
    {
      kind: 'future',
      base: 'BTC',
      expiry,
      ...linear,
      tick: '1',
      lot: '0.0001',
      minQuantity: '0.0001',
    },
    {
      kind: 'swap',
      base: 'BTC',
      isInverse: true,
      ...linear,
      tick: '0.5',
      lot: '1',
      minQuantity: '1',
    },
  ],
  funding: { intervalHours: 1, publishesNext: true },
  accounts: [
    {
      purpose: 'contracts in dollars and in bitcoin',
      apiKey: 'WINDLASS/DEMO/NOT/A/REAL/KEY/krakenfutures/000000000001+',
      secret: krakenSecret('krakenfutures'),
      owner: demoOwner,
      balances: { flex: { USD: '100000' }, margin: { BTC: '2' } },
    },
  ],
};
