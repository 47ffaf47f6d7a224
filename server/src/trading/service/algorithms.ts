import type { Registry } from 'prom-client';
import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import type { Store } from '../../store/types.ts';
import type { Accounts } from '../accounts/index.ts';
import { createAlgorithmStore } from '../algorithms/algorithmStore.ts';
import { type AlgorithmHost, createAlgorithms } from '../algorithms/host.ts';
import { observeAlgorithms } from '../algorithms/observe.ts';
import type { ExecutionService } from '../execution/execution.ts';
import type { Quotes } from '../execution/index.ts';
import type { OrderStore } from '../execution/types.ts';
import type { Markets } from '../markets/markets.ts';
import type { ReadyBooks } from '../orderbook/index.ts';
import type { Orderbook } from '../orderbook/types.ts';
import type { Estimator } from '../routing/index.ts';

interface AlgorithmDeps {
  readonly accounts: Accounts;
  readonly orders: OrderStore;
  readonly store: Store;
  readonly epoch: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly registry: Registry;
}

interface AlgorithmParts {
  readonly orderbook: Orderbook;
  readonly markets: Markets;
  readonly execution: ExecutionService;
  readonly books: ReadyBooks;
  readonly quotes: Pick<Quotes, 'usd'>;
  readonly estimator: Estimator;
}

/** Execution algorithms with what they trade through. */
export function buildAlgorithms(deps: AlgorithmDeps, parts: AlgorithmParts): AlgorithmHost {
  const { execution, estimator } = parts;
  const observe = observeAlgorithms(deps.registry, deps.logger);
  return createAlgorithms({
    ...{ ...deps, ...parts, observe },
    events: execution.events,
    estimate: estimator.estimate,
    store: createAlgorithmStore(deps.store, observe),
  });
}
