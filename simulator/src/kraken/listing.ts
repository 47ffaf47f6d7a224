import { eachAsset, type Listing } from '../world/listing.ts';
import { demoOwner, krakenSecret } from './keys.ts';

/** Spot markets against two kinds of dollars. */
export const krakenListing: Listing = {
  markets: () =>
    ['USD', 'USDT'].flatMap((quote) =>
      eachAsset(
        { kind: 'spot', quote, minNotional: '0.5', makerFeePpm: 2_500, takerFeePpm: 4_000 },
        {
          BTC: ['0.1', '0.00000001', '0.00005'],
          ETH: ['0.01', '0.00000001', '0.001'],
          SOL: ['0.01', '0.00000001', '0.02'],
        },
      ),
    ),
  // It has no perpetuals.
  funding: { intervalHours: 8, publishesNext: false },
  accounts: [
    {
      purpose: 'spot',
      apiKey: 'WINDLASS/DEMO/NOT/A/REAL/KEY/kraken/0000000000000000001+',
      secret: krakenSecret('kraken'),
      owner: demoOwner,
      balances: { spot: { USD: '100000', USDT: '100000', BTC: '2', ETH: '20', SOL: '300' } },
    },
  ],
};
