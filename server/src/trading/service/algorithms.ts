import type { Registry } from 'prom-client';
import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Random } from '../../kit/random.ts';
import type { Store } from '../../store/types.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Alerts } from '../alerts/index.ts';
import { type AlgorithmHost, createAlgorithms } from '../algorithms/host.ts';
import { observeAlgorithms } from '../algorithms/observe.ts';
import { createReadCarry } from '../algorithms/running/readCarry.ts';
import { createAlgorithmStore } from '../algorithms/store/algorithmStore.ts';
import type { ExecutionService } from '../execution/execution.ts';
import type { Funds } from '../execution/funds.ts';
import type { OrderStore } from '../execution/types.ts';
import type { Perps } from '../perps/types.ts';
import type { Estimator } from '../routing/index.ts';
import type { Worlds } from './worlds.ts';

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
  readonly alerts: Pick<Alerts, 'raise'>;
  readonly worlds: Worlds;
  readonly execution: ExecutionService;
  readonly estimator: Estimator;
  readonly perps: Perps;
  readonly funds: Funds;
}

/** Builds the execution algorithms and what they trade through. */
export function buildAlgorithms(deps: AlgorithmDeps, parts: AlgorithmParts): AlgorithmHost {
  const { execution, estimator, worlds } = parts;
  const { worldOf, onBookChange } = worlds;
  const observe = alerting(observeAlgorithms(deps.registry, deps.logger), parts.alerts);
  return createAlgorithms({
    ...deps,
    ...parts,
    worldOf,
    onBookChange,
    observe,
    quotes: worldOf([]).quotes,
    events: execution.events,
    estimate: estimator.estimate,
    carry: createReadCarry({ ...deps, ...parts, worldOf }),
    store: createAlgorithmStore(deps.store, observe),
  });
}

type Observer = ReturnType<typeof observeAlgorithms>;

/** Also alerts operators when only a person can repair something. */
function alerting(observe: Observer, { raise }: AlgorithmParts['alerts']): Observer {
  const kind = 'algorithm_trouble';
  return {
    ...observe,
    accountBarred(algorithmId, bar) {
      observe.accountBarred(algorithmId, bar);
      raise({ kind, algorithmId, account: bar.accountId, reason: bar.reason });
    },
    algorithmFaulted(algorithmId, error) {
      observe.algorithmFaulted(algorithmId, error);
      raise({
        kind,
        algorithmId,
        reason: 'It failed with an internal error of this service: see the log.',
      });
    },
    algorithmUnreadable(algorithmId, error) {
      observe.algorithmUnreadable(algorithmId, error);
      raise({ kind, algorithmId, reason: 'It is stored, but cannot be read: see the log.' });
    },
  };
}
