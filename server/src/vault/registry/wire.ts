import type { Data, VaultWire, vaultEndpoints } from '@windlass/contract';
import { isoTime } from '../../kit/isoTime.ts';
import type { Vault } from '../vault.ts';
import type { VaultStats } from './types.ts';

export function toVaultWire(vault: Vault): VaultWire {
  const createdAt = isoTime(vault.createdAtMs);
  return {
    id: vault.id,
    vaultName: vault.name,
    vaultOwner: vault.owner,
    vaultAddress: vault.address,
    creationDate: createdAt,
    creationLedger: vault.creationLedger ?? null,
    tradePermission: vault.tradePermission,
    ...vault.settings,
    updatedAt: isoTime(vault.updatedAtMs),
    createdAt,
  };
}

export function toStatsWire(stats: VaultStats): Data<typeof vaultEndpoints.getVaultStats> {
  const { averages, createdWithin, ledgers } = stats;
  return {
    totalVaults: stats.vaults,
    tradeEnabledVaults: stats.tradeEnabled,
    tradeDisabledVaults: stats.vaults - stats.tradeEnabled,
    averageMaxTradeSize: averages.maxTradeSize,
    averageDailyTradeLimit: averages.dailyTradeLimit,
    averageSlippageTolerance: averages.slippageTolerance,
    vaultsByCreationDate: {
      last24Hours: createdWithin.day,
      last7Days: createdWithin.week,
      last30Days: createdWithin.month,
      last90Days: createdWithin.quarter,
    },
    vaultsByLedgerRange: {
      minLedger: ledgers?.min ?? null,
      maxLedger: ledgers?.max ?? null,
      averageLedger: ledgers?.average ?? null,
    },
    topOwners: stats.topOwners.map(({ owner, vaults, tradeEnabled }) => ({
      owner,
      vaultCount: vaults,
      tradeEnabledCount: tradeEnabled,
    })),
  };
}
