import type { SelectQueryBuilder } from 'kysely';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import { type Network, toNetwork } from '../network.ts';

/** One change of a balance. */
export interface BalanceChange {
  readonly network: Network;
  /** Contract of the token. */
  readonly token: string;
  /** Balance from then on, in the token's smallest unit. */
  readonly amount: bigint;
  /** Undefined for the first balance. */
  readonly previous: bigint | undefined;
  readonly ledger: number;
  readonly atMs: number;
}

export interface HistoryQuery {
  readonly vaultId: string;
  readonly token?: string | undefined;
  readonly network?: Network | undefined;
  /** Includes changes at or after this time. */
  readonly fromMs?: number | undefined;
  /** Includes changes before this time. */
  readonly toMs?: number | undefined;
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

/** Reads the record of changes in the order of time; within one moment in that of writing. */
export interface BalanceHistory {
  list(
    query: HistoryQuery,
  ): Promise<{ readonly total: number; readonly changes: readonly BalanceChange[] }>;
}

export function createBalanceHistory({ db }: Pick<Store, 'db'>): BalanceHistory {
  const columns = ['network', 'token', 'amount', 'previous', 'ledger', 'at_ms'] as const;
  return {
    async list(query) {
      const matching = filtered(db.selectFrom('balance_changes'), query);
      const counted = await matching
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const { total } = counted;
      if (query.offset >= total) return { total, changes: [] };
      const rows = await matching
        .select(columns)
        .orderBy('at_ms', query.order)
        .orderBy('id', query.order)
        .limit(query.limit)
        .offset(query.offset)
        .execute();
      const changes = rows.map((row) => ({
        network: toNetwork(row.network),
        token: row.token,
        amount: BigInt(row.amount),
        previous: row.previous === null ? undefined : BigInt(row.previous),
        ledger: row.ledger,
        atMs: row.at_ms,
      }));
      return { total, changes };
    },
  };
}

type Changes = SelectQueryBuilder<Schema, 'balance_changes', object>;

function filtered(changes: Changes, query: HistoryQuery): Changes {
  const { vaultId, token, network, fromMs, toMs } = query;
  let found = changes.where('vault_id', '=', vaultId);
  if (token !== undefined) found = found.where('token', '=', token);
  if (network !== undefined) found = found.where('network', '=', network);
  if (fromMs !== undefined) found = found.where('at_ms', '>=', fromMs);
  if (toMs !== undefined) found = found.where('at_ms', '<', toMs);
  return found;
}
