import { basicOrderTypes, defineCapabilities } from '../capabilities.ts';
import { bybitHosts } from './hosts.ts';

/** Order types and features: the matrix of Trading §4.1. */
export const bybitCapabilities = defineCapabilities({
  venue: 'bybit',
  spot: {
    orderTypes: basicOrderTypes,
    // `timeInForce` of POST /v5/order/create: GTC, IOC, FOK and PostOnly, in every category.
    timesInForce: ['FOK', 'GTC', 'IOC', 'POST_ONLY'],
    features: ['post_only'],
  },
  perp: {
    orderTypes: [...basicOrderTypes, 'trailing_stop'],
    timesInForce: ['FOK', 'GTC', 'IOC', 'POST_ONLY'],
    features: ['hedge_mode', 'post_only', 'reduce_only'],
  },
  // POST /v5/position/switch-mode accepts no other contracts.
  hedgedSettles: ['USDT'],
  // `trailingStop` of POST /v5/position/trading-stop.
  trailing: { by: 'price' },
  notes: {
    trailing_stop: 'futures only; belongs to the open position',
    oco: 'not supported',
    category: 'spot, linear or inverse, taken from the symbol',
  },
  cautions: [
    {
      // POST /v5/position/trading-stop sets it on the position; there is no such order.
      marketClass: 'perp',
      orderTypes: ['trailing_stop'],
      text: 'bybit trailing stops belong to a position: one must be open, and all of it is closed.',
    },
  ],
  hosts: bybitHosts,
});
