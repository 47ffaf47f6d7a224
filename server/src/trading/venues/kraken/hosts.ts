import type { VenueHosts } from '../shared/placeHosts.ts';

/** The demo of its futures ended on 2026-07-14, and nothing replaced it. */
export const krakenHosts: VenueHosts = {
  production: {
    regions: { global: { rest: ['api.kraken.com', 'futures.kraken.com'] } },
    books: 'own',
  },
};

/**
 * Hosts of the public streams, including past ones; the hosts of a group serve the same streams.
 */
export const krakenStreamHosts: readonly (readonly string[])[] = [
  ['ws.kraken.com', 'beta-ws.kraken.com'],
  ['futures.kraken.com', 'demo-futures.kraken.com'],
];
