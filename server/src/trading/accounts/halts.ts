import type { Transaction } from 'kysely';
import type { Clock } from '../../kit/clock.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import type { Account } from '../model/account.ts';
import { laterThan } from './changes.ts';
import { line, record } from './records.ts';
import { fromAccountRow } from './rows.ts';
import type { Actor, HaltOutcome } from './types.ts';

interface Halt {
  readonly store: Store;
  readonly clock: Clock;
  readonly halted: boolean;
  readonly ids: readonly string[] | undefined;
  readonly actor: Actor;
}

/**
 * Halts or resumes all of the accounts or none: one transaction, with a line for each account that
 * changes.
 */
export async function setHaltedIn(trx: Transaction<Schema>, halt: Halt): Promise<HaltOutcome> {
  const { store, clock, halted, ids, actor } = halt;
  // PostgreSQL refuses an empty list, and a key may reach no account at all.
  if (ids?.length === 0) return { accounts: [], changed: [] };
  const meant = trx.selectFrom('exchange_accounts').selectAll().orderBy('id');
  const rows = await meant
    .$if(ids !== undefined, (query) => query.where('id', 'in', [...(ids ?? [])]))
    .$if(store.dialect === 'postgres', (query) => query.forUpdate())
    .execute();
  const accounts: Account[] = [];
  const changed: Account[] = [];
  for (const before of rows.map(fromAccountRow)) {
    const isSo = before.halted === halted;
    const after = isSo
      ? before
      : { ...before, halted, updatedAtMs: laterThan(before, clock.now()) };
    accounts.push(after);
    // Written even where nothing changes: a process that has lost the engine is refused here, and
    // must not say that trading stands still while the owner's orders leave.
    await trx
      .updateTable('exchange_accounts')
      .set({ halted: halted ? 1 : 0, updated_at_ms: after.updatedAtMs })
      .where('id', '=', before.id)
      .execute();
    if (isSo) continue;
    changed.push(after);
    const verb = halted ? 'halted' : 'resumed';
    const shown = { before: { halted: before.halted }, after: { halted } };
    await record(trx, { ...line(verb, after, actor), ...shown });
  }
  return { accounts, changed };
}
