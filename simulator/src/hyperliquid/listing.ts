import { eachAsset, type Listing } from '../world/listing.ts';

/** Prices have five significant digits; the ticks are those at the current prices. */
export const hyperliquidListing: Listing = {
  markets: () =>
    eachAsset(
      {
        kind: 'swap',
        quote: 'USDC',
        minNotional: '10',
        leverageMax: 40,
        makerFeePpm: 150,
        takerFeePpm: 450,
      },
      {
        BTC: ['1', '0.00001', '0.00001'],
        ETH: ['0.1', '0.0001', '0.0001'],
        SOL: ['0.01', '0.01', '0.01'],
      },
    ),
  funding: { intervalHours: 1, publishesNext: false },
  isWallet: true,
  accounts: [
    {
      purpose: 'perpetuals',
      apiKey: '0xb0406053d87af95c7d4c54b97884b4e1cc09cdfb',
      // The address of this private key, so that ccxt can use both.
      secret: `0x${'de30'.repeat(16)}`,
      balances: { perp: { USDC: '100000' }, spot: { USDC: '10000' } },
    },
  ],
};
