import type { Database } from 'better-sqlite3';
import { createSqliteAlgorithms } from './algorithms.ts';
import type { SqliteOperations } from './calls.ts';
import { createSqliteKeys } from './keys.ts';
import { createSqliteOrders } from './orders.ts';
import { createSqlitePaper } from './paper.ts';
import { createSqlitePlans } from './plans.ts';
import { createSqliteReconciliation } from './reconciliation.ts';
import { createSqliteSettings } from './settings.ts';

/**
 * The write operations as prepared statements of a migrated database. They leave the epoch alone:
 * it has been compared before one runs, in the same transaction.
 */
export function createSqliteOperations(connection: Database): SqliteOperations {
  const raiseEpoch = connection
    .prepare<[], number>('update engine set epoch = epoch + 1 where id = 1 returning epoch')
    .pluck();
  return {
    ...createSqliteKeys(connection),
    ...createSqliteSettings(connection),
    ...createSqliteOrders(connection),
    ...createSqlitePaper(connection),
    ...createSqliteReconciliation(connection),
    ...createSqlitePlans(connection),
    ...createSqliteAlgorithms(connection),
    raiseEpoch: () => raiseEpoch.get() ?? 0,
  };
}
