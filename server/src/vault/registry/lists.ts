import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import { foldName, fromVaultRow, noLedger, type VaultRow } from './rows.ts';
import { everyone, scopeOf } from './totals.ts';
import type { VaultFilter, VaultListQuery, VaultPage, VaultSort } from './types.ts';

type Db = Kysely<Schema>;
type Dialect = Store['dialect'];

const sortColumns = {
  creationDate: 'created_at_ms',
  creationLedger: 'creation_ledger',
  // Folded, so that the order ignores the case of letters.
  vaultName: 'name_folded',
  updatedAt: 'updated_at_ms',
} as const satisfies Record<VaultSort, keyof VaultRow>;

/** Returns one page of the list, with the total number of vaults. */
export async function listVaults(
  { db, dialect }: Pick<Store, 'db' | 'dialect'>,
  query: VaultListQuery,
): Promise<VaultPage> {
  // No name contains this character, and PostgreSQL refuses to look for it.
  if (query.search?.includes('\0')) return { total: 0, vaults: [] };
  const { total } = (await totalQuery(db, dialect, query).executeTakeFirst()) ?? { total: 0 };
  if (total <= offsetOf(query)) return { total, vaults: [] };
  const rows = await pageQuery(db, dialect, query).execute();
  return { total, vaults: rows.sort(inOrder(query)).map(fromVaultRow) };
}

/**
 * Selects the rows of one page, in no order. Their ids come from the index of the requested order,
 * which also answers every filter but the search, so only these rows are read.
 */
export function pageQuery(db: Db, dialect: Dialect, query: VaultListQuery) {
  const { sortBy, sortOrder, limit } = query;
  const column = sortColumns[sortBy];
  // SQLite would rather search the index of ledgers and then sort everything it finds.
  const keepsOrder = dialect === 'sqlite' && column !== 'creation_ledger';
  const ledger = keepsOrder ? sql<number>`+creation_ledger` : sql.ref<number>('creation_ledger');
  const page = db
    .selectFrom('vaults')
    .select('id')
    .where(conditions(dialect, query, ledger))
    .orderBy(column, sortOrder)
    .orderBy('id', sortOrder)
    .limit(limit)
    .offset(offsetOf(query))
    .as('page');
  return db.selectFrom(page).innerJoin('vaults', 'vaults.id', 'page.id').selectAll('vaults');
}

/** Selects the number of vaults: a stored sum if there is one, else counted within an index. */
export function totalQuery(db: Db, dialect: Dialect, query: VaultListQuery) {
  const { owner = everyone, tradePermission } = query;
  if (!hasSearch(query) && !hasLedgerRange(query)) {
    return db
      .selectFrom('vault_totals')
      .select('vaults as total')
      .where('owner', '=', owner)
      .where('scope', '=', scopeOf(tradePermission));
  }
  return db
    .selectFrom('vaults')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(conditions(dialect, query, sql.ref<number>('creation_ledger')));
}

export function hasLedgerRange({ minLedger, maxLedger }: VaultFilter): boolean {
  return minLedger !== undefined || maxLedger !== undefined;
}

/** Returns the conditions of a filter; `ledger` says how the ledger's column is read. */
export function filterConditions(
  filter: VaultFilter,
  ledger: Expression<number>,
): Expression<SqlBool>[] {
  const { owner, tradePermission, minLedger, maxLedger } = filter;
  const found: Expression<SqlBool>[] = [];
  if (owner !== undefined) found.push(sql<SqlBool>`owner = ${owner}`);
  if (tradePermission !== undefined) {
    found.push(sql<SqlBool>`trade_permission = ${tradePermission ? 1 : 0}`);
  }
  if (hasLedgerRange(filter)) found.push(sql<SqlBool>`${ledger} > ${minLedger ?? noLedger}`);
  if (maxLedger !== undefined) found.push(sql<SqlBool>`${ledger} < ${maxLedger}`);
  return found;
}

function conditions(dialect: Dialect, query: VaultListQuery, ledger: Expression<number>) {
  const found = filterConditions(query, ledger);
  if (hasSearch(query)) {
    // A literal search, where `like` would read % and _ as patterns and know the case of ASCII
    // only.
    const find = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
    found.push(sql<SqlBool>`${find}(name_folded, ${foldName(query.search ?? '')}) > 0`);
  }
  return all(found);
}

/** Returns a condition that is true when all of the given ones are, or there is none. */
export function all(found: readonly Expression<SqlBool>[]): Expression<SqlBool> {
  return found.length === 0 ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.join(found, sql` and `)}`;
}

function hasSearch({ search }: VaultListQuery): boolean {
  return search !== undefined && foldName(search) !== '';
}

function offsetOf({ page, limit }: VaultListQuery): number {
  return (page - 1) * limit;
}

/**
 * Restores the order of the page's query: a join guarantees none, and sorting there again would
 * cost more.
 */
function inOrder({ sortBy, sortOrder }: VaultListQuery) {
  const column = sortColumns[sortBy];
  const sign = sortOrder === 'asc' ? 1 : -1;
  return (a: VaultRow, b: VaultRow): number =>
    sign * (compare(a[column], b[column]) || compare(a.id, b.id));
}

/** Compares as both databases do: numbers by value, texts by the bytes of their UTF-8. */
function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b);
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
