import type { VenueId } from '../../model/venue.ts';
import { basicOrderTypes, defineCapabilities } from '../capabilities.ts';
import { hyperliquidHosts } from './hosts.ts';

/** Order types and features: the matrix of Trading §4.1, which leaves out the venue's spot. */
export const hyperliquidCapabilities = defineCapabilities({
  venue: 'hyperliquid' as VenueId,
  name: 'Hyperliquid',
  spot: undefined,
  perp: {
    orderTypes: basicOrderTypes,
    // `tif` of the order action: Gtc, Ioc and Alo. There is no fill-or-kill.
    timesInForce: ['GTC', 'IOC', 'POST_ONLY'],
    features: ['post_only', 'reduce_only'],
  },
  notes: {
    spot: 'not supported',
    market: 'needs a slippage setting',
    fok: 'not supported',
    trailing_stop: 'not supported',
    oco: 'not supported',
  },
  cautions: [
    {
      // The venue has no market orders: they go out as limit IOC at the market plus the slippage.
      marketClass: 'perp',
      orderTypes: ['market', 'stop_loss', 'take_profit'],
      text: 'hyperliquid market orders need a slippage setting, which bounds their price.',
    },
  ],
  hosts: hyperliquidHosts,
});
