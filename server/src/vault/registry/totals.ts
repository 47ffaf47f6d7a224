import { type Insertable, sql, type Transaction } from 'kysely';
import type { Schema } from '../../store/schema.ts';
import type { Vault } from '../vault.ts';

/** Owner of the row with the sums over all owners. */
export const everyone = '';

/** The `scope` of a totals row: vaults without trade permission, with it, and both. */
export const scopes = { disabled: 0, enabled: 1, both: 2 } as const;

export function scopeOf(tradePermission: boolean | undefined): number {
  if (tradePermission === undefined) return scopes.both;
  return tradePermission ? scopes.enabled : scopes.disabled;
}

/** Sums are kept in millionths, so that they stay exact however often they change. */
export const microPerUnit = 1_000_000;

type TotalsRow = Insertable<Schema['vault_totals']>;

/** Changes the sums from a vault's old state to its new one; either may be missing. */
export async function moveTotals(
  trx: Transaction<Schema>,
  before: Vault | undefined,
  after: Vault | undefined,
): Promise<void> {
  const moves = movesOf(before, after);
  if (moves.length === 0) return;
  await trx
    .insertInto('vault_totals')
    .values(moves)
    .onConflict((conflict) =>
      conflict.columns(['owner', 'scope']).doUpdateSet({
        vaults: added('vaults'),
        max_trade_size_micro: added('max_trade_size_micro'),
        daily_trade_limit: added('daily_trade_limit'),
        slippage_tolerance_micro: added('slippage_tolerance_micro'),
        ledgers: added('ledgers'),
        ledger_sum: added('ledger_sum'),
      }),
    )
    .execute();
  const left = moves.filter(({ vaults }) => vaults < 0).map(({ owner }) => owner);
  if (left.length === 0) return;
  await trx
    .deleteFrom('vault_totals')
    .where('owner', 'in', [...new Set(left)])
    .where('vaults', '=', 0)
    .execute();
}

function added(sum: keyof TotalsRow) {
  return sql<number>`${sql.ref(`vault_totals.${sum}`)} + ${sql.ref(`excluded.${sum}`)}`;
}

/** Returns one row for each sum that changes. */
function movesOf(before: Vault | undefined, after: Vault | undefined): TotalsRow[] {
  const moves = new Map<string, TotalsRow>();
  if (before) addVault(moves, before, -1);
  if (after) addVault(moves, after, 1);
  // Every writer locks the rows in this one order: one of two can wait for the other, never both.
  return [...moves.values()].filter(isMove).sort(byKey);
}

function addVault(sums: Map<string, TotalsRow>, vault: Vault, sign: 1 | -1): void {
  for (const row of rowsOf(vault)) {
    const key = `${row.owner} ${row.scope}`;
    sums.set(key, plus(sums.get(key) ?? nothing(row), row, sign));
  }
}

function rowsOf(vault: Vault): TotalsRow[] {
  const { settings, creationLedger } = vault;
  const sums = {
    vaults: 1,
    max_trade_size_micro: Math.round(settings.maxTradeSize * microPerUnit),
    daily_trade_limit: settings.dailyTradeLimit,
    slippage_tolerance_micro: Math.round(settings.slippageTolerance * microPerUnit),
    ledgers: creationLedger === undefined ? 0 : 1,
    ledger_sum: creationLedger ?? 0,
  };
  return [everyone, vault.owner].flatMap((owner) =>
    [scopeOf(vault.tradePermission), scopes.both].map((scope) => ({ owner, scope, ...sums })),
  );
}

function nothing({ owner, scope }: TotalsRow): TotalsRow {
  return {
    owner,
    scope,
    vaults: 0,
    max_trade_size_micro: 0,
    daily_trade_limit: 0,
    slippage_tolerance_micro: 0,
    ledgers: 0,
    ledger_sum: 0,
  };
}

function plus(sum: TotalsRow, row: TotalsRow, sign: 1 | -1): TotalsRow {
  return {
    owner: sum.owner,
    scope: sum.scope,
    vaults: sum.vaults + sign * row.vaults,
    max_trade_size_micro: sum.max_trade_size_micro + sign * row.max_trade_size_micro,
    daily_trade_limit: sum.daily_trade_limit + sign * row.daily_trade_limit,
    slippage_tolerance_micro: sum.slippage_tolerance_micro + sign * row.slippage_tolerance_micro,
    ledgers: sum.ledgers + sign * row.ledgers,
    ledger_sum: sum.ledger_sum + sign * row.ledger_sum,
  };
}

function isMove({ owner: _owner, scope: _scope, ...sums }: TotalsRow): boolean {
  return Object.values(sums).some((sum) => sum !== 0);
}

function byKey(a: TotalsRow, b: TotalsRow): number {
  if (a.owner !== b.owner) return a.owner < b.owner ? -1 : 1;
  return a.scope - b.scope;
}
