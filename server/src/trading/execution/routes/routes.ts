import type { Binding } from '../../../http/bind.ts';
import { capabilityRoutes } from './capabilities.ts';
import { type OrderRoutesDeps, orderRoutes } from './orders.ts';
import { validateRoutes } from './validate.ts';

/** Door of order execution (Trading §4.1). */
export function executionRoutes(deps: OrderRoutesDeps): Binding[] {
  return [...capabilityRoutes(), ...validateRoutes(deps.execution), ...orderRoutes(deps)];
}
