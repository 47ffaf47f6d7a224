import type { TradeSettings, Vault } from '../vault.ts';

/** Who changes the registry: a key, or the service itself. */
export interface Actor {
  readonly id: string;
  readonly name: string;
  readonly requestId: string | undefined;
}

/** Settings to store; what is left out keeps its value. */
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

/** Switching on stores the settings that come with it; switching off stores none. */
export interface TradeSwitch {
  readonly tradePermission: boolean;
  readonly settings: SettingsChange;
}

/** Which vaults; what is left out restricts nothing. */
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
  /** From 1. */
  readonly page: number;
  readonly limit: number;
}

export interface VaultPage {
  /** How many there are on all pages. */
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
  /** Those with most vaults first. */
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

/** The vaults there are. Every change is one transaction with its line in the audit log. */
export interface VaultRegistry {
  /** VAULT_EXISTS when the address is taken. */
  create(vault: NewVault, actor: Actor): Promise<Vault>;
  /** VAULT_NOT_FOUND. */
  find(id: string): Promise<Vault>;
  findByAddress(address: string): Promise<Vault | undefined>;
  list(query: VaultListQuery): Promise<VaultPage>;
  stats(filter: VaultFilter): Promise<VaultStats>;
  /** VAULT_NOT_FOUND. */
  update(id: string, change: VaultChange, actor: Actor): Promise<Vault>;
  /** VAULT_NOT_FOUND. */
  toggle(id: string, to: TradeSwitch, actor: Actor): Promise<Vault>;
  /** With its holdings and their history; returns when, in epoch ms. VAULT_NOT_FOUND. */
  remove(id: string, actor: Actor): Promise<number>;
}
