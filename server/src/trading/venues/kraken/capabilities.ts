import { basicOrderTypes, defineCapabilities } from '../capabilities.ts';
import { krakenHosts } from './hosts.ts';

/**
 * Order types and features: the matrix of Trading §4.1, whose rows for the spot class and the
 * futures class are `spot` and `perp` here.
 */
export const krakenCapabilities = defineCapabilities({
  venue: 'kraken',
  spot: {
    orderTypes: basicOrderTypes,
    // `timeinforce` of AddOrder; post-only is a flag beside it (`oflags=post`).
    timesInForce: ['FOK', 'GTC', 'IOC'],
    features: ['post_only'],
  },
  perp: {
    orderTypes: basicOrderTypes,
    // `orderType` of sendorder: lmt, ioc, fok and post.
    timesInForce: ['FOK', 'GTC', 'IOC', 'POST_ONLY'],
    features: ['post_only', 'reduce_only'],
  },
  notes: {
    environments: 'no test environment since 2026-07-14',
    futures: 'a separate class with its own credential',
    trailing_stop: 'not supported',
    oco: 'not supported',
    hedge_mode: 'not supported',
  },
  cautions: [
    {
      marketClass: 'perp',
      text: 'kraken futures need a futures credential of their own in the exchange account.',
    },
  ],
  hosts: krakenHosts,
});
