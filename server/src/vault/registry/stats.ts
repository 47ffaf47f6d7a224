import type { Kysely, Transaction } from 'kysely';
import { roundTo } from '../../kit/numbers.ts';
import type { Schema } from '../../store/schema.ts';
import { hasLedgerRange } from './lists.ts';
import {
  ledgerBoundsQuery,
  ownersQuery,
  rangeShareQuery,
  rangeSumsQuery,
  totalsQuery,
  windowsQuery,
} from './statsQueries.ts';
import { microPerUnit, scopeOf, scopes } from './totals.ts';
import type { CreatedWithin, LedgerSpan, OwnerCount, VaultFilter, VaultStats } from './types.ts';

/** Averages are calculated from millionths, so further digits would be made up. */
const averageDigits = 6;

/**
 * A ledger range with more than this share of all vaults is wide. Looked up one by one, a vault
 * takes about six times as long as in a scan of all of them (SQLite, 100,000 vaults).
 */
const wideShare = 1 / 6;

/** Sums over the vaults of a filter. */
interface Sums {
  readonly vaults: number;
  readonly tradeEnabled: number;
  readonly maxTradeSizeMicro: number;
  readonly dailyTradeLimit: number;
  readonly slippageToleranceMicro: number;
  readonly ledgers: number;
  readonly ledgerSum: number;
}

/** Reads all of it as of one moment. */
export async function readStats(
  db: Kysely<Schema>,
  filter: VaultFilter,
  nowMs: number,
): Promise<VaultStats> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const isWide = await isWideRange(trx, filter);
      const sums = await readSums(trx, filter, isWide);
      const windows = await windowsQuery(trx, filter, nowMs).executeTakeFirstOrThrow();
      const ledgers = sums.ledgers === 0 ? undefined : await readSpan(trx, filter, sums);
      const topOwners = await ownersQuery(trx, filter, isWide).execute();
      return {
        vaults: sums.vaults,
        tradeEnabled: sums.tradeEnabled,
        averages: averagesOf(sums),
        createdWithin: toCreatedWithin(windows),
        ledgers,
        topOwners: topOwners.map(toOwnerCount),
      };
    });
}

/** True when scanning all vaults is quicker than looking up those of the ledger range. */
async function isWideRange(trx: Transaction<Schema>, filter: VaultFilter): Promise<boolean> {
  // For one owner, only that owner's vaults are looked up.
  if (!hasLedgerRange(filter) || filter.owner !== undefined) return false;
  const { ranged, registered } = await rangeShareQuery(trx, filter).executeTakeFirstOrThrow();
  return (ranged ?? 0) > wideShare * (registered ?? 0);
}

async function readSums(
  trx: Transaction<Schema>,
  filter: VaultFilter,
  isWide: boolean,
): Promise<Sums> {
  if (hasLedgerRange(filter)) {
    const row = await rangeSumsQuery(trx, filter, isWide).executeTakeFirstOrThrow();
    return toSums(row, row.trade_enabled);
  }
  const rows = await totalsQuery(trx, filter).execute();
  const asked = rows.find(({ scope }) => scope === scopeOf(filter.tradePermission));
  const enabled = rows.find(({ scope }) => scope === scopes.enabled)?.vaults ?? 0;
  return toSums(asked, filter.tradePermission === false ? 0 : enabled);
}

async function readSpan(
  trx: Transaction<Schema>,
  filter: VaultFilter,
  sums: Sums,
): Promise<LedgerSpan | undefined> {
  const { first, last } = await ledgerBoundsQuery(trx, filter).executeTakeFirstOrThrow();
  if (first === null || last === null) return undefined;
  return { min: first, max: last, average: average(sums.ledgerSum, sums.ledgers) };
}

type SumsRow = Readonly<
  Record<
    | 'vaults'
    | 'max_trade_size_micro'
    | 'daily_trade_limit'
    | 'slippage_tolerance_micro'
    | 'ledgers'
    | 'ledger_sum',
    number
  >
>;

function toSums(row: SumsRow | undefined, tradeEnabled: number): Sums {
  return {
    vaults: row?.vaults ?? 0,
    tradeEnabled,
    maxTradeSizeMicro: row?.max_trade_size_micro ?? 0,
    dailyTradeLimit: row?.daily_trade_limit ?? 0,
    slippageToleranceMicro: row?.slippage_tolerance_micro ?? 0,
    ledgers: row?.ledgers ?? 0,
    ledgerSum: row?.ledger_sum ?? 0,
  };
}

function averagesOf(sums: Sums): VaultStats['averages'] {
  return {
    maxTradeSize: average(sums.maxTradeSizeMicro, sums.vaults * microPerUnit),
    dailyTradeLimit: average(sums.dailyTradeLimit, sums.vaults),
    slippageTolerance: average(sums.slippageToleranceMicro, sums.vaults * microPerUnit),
  };
}

function average(sum: number, count: number): number {
  return count === 0 ? 0 : roundTo(sum / count, averageDigits);
}

type WindowsRow = Readonly<Record<keyof CreatedWithin, number | null>>;

/** Each window includes the shorter ones. */
function toCreatedWithin(row: WindowsRow): CreatedWithin {
  const day = row.day ?? 0;
  const week = day + (row.week ?? 0);
  const month = week + (row.month ?? 0);
  return { day, week, month, quarter: month + (row.quarter ?? 0) };
}

interface OwnerRow {
  readonly owner: string;
  readonly vault_count: number;
  readonly trade_enabled: number;
}

function toOwnerCount(row: OwnerRow): OwnerCount {
  return { owner: row.owner, vaults: row.vault_count, tradeEnabled: row.trade_enabled };
}
