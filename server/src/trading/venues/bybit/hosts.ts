import type { PlaceHosts, VenueHosts } from '../shared/placeHosts.ts';

interface HostNames {
  readonly rest: string;
  readonly publicStream: string;
  readonly privateStream: string;
}

function hostsAt({ rest, publicStream, privateStream }: HostNames): PlaceHosts {
  return {
    rest: [rest],
    addresses: {
      'https://api.bybit.com/': `https://${rest}/`,
      'wss://stream.bybit.com/v5/public/': `wss://${publicStream}/v5/public/`,
      'wss://stream.bybit.com/v5/private': `wss://${privateStream}/v5/private`,
    },
  };
}

/** Hosts of a region, which has its own REST; only a few are known to have their own streams. */
function regionAt(domain: string, stream = 'stream.bybit.com'): PlaceHosts {
  return hostsAt({ rest: `api.${domain}`, publicStream: stream, privateStream: stream });
}

export const bybitHosts: VenueHosts = {
  production: {
    regions: {
      global: { rest: ['api.bybit.com'] },
      // The European exchange has only spot.
      eu: { ...regionAt('bybit.eu', 'stream.bybit.eu'), marketTypes: ['spot'] },
      nl: regionAt('bybit.nl'),
      tr: regionAt('bybit-tr.com', 'stream.bybit-tr.com'),
      kz: regionAt('bybit.kz', 'stream.bybit.kz'),
      ge: regionAt('bybitgeorgia.ge'),
      ae: regionAt('bybit.ae'),
      id: regionAt('bybit.id'),
    },
    books: 'own',
  },
  testnet: {
    regions: {
      global: hostsAt({
        rest: 'api-testnet.bybit.com',
        publicStream: 'stream-testnet.bybit.com',
        privateStream: 'stream-testnet.bybit.com',
      }),
    },
    books: 'own',
  },
  // Made-up money on the real books: only private interfaces have separate hosts.
  demo: {
    regions: {
      global: hostsAt({
        rest: 'api-demo.bybit.com',
        publicStream: 'stream.bybit.com',
        privateStream: 'stream-demo.bybit.com',
      }),
    },
    books: 'production',
  },
};

/**
 * Hosts of the public streams, including past ones; the hosts of a group serve the same streams.
 */
export const bybitStreamHosts: readonly (readonly string[])[] = [
  [
    'stream.bybit.com',
    'stream.bytick.com',
    'stream.bybit.eu',
    'stream.bybit-tr.com',
    'stream.bybit.kz',
    'stream-testnet.bybit.com',
  ],
];
