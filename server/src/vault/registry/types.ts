import type { TradeSettings, Vault } from '../vault.ts';

/** The author of a change to the registry: a key, or the service itself. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly requestId: string | undefined;
}

/** Settings to store; absent ones keep their value. */
export type SettingsChange = {
  readonly [Name in keyof TradeSettings]?: TradeSettings[Name] | undefined;
};

export interface NewVault {
  readonly name: string;
  readonly owner: string;
  readonly address: string;
  readonly creationLedger?: number | undefined;
  readonly tradePermission: boolean;
  readonly settings: SettingsChange;
}

export interface VaultChange {
  readonly name?: string | undefined;
  readonly tradePermission?: boolean | undefined;
  readonly settings: SettingsChange;
}

/** Enabling stores the settings that come with it; disabling stores none. */
export interface TradeSwitch {
  readonly tradePermission: boolean;
  readonly settings: SettingsChange;
}

/** Selects vaults; absent fields restrict nothing. */
export interface VaultFilter {
  readonly owner?: string | undefined;
  readonly tradePermission?: boolean | undefined;
  /** Created after this ledger. */
  readonly minLedger?: number | undefined;
  /** Created before this ledger; a vault without a ledger was not. */
  readonly maxLedger?: number | undefined;
}

export type VaultSort = 'creationDate' | 'creationLedger' | 'vaultName' | 'updatedAt';

export interface VaultListQuery extends VaultFilter {
  /** Part of the name, in any case. */
  readonly search?: string | undefined;
  readonly sortBy: VaultSort;
  readonly sortOrder: 'asc' | 'desc';
  /** Pages count from 1. */
  readonly page: number;
  readonly limit: number;
}

export interface VaultPage {
  /** Number of vaults on all pages. */
  readonly total: number;
  readonly vaults: readonly Vault[];
}

/** Counts and averages over the vaults of a filter (Vaults §2.6). */
export interface VaultStats {
  readonly vaults: number;
  readonly tradeEnabled: number;
  /** 0 without vaults. */
  readonly averages: TradeSettings;
  readonly createdWithin: CreatedWithin;
  /** Undefined when no vault has a ledger. */
  readonly ledgers: LedgerSpan | undefined;
  /** The owners with most vaults first. */
  readonly topOwners: readonly OwnerCount[];
}

export interface CreatedWithin {
  readonly day: number;
  readonly week: number;
  readonly month: number;
  readonly quarter: number;
}

export interface LedgerSpan {
  readonly min: number;
  readonly max: number;
  readonly average: number;
}

export interface OwnerCount {
  readonly owner: string;
  readonly vaults: number;
  readonly tradeEnabled: number;
}

/** The registered vaults. Every change is one transaction with its line in the audit log. */
export interface VaultRegistry {
  /** Throws VAULT_EXISTS when the address is taken. */
  create(vault: NewVault, actor: Actor): Promise<Vault>;
  /** Throws VAULT_NOT_FOUND. */
  find(id: string): Promise<Vault>;
  findByAddress(address: string): Promise<Vault | undefined>;
  list(query: VaultListQuery): Promise<VaultPage>;
  stats(filter: VaultFilter): Promise<VaultStats>;
  /** Throws VAULT_NOT_FOUND. */
  update(id: string, change: VaultChange, actor: Actor): Promise<Vault>;
  /** Throws VAULT_NOT_FOUND. */
  toggle(id: string, to: TradeSwitch, actor: Actor): Promise<Vault>;
  /** Removes it with holdings and history; returns the epoch ms. Throws VAULT_NOT_FOUND. */
  remove(id: string, actor: Actor): Promise<number>;
}
