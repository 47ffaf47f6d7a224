import type { Registry } from 'prom-client';
import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Store } from '../../store/types.ts';
import { type Accounts, existingAccounts } from '../accounts/index.ts';
import type { ExecutionService } from '../execution/execution.ts';
import type { Funds } from '../execution/funds.ts';
import type { WorldOf } from '../execution/index.ts';
import type { OrderStore } from '../execution/types.ts';
import type { Fees } from '../fees/types.ts';
import { venueIds } from '../model/venue.ts';
import { observeRouting } from '../observe.ts';
import { createEstimator, type Estimator } from '../routing/estimate.ts';
import { createPlanStore } from '../routing/plans/planStore.ts';
import { createPlanRunner, type PlanRunner } from '../routing/plans/runner.ts';
import { createRouting } from '../routing/routing.ts';
import type { Routing } from '../routing/types.ts';
import { createVenueStatus } from '../routing/venueStatus.ts';
import { developmentCapOf, type OrdersDeps } from './orders.ts';
import { paysFeeOnTop } from './pretrade.ts';

interface RoutingDeps extends Pick<OrdersDeps, 'devMode' | 'epoch'> {
  readonly accounts: Accounts;
  readonly orders: OrderStore;
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly registry: Registry;
}

interface RoutingParts {
  readonly worldOf: WorldOf;
  readonly execution: ExecutionService;
  readonly fees: Fees;
  readonly funds: Funds;
}

interface BuiltRouting {
  readonly routing: Routing;
  readonly estimator: Estimator;
  /** Carries plans out between its start and its stop. */
  readonly runner: Pick<PlanRunner, 'start' | 'stop'>;
}

/** Builds the smart order router and what it routes on. */
export function buildRouting(deps: RoutingDeps, parts: RoutingParts): BuiltRouting {
  const { accounts, clock } = deps;
  const observe = observeRouting(deps.registry, deps.logger);
  const { markets, books, quotes } = parts.worldOf([]);
  const estimator = createEstimator({
    ...parts,
    quotes,
    capOf: developmentCapOf(deps.devMode),
    paysFeeOnTop,
    clock,
    observe,
  });
  const runner = createPlanRunner({
    ...deps,
    execution: parts.execution,
    estimate: estimator.estimate,
    plans: createPlanStore(deps.store, observe),
    accountsOf: (ids) => existingAccounts(accounts, ids),
    observe,
  });
  const venueStatus = createVenueStatus({ ...parts, markets, books, venues: venueIds });
  return {
    routing: createRouting({ accounts, estimator, runner, venueStatus }),
    estimator,
    runner,
  };
}
