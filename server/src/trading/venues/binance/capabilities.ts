import { basicOrderTypes, defineCapabilities } from '../capabilities.ts';
import { binanceHosts } from './hosts.ts';

/** Word for word the document's example (Trading §4.1). */
export const binanceCapabilities = defineCapabilities({
  venue: 'binance',
  spot: {
    orderTypes: [...basicOrderTypes, 'oco'],
    // Post-only is an order type here, LIMIT_MAKER, and so not a time in force.
    timesInForce: ['FOK', 'GTC', 'IOC'],
    features: ['post_only'],
  },
  perp: {
    orderTypes: [...basicOrderTypes, 'trailing_stop'],
    timesInForce: ['FOK', 'GTC', 'IOC', 'POST_ONLY'],
    features: ['hedge_mode', 'portfolio_margin', 'post_only', 'reduce_only'],
  },
  // `callbackRate` of POST /fapi/v1/algoOrder and of its twin at papi.
  trailing: {
    by: 'percent',
    minPct: 0.1,
    maxPct: 10,
    stepPct: 0.1,
  },
  notes: { trailing_stop: 'futures only', oco: 'spot only' },
  cautions: [],
  hosts: binanceHosts,
});
