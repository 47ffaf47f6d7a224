import type { Selectable } from 'kysely';
import type { Schema } from '../../store/schema.ts';
import type { Vault } from '../vault.ts';

export type VaultRow = Selectable<Schema['vaults']>;

/** The value for a creation ledger that was not given; ledgers count from 1. */
export const noLedger = 0;

export function toVaultRow(vault: Vault): VaultRow {
  const { settings } = vault;
  return {
    id: vault.id,
    name: vault.name,
    name_folded: foldName(vault.name),
    owner: vault.owner,
    address: vault.address,
    created_at_ms: vault.createdAtMs,
    updated_at_ms: vault.updatedAtMs,
    creation_ledger: vault.creationLedger ?? noLedger,
    trade_permission: vault.tradePermission ? 1 : 0,
    max_trade_size: settings.maxTradeSize,
    daily_trade_limit: settings.dailyTradeLimit,
    slippage_tolerance: settings.slippageTolerance,
  };
}

export function fromVaultRow(row: VaultRow): Vault {
  return {
    id: row.id,
    name: row.name,
    owner: row.owner,
    address: row.address,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
    creationLedger: row.creation_ledger === noLedger ? undefined : row.creation_ledger,
    tradePermission: row.trade_permission === 1,
    settings: {
      maxTradeSize: row.max_trade_size,
      dailyTradeLimit: row.daily_trade_limit,
      slippageTolerance: row.slippage_tolerance,
    },
  };
}

/**
 * Returns a name or a part of one as the search compares it. It is folded here, because the
 * databases do not agree on letters beyond ASCII. The form of a small sigma at an end depends on
 * what follows, so a part would not be found in the whole: only one form is used here.
 */
export function foldName(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');
}
