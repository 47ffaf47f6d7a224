import type { OrderType } from '../../model/order.ts';
import { basicOrderTypes, defineCapabilities } from '../capabilities.ts';
import { gateioHosts } from './hosts.ts';

const triggeredTypes: readonly OrderType[] = [
  'stop_loss',
  'stop_loss_limit',
  'take_profit',
  'take_profit_limit',
];

/**
 * Order types and features: the matrix of Trading §4.1, which offers post-only only on perpetuals
 * although the venue has it (`poc`) on spot too.
 */
export const gateioCapabilities = defineCapabilities({
  venue: 'gateio',
  spot: {
    orderTypes: basicOrderTypes,
    // `time_in_force` of POST /spot/orders without `poc`, by the matrix.
    timesInForce: ['FOK', 'GTC', 'IOC'],
    features: [],
  },
  perp: {
    orderTypes: basicOrderTypes,
    // `tif` of POST /futures/{settle}/orders: gtc, ioc, fok and poc.
    timesInForce: ['FOK', 'GTC', 'IOC', 'POST_ONLY'],
    features: ['post_only', 'reduce_only'],
  },
  notes: {
    stop_orders: 'spot stop orders are price-triggered orders',
    post_only: 'futures only',
    trailing_stop: 'not supported',
    oco: 'not supported',
  },
  cautions: [
    {
      marketClass: 'spot',
      orderTypes: triggeredTypes,
      text:
        'gateio spot stop orders are price-triggered orders: the exchange keeps no client order ' +
        'id for them and lets them wait for 30 days at most. Orders that are not triggered after ' +
        '29 days may expire: send it again.',
    },
  ],
  hosts: gateioHosts,
});
