import type { Selectable, Transaction } from 'kysely';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import type { Schema } from '../../store/schema.ts';
import type { Store } from '../../store/types.ts';
import { record } from '../accounts/index.ts';
import type { DeadLetter, DeadLetters } from './types.ts';

type Row = Selectable<Schema['webhook_deliveries']>;

interface DeadLettersDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Called when a dead letter of that webhook waits for delivery again. */
  readonly revived: (webhookId: string) => void;
}

export function createDeadLetters({ store, clock, revived }: DeadLettersDeps): DeadLetters {
  const { db } = store;
  const letters = db.selectFrom('webhook_deliveries').where('status', '=', 'dead');
  return {
    async list(page, size) {
      const { total } = await letters
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow();
      const rows = await letters
        .selectAll()
        .orderBy('seq', 'desc')
        .limit(size)
        .offset(page * size)
        .execute();
      return { total, letters: rows.map(fromRow) };
    },
    async retry(id, actor) {
      const letter = await db.transaction().execute(async (trx) => {
        const row = await locked(trx, store, id);
        const atMs = clock.now();
        const fresh = { status: 'pending', attempts: 0, next_attempt_at_ms: atMs } as const;
        await trx
          .updateTable('webhook_deliveries')
          .set({ ...fresh, updated_at_ms: atMs })
          .where('id', '=', id)
          .execute();
        await record(trx, { action: 'dead_letter.retried', actor, atMs, ...linesOf(row) });
        return fromRow(row);
      });
      revived(letter.webhookId);
      return letter;
    },
    remove: (id, actor) =>
      db.transaction().execute(async (trx) => {
        const row = await locked(trx, store, id);
        await trx.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
        const line = { action: 'dead_letter.removed', actor, atMs: clock.now() };
        await record(trx, { ...line, ...linesOf(row) });
        return fromRow(row);
      }),
  };
}

/** Returns the row and locks it until the transaction ends. */
async function locked(trx: Transaction<Schema>, store: Store, id: string): Promise<Row> {
  const row = await trx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'dead')
    .$if(store.dialect === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst();
  if (!row) throw new AppError('DEAD_LETTER_NOT_FOUND');
  return row;
}

function linesOf({ id, webhook_id, kind, attempts, last_error }: Row) {
  const before = { webhookId: webhook_id, kind, attempts, lastError: last_error };
  return { subject: id, before };
}

function fromRow(row: Row): DeadLetter {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    body: row.body,
    attempts: row.attempts,
    lastError: row.last_error ?? '',
    diedAtMs: row.updated_at_ms,
  };
}
