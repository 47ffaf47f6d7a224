import { type Expression, type Kysely, sql } from 'kysely';
import type { Schema } from '../../store/schema.ts';
import { all, filterConditions, hasLedgerRange } from './lists.ts';
import { noLedger } from './rows.ts';
import { everyone, microPerUnit, scopeOf, scopes } from './totals.ts';
import type { VaultFilter } from './types.ts';

type Db = Kysely<Schema>;

/** Vaults §2.6 names the windows; the number of owners is ours. */
const windowDays = { day: 1, week: 7, month: 30, quarter: 90 } as const;
const dayMs = 86_400_000;
const topOwnersMax = 10;

/** Selects the three rows of an owner, or of all. */
export function totalsQuery(db: Db, { owner = everyone }: VaultFilter) {
  return db.selectFrom('vault_totals').selectAll().where('owner', '=', owner);
}

/** Counts all vaults, and those of a ledger range, within an index. */
export function rangeShareQuery(db: Db, filter: VaultFilter) {
  const ranged = db
    .selectFrom('vaults')
    .select((eb) => eb.fn.countAll<number>().as('vaults'))
    .where(matching(filter));
  const registered = db
    .selectFrom('vault_totals')
    .select('vaults')
    .where('owner', '=', everyone)
    .where('scope', '=', scopes.both);
  return db.selectNoFrom([ranged.as('ranged'), registered.as('registered')]);
}

/** Selects the same sums over the vaults of a ledger range. */
export function rangeSumsQuery(db: Db, filter: VaultFilter, isWide: boolean) {
  const sum = (term: Expression<number>) => sql<number>`cast(coalesce(sum(${term}), 0) as bigint)`;
  // Rounded as the totals are. The function `round` cannot be used: the databases disagree on
  // halves.
  const micro = (column: string) =>
    sql<number>`floor(${sql.ref(column)} * ${sql.lit(microPerUnit)} + 0.5)`;
  return db
    .selectFrom('vaults')
    .select((eb) => [
      eb.fn.countAll<number>().as('vaults'),
      sum(eb.ref('trade_permission')).as('trade_enabled'),
      sum(micro('max_trade_size')).as('max_trade_size_micro'),
      sum(eb.ref('daily_trade_limit')).as('daily_trade_limit'),
      sum(micro('slippage_tolerance')).as('slippage_tolerance_micro'),
      // Only vaults with a ledger are within a range.
      eb.fn.countAll<number>().as('ledgers'),
      sum(eb.ref('creation_ledger')).as('ledger_sum'),
    ])
    .where(isWide ? walking(filter) : matching(filter));
}

/**
 * Counts vaults created since the start of each window and before the next shorter one. Four counts
 * within an index take a fifth of the time of one scan that compares every vault with every window.
 */
export function windowsQuery(db: Db, filter: VaultFilter, nowMs: number) {
  const since = (days: number) => nowMs - days * dayMs;
  const between = (days: number, shorter?: number) => {
    const counted = db
      .selectFrom('vaults')
      .select((eb) => eb.fn.countAll<number>().as('vaults'))
      .where('created_at_ms', '>=', since(days))
      .where(matching(filter));
    return shorter === undefined ? counted : counted.where('created_at_ms', '<', since(shorter));
  };
  const { day, week, month, quarter } = windowDays;
  return db.selectNoFrom([
    between(day).as('day'),
    between(week, day).as('week'),
    between(month, week).as('month'),
    between(quarter, month).as('quarter'),
  ]);
}

/** Selects the first and the last ledger, each by one look at the end of an index. */
export function ledgerBoundsQuery(db: Db, filter: VaultFilter) {
  const { owner, tradePermission, maxLedger, minLedger = noLedger } = filter;
  const known = matching({ owner, tradePermission, maxLedger, minLedger });
  const bound = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('vaults')
      .select('creation_ledger')
      .where(known)
      .orderBy('creation_ledger', direction)
      .limit(1);
  return db.selectNoFrom([bound('asc').as('first'), bound('desc').as('last')]);
}

/** Selects the owners with most vaults: from the totals if enough, else counted in the range. */
export function ownersQuery(db: Db, filter: VaultFilter, isWide: boolean) {
  if (!hasLedgerRange(filter)) return rankedOwnersQuery(db, filter);
  return rangeOwnersQuery(db, filter, isWide);
}

function rankedOwnersQuery(db: Db, { owner, tradePermission }: VaultFilter) {
  const ranked = db
    .selectFrom('vault_totals as ranked')
    .leftJoin('vault_totals as enabled', (join) =>
      join.onRef('enabled.owner', '=', 'ranked.owner').on('enabled.scope', '=', scopes.enabled),
    )
    .select([
      'ranked.owner',
      'ranked.vaults as vault_count',
      enabledCount(tradePermission).as('trade_enabled'),
    ])
    .where('ranked.scope', '=', scopeOf(tradePermission))
    .orderBy('ranked.vaults', 'desc')
    .orderBy('ranked.owner')
    .limit(topOwnersMax);
  return owner === undefined
    ? ranked.where('ranked.owner', '<>', everyone)
    : ranked.where('ranked.owner', '=', owner);
}

function enabledCount(tradePermission: boolean | undefined) {
  return tradePermission === false ? sql.lit(0) : sql<number>`coalesce(enabled.vaults, 0)`;
}

/**
 * For a wide range, scans all vaults in the order of their owners. SQLite would always do so; the
 * rows of a narrow range are collected first.
 */
function rangeOwnersQuery(db: Db, filter: VaultFilter, isWide: boolean) {
  return db
    .with(
      (name) => (isWide ? name('ranged').notMaterialized() : name('ranged').materialized()),
      (scope) =>
        scope
          .selectFrom('vaults')
          .select(['owner', 'trade_permission'])
          .where(isWide ? walking(filter) : matching(filter)),
    )
    .selectFrom('ranged')
    .select((eb) => [
      'owner',
      eb.fn.countAll<number>().as('vault_count'),
      sql<number>`cast(sum(trade_permission) as bigint)`.as('trade_enabled'),
    ])
    .groupBy('owner')
    .orderBy('vault_count', 'desc')
    .orderBy('owner')
    .limit(topOwnersMax);
}

function matching(filter: VaultFilter) {
  return all(filterConditions(filter, sql.ref<number>('creation_ledger')));
}

/** Returns the same filter, without a search of the index of ledgers. */
function walking(filter: VaultFilter) {
  return all(filterConditions(filter, sql<number>`+creation_ledger`));
}
