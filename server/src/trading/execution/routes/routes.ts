import type { Binding } from '../../../http/bind.ts';
import { capabilityRoutes } from './capabilities.ts';
import { type OrderRoutesDeps, orderRoutes } from './orders.ts';
import { type ReconciliationRoutesDeps, reconciliationRoutes } from './reconciliation.ts';
import { validateRoutes } from './validate.ts';

/**
 * Returns the routes of order execution (Trading §4.1), and of the comparison of accounts with
 * venues.
 */
export function executionRoutes(deps: OrderRoutesDeps & ReconciliationRoutesDeps): Binding[] {
  return [
    ...capabilityRoutes(),
    ...validateRoutes(deps.execution),
    ...orderRoutes(deps),
    ...reconciliationRoutes(deps),
  ];
}
