import { type CapabilityWire, executionEndpoints } from '@windlass/contract';
import { type Binding, bind } from '../../http/bind.ts';
import { AppError } from '../../kit/errors.ts';
import type { MarketCapabilities, VenueCapabilities } from '../venues/capabilities.ts';
import { venueCapabilities, venueIds } from '../venues/registry.ts';
import { findCapabilities, unsupportedExchange, validateOrder } from './validate.ts';

/** Door of order execution (Trading §4.1). */
export function executionRoutes(): Binding[] {
  return [
    bind(executionEndpoints.getCapabilities, ({ query }) => {
      if (query.exchange !== undefined) return toCapabilityWire(requireExchange(query.exchange));
      const records = [...venueCapabilities.values()].map(toCapabilityWire);
      return { exchanges: Object.fromEntries(records.map((each) => [each.exchange, each])) };
    }),
    bind(executionEndpoints.validateOrder, ({ body }) => {
      const { error, warnings } = validateOrder({
        exchange: body.exchange,
        orderType: body.order_type,
        marketType: body.market_type,
        timeInForce: body.time_in_force,
        reduceOnly: body.reduce_only,
        postOnly: body.post_only,
        stopPrice: body.stop_price,
        trailingDelta: body.trailing_delta,
      });
      if (error === undefined) return { valid: true, error: null, warnings: [...warnings] };
      // Here the document has the text where other refusals have their code.
      const data = { valid: false, error, warnings };
      throw new AppError('INVALID_ORDER', { message: error, data });
    }),
  ];
}

function requireExchange(text: string): VenueCapabilities {
  const capabilities = findCapabilities(text);
  if (capabilities) return capabilities;
  throw new AppError('UNSUPPORTED_EXCHANGE', {
    message: unsupportedExchange(text),
    data: { exchange: text, supported: venueIds },
  });
}

function toCapabilityWire({ venue, spot, perp, notes }: VenueCapabilities): CapabilityWire {
  return {
    exchange: venue,
    supports_spot: spot !== undefined,
    supports_perp: perp !== undefined,
    spot: toMarketWire(spot),
    perp: toMarketWire(perp),
    notes: { ...notes },
  };
}

function toMarketWire(market: MarketCapabilities | undefined) {
  return {
    order_types: [...(market?.orderTypes ?? [])],
    time_in_force: [...(market?.timesInForce ?? [])],
    features: [...(market?.features ?? [])],
  };
}
