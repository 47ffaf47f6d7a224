import { basicOrderTypes, defineCapabilities } from '../capabilities.ts';
import { okxHosts } from './hosts.ts';

/** Order types and features: the matrix of Trading §4.1. */
export const okxCapabilities = defineCapabilities({
  venue: 'okx',
  spot: {
    orderTypes: [...basicOrderTypes, 'oco'],
    // `ordType` of POST /api/v5/trade/order sets the time in force: ioc, fok, post_only, on every
    // instrument type.
    timesInForce: ['FOK', 'GTC', 'IOC', 'POST_ONLY'],
    features: ['post_only'],
  },
  perp: {
    orderTypes: [...basicOrderTypes, 'trailing_stop'],
    timesInForce: ['FOK', 'GTC', 'IOC', 'POST_ONLY'],
    features: ['hedge_mode', 'post_only', 'reduce_only'],
  },
  // `callbackRatio` of POST /api/v5/trade/order-algo: 0.001 and more, below 1.
  trailing: {
    by: 'percent',
    minPct: 0.1,
    maxPct: 99.99,
    stepPct: 0.01,
  },
  notes: { trailing_stop: 'futures only', oco: 'spot only' },
  cautions: [],
  hosts: okxHosts,
});
