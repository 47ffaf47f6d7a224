import { basicOrderTypes, defineCapabilities } from '../capabilities.ts';
import { hyperliquidHosts } from './hosts.ts';

/** Order types and features: the matrix of Trading §4.1, which leaves out the venue's spot. */
export const hyperliquidCapabilities = defineCapabilities({
  venue: 'hyperliquid',
  spot: undefined,
  perp: {
    orderTypes: basicOrderTypes,
    // `tif` of the order action: Gtc, Ioc and Alo. There is no fill-or-kill.
    timesInForce: ['GTC', 'IOC', 'POST_ONLY'],
    features: ['post_only', 'reduce_only'],
  },
  notes: {
    spot: 'not supported',
    market: 'sent as limit IOC, at most 5 % beyond the market',
    fok: 'not supported',
    trailing_stop: 'not supported',
    oco: 'not supported',
  },
  cautions: [
    {
      marketClass: 'perp',
      orderTypes: ['market', 'stop_loss', 'take_profit'],
      text:
        'hyperliquid has no market orders: they are sent as limit IOC, at most 5 % beyond the ' +
        'market.',
    },
  ],
  hosts: hyperliquidHosts,
});
