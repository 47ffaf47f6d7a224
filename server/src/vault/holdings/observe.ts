import { Counter, type Registry } from 'prom-client';
import type { Logger } from '../../kit/logger.ts';
import { startAtZero } from '../../kit/zeroSeries.ts';
import { type Network, networks } from '../network.ts';

/** The progress of a bulk refresh. */
export interface BulkProgress {
  readonly network: Network;
  readonly vaultsUpdated: number;
  readonly vaultsFailed: number;
}

/** Why a vault's balances could not be read. */
export interface LedgerFailure {
  readonly vaultId: string;
  readonly network: Network;
  /** The reader's message. */
  readonly reason: string;
}

/** The events of refreshes that the operator gets. */
export interface HoldingObserver {
  /** One vault's holdings were refreshed, or could not be. */
  refreshed(network: Network, status: 'success' | 'failed'): void;
  /** The ledger could not be read for the refresh of a single vault. */
  ledgerFailed(failure: LedgerFailure): void;
  bulkRunning(progress: BulkProgress): void;
  bulkEnded(progress: BulkProgress, tookMs: number): void;
}

export function observeHoldings(registry: Registry, logger: Logger): HoldingObserver {
  const refreshed = new Counter({
    name: 'windlass_holdings_refreshed_total',
    help: 'Vaults whose holdings were refreshed, or could not be',
    labelNames: ['network', 'status'],
    registers: [registry],
  });
  startAtZero(refreshed, {
    network: networks,
    status: ['success', 'failed'],
  });
  return {
    refreshed: (network, status) => refreshed.labels(network, status).inc(),
    ledgerFailed: (failure) =>
      logger.warn({ ...failure }, 'refresh failed: the ledger could not be read'),
    bulkRunning: (progress) => logger.info({ ...progress }, 'bulk refresh is running'),
    bulkEnded: (progress, tookMs) => logger.info({ ...progress, tookMs }, 'bulk refresh ended'),
  };
}
