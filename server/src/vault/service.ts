import type { Registry } from 'prom-client';
import type { Binding } from '../http/bind.ts';
import type { Clock } from '../kit/clock.ts';
import type { Ids } from '../kit/ids.ts';
import type { Logger } from '../kit/logger.ts';
import type { Store } from '../store/types.ts';
import { type AddressCheck, isAccountAddress, isContractAddress } from './address.ts';
import { createDemoVaults } from './demo.ts';
import { createHoldingsService } from './holdings/service.ts';
import type { LedgerReader } from './ledger/ledgerReader.ts';
import { type Network, networks } from './network.ts';
import { createVaultRegistry } from './registry/registry.ts';
import { vaultRoutes } from './registry/routes.ts';
import { docsRoutes } from './routes/docs.ts';
import { curatedTokens, findToken } from './tokens/curatedTokens.ts';

export interface VaultServiceDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly registry: Registry;
  readonly readers: Readonly<Record<Network, LedgerReader>>;
  readonly version: string;
  /** Address of the service, for its documentation. */
  readonly baseUrl: string;
  /** Says whether addresses must have a right checksum, or only the right format. */
  readonly addressCheck: AddressCheck;
  /** Balances younger than this are not read again unless forced. */
  readonly freshMs: number;
}

/** The vault service. */
export interface VaultService {
  readonly bindings: readonly Binding[];
  /** Fills an empty registry with sample vaults, the first time. */
  createDemo(): Promise<void>;
  /** Aborts work in progress; stored data stays. */
  stop(): Promise<void>;
}

export function createVaultService(deps: VaultServiceDeps): VaultService {
  const { store, addressCheck } = deps;
  const vaults = createVaultRegistry(deps);
  const addresses = {
    isAccount: (text: string) => isAccountAddress(text, addressCheck),
    isContract: (text: string) => isContractAddress(text, addressCheck),
  };
  const holdings = createHoldingsService({
    ...deps,
    addresses,
    findToken,
    findVault: vaults.find,
  });
  const offered = [...vaultRoutes({ registry: vaults, addresses }), ...holdings.bindings];
  const tokens = networks.flatMap(curatedTokens);
  return {
    bindings: [...offered, ...docsRoutes({ ...deps, offered, tokens })],
    createDemo: () => createDemoVaults({ store, createVault: vaults.create }),
    stop: holdings.stop,
  };
}
