import type { Registry } from 'prom-client';
import type { Binding } from '../../http/bind.ts';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Logger } from '../../kit/logger.ts';
import type { Store } from '../../store/types.ts';
import type { LedgerReader } from '../ledger/ledgerReader.ts';
import type { Network } from '../network.ts';
import type { AddressRules } from '../routes/addressCheck.ts';
import type { Vault } from '../vault.ts';
import { createBalanceHistory } from './balanceHistory.ts';
import { createBulkRefresh } from './bulkRefresh.ts';
import type { FindToken } from './holding.ts';
import { createHoldingStore } from './holdingStore.ts';
import { observeHoldings } from './observe.ts';
import { createRefresh } from './refresh.ts';
import { holdingRoutes, type RunUntilStopped } from './routes.ts';
import { toResultText } from './wire.ts';

export interface HoldingsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly readers: Readonly<Record<Network, LedgerReader>>;
  readonly findToken: FindToken;
  readonly addresses: AddressRules;
  /** Rejects with `VAULT_NOT_FOUND`. */
  readonly findVault: (id: string) => Promise<Vault>;
  /** Tokens read within this time are returned from the database. */
  readonly freshMs: number;
}

/** Token holdings of vaults. */
export interface HoldingsService {
  readonly bindings: readonly Binding[];
  /** Aborts the refreshes in progress and waits for them; stored balances stay. */
  stop(): Promise<void>;
}

export function createHoldingsService(deps: HoldingsDeps): HoldingsService {
  const { store, ids, clock } = deps;
  const holdings = createHoldingStore({ store, ids });
  const observe = observeHoldings(deps.registry, deps.logger);
  const refreshDeps = { ...deps, holdings, observe };
  const { runUntilStopped, stop } = createStoppableWork();
  return {
    bindings: holdingRoutes({
      ...deps,
      holdings,
      history: createBalanceHistory(store),
      refresh: createRefresh(refreshDeps),
      bulkRefresh: createBulkRefresh({ ...refreshDeps, db: store.db, toText: toResultText }),
      clock,
      runUntilStopped,
    }),
    stop,
  };
}

/** Tracks work that must not outlive the service. */
function createStoppableWork(): {
  readonly runUntilStopped: RunUntilStopped;
  readonly stop: () => Promise<void>;
} {
  const stopping = new AbortController();
  const works = new Set<Promise<unknown>>();
  return {
    async runUntilStopped(client, work) {
      const signal = AbortSignal.any([client, stopping.signal]);
      signal.throwIfAborted();
      const running = work(signal);
      works.add(running);
      try {
        return await running;
      } finally {
        works.delete(running);
      }
    },
    async stop() {
      stopping.abort(new AppError('SHUTTING_DOWN'));
      await Promise.allSettled(works);
    },
  };
}
