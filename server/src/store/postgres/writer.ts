import { StoreBusyError, StoreClosedError, waitingWritesMax } from '../limits.ts';
import { eachOperation, type HotWriter } from '../operations.ts';
import { createPostgresAlgorithms } from './algorithms.ts';
import { createPostgresKeys } from './keys.ts';
import { createPostgresOrders } from './orders.ts';
import { createPostgresPaper } from './paper.ts';
import { createPostgresPlans } from './plans.ts';
import { createPostgresReconciliation } from './reconciliation.ts';
import { createPostgresSettings } from './settings.ts';
import type { Statements } from './statements.ts';

// Every operation is one statement, so it is atomic without a transaction. Those that name an epoch
// take one round trip; the rare ones that name none are committed by what asks for it.

interface PostgresWriter {
  readonly write: HotWriter;
  /** Refuses further writes and resolves when all that were accepted are settled. */
  close(): Promise<void>;
}

/** The write operations as single statements. */
export function createPostgresWriter(statements: Statements): PostgresWriter {
  const { accept, close } = createIntake();
  const operations = {
    ...createPostgresKeys(statements),
    ...createPostgresSettings(statements),
    ...createPostgresOrders(statements),
    ...createPostgresPaper(statements),
    ...createPostgresReconciliation(statements),
    ...createPostgresPlans(statements),
    ...createPostgresAlgorithms(statements),
  };
  return {
    write: eachOperation(
      operations,
      (operation) =>
        (...given) =>
          accept(() => operation(...given)),
    ),
    close,
  };
}

/** Counts the writes that are not settled yet, and refuses what would be too many or too late. */
function createIntake() {
  const running = new Set<Promise<unknown>>();
  let closed = false;
  return {
    accept<Result>(start: () => Promise<Result>): Promise<Result> {
      if (closed) return Promise.reject(new StoreClosedError());
      if (running.size >= waitingWritesMax) return Promise.reject(new StoreBusyError());
      const write = start().finally(() => running.delete(write));
      running.add(write);
      return write;
    },
    async close(): Promise<void> {
      closed = true;
      await Promise.allSettled(running);
    },
  };
}
