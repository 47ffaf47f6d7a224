import type { DifferenceRow } from '../../../store/schema.ts';
import type { Store } from '../../../store/types.ts';
import type { Account, AccountId } from '../../model/account.ts';
import { type AccountState, fromStored } from './state.ts';
import type { Difference, DifferenceKind, DifferencePage, DifferenceQuery } from './types.ts';

/**
 * Maximum number of stored differences of an account. At a few a day this is years, and an account
 * on which somebody else trades too still leaves room for the others.
 */
export const differencesMax = 1_000;

/** Stores the state and the differences of comparisons in the database. */
export interface ReconciliationStore {
  load(account: Account): Promise<{
    readonly state: AccountState | undefined;
    readonly open: readonly Difference[];
  }>;
  save(
    accountId: AccountId,
    state: AccountState | undefined,
    written: { readonly differences: readonly Difference[]; readonly atMs: number },
  ): Promise<void>;
  list(query: DifferenceQuery): Promise<DifferencePage>;
}

export function createReconciliationStore(
  { db, write }: Pick<Store, 'db' | 'write'>,
  epoch: number,
): ReconciliationStore {
  const all = db.selectFrom('reconciliation_differences');
  return {
    async load(account) {
      const { id, createdAtMs } = account;
      const row = await db
        .selectFrom('reconciliation_states')
        .select('state_json')
        .where('account_id', '=', id)
        .executeTakeFirst();
      const stored = row && (JSON.parse(row.state_json) as Partial<AccountState>);
      const rows = await all
        .selectAll()
        .where('account_id', '=', id)
        .where('resolved_at_ms', 'is', null)
        .orderBy('id')
        .execute();
      const isOfThisLife = stored?.lifeMs === createdAtMs;
      const state = isOfThisLife ? fromStored(stored, account) : undefined;
      return { state, open: rows.map(fromRow) };
    },
    save: (accountId, state, { differences, atMs }) =>
      write.saveReconciliation(epoch, {
        accountId,
        stateJson: state === undefined ? null : JSON.stringify(state),
        atMs,
        differences: differences.map(toRow),
        differencesMax,
      }),
    async list({ accountIds, kind, isResolved, seenSinceMs, page, size }) {
      // PostgreSQL accepts no empty list.
      if (accountIds.length === 0) return { total: 0, differences: [] };
      const meant = all
        .where('account_id', 'in', accountIds)
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? ''))
        .$if(seenSinceMs !== undefined, (query) =>
          query.where('last_seen_at_ms', '>=', seenSinceMs ?? 0),
        )
        .$if(isResolved !== undefined, (query) =>
          query.where('resolved_at_ms', isResolved ? 'is not' : 'is', null),
        );
      const { total } = await meant
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await meant
        .selectAll()
        .orderBy('id', 'desc')
        .limit(size)
        .offset(page * size)
        .execute();
      return { total, differences: rows.map(fromRow) };
    },
  };
}

function toRow(difference: Difference): DifferenceRow {
  return {
    id: difference.id,
    account_id: difference.accountId,
    kind: difference.kind,
    identity: difference.identity,
    first_seen_at_ms: difference.firstSeenMs,
    last_seen_at_ms: difference.lastSeenMs,
    resolved_at_ms: difference.resolvedMs ?? null,
    market_type: difference.marketType,
    symbol: difference.symbol ?? null,
    order_id: difference.orderId ?? null,
    asset: difference.asset ?? null,
    expected: difference.expected ?? null,
    found: difference.found ?? null,
    reason: difference.reason,
  };
}

/** Returns the difference of a row. Only `toRow` writes rows, so its texts have the right types. */
function fromRow(row: DifferenceRow): Difference {
  return {
    id: row.id,
    accountId: row.account_id as AccountId,
    kind: row.kind as DifferenceKind,
    identity: row.identity,
    firstSeenMs: row.first_seen_at_ms,
    lastSeenMs: row.last_seen_at_ms,
    resolvedMs: row.resolved_at_ms ?? undefined,
    marketType: row.market_type,
    symbol: row.symbol ?? undefined,
    orderId: row.order_id ?? undefined,
    asset: row.asset ?? undefined,
    expected: row.expected ?? undefined,
    found: row.found ?? undefined,
    reason: row.reason,
  };
}
