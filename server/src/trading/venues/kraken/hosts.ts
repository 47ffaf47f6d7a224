import type { VenueHosts } from '../shared/placeHosts.ts';

/** The demo of its futures ended on 2026-07-14, and nothing took its place. */
export const krakenHosts: VenueHosts = {
  production: {
    regions: { global: { rest: ['api.kraken.com', 'futures.kraken.com'] } },
    books: 'own',
  },
};
