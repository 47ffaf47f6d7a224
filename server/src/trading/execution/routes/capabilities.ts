import { type CapabilityWire, executionEndpoints } from '@windlass/contract';
import { type Binding, bind } from '../../../http/bind.ts';
import { environments } from '../../model/venuePlace.ts';
import type { MarketCapabilities, VenueCapabilities } from '../../venues/capabilities.ts';
import { regionsOf, unsupportedExchange, venueCapabilities } from '../../venues/registry.ts';
import { findCapabilities } from '../validate.ts';

/** Returns the routes of the exchanges' capabilities (Trading §4.1). */
export function capabilityRoutes(): Binding[] {
  return [
    bind(executionEndpoints.getCapabilities, ({ query }) => {
      if (query.exchange !== undefined) return toCapabilityWire(requireExchange(query.exchange));
      const records = venueCapabilities.map(toCapabilityWire);
      return { exchanges: Object.fromEntries(records.map((each) => [each.exchange, each])) };
    }),
  ];
}

function requireExchange(text: string): VenueCapabilities {
  const capabilities = findCapabilities(text);
  if (capabilities) return capabilities;
  throw unsupportedExchange(text);
}

function toCapabilityWire(capabilities: VenueCapabilities): CapabilityWire {
  const { venue, spot, perp, notes } = capabilities;
  return {
    exchange: venue,
    supports_spot: spot !== undefined,
    supports_perp: perp !== undefined,
    spot: toMarketWire(spot),
    perp: toMarketWire(perp),
    notes: { ...notes },
    environments: environments.flatMap((environment) => {
      const regions = [...regionsOf({ venue, environment })];
      return regions.length === 0 ? [] : [{ environment, regions }];
    }),
  };
}

function toMarketWire(market: MarketCapabilities | undefined) {
  return {
    order_types: [...(market?.orderTypes ?? [])],
    time_in_force: [...(market?.timesInForce ?? [])],
    features: [...(market?.features ?? [])],
  };
}
